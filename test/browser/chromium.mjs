/**
 * The browser of the browser tests: Chromium as the system has it. Run by itself, this file prints its path and
 * ends with 1 when there is none. No dependencies.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { argv, env } from 'node:process';
import { fileURLToPath } from 'node:url';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** What has to be installed on Debian where no browser is found. */
export const chromiumPackages = ['chromium-headless-shell', 'fonts-liberation'];

/** The path of a Chromium: that of CHROMIUM_PATH or the first on the PATH; undefined when there is none. */
export function findChromium() {
	const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
	const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	return (env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : candidates).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

if (argv[1] === fileURLToPath(import.meta.url)) {
	const path = findChromium();
	if (path) console.log(path);
	else process.exitCode = 1;
}
