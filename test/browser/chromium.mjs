/**
 * The browser of the browser tests: Chromium as the system has it. No dependencies.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';

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
