/**
 * The tests run the built package: `dist` is built when a source is newer than what lies there, so
 * that nobody tests what was once.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['nodes', 'credentials', 'icons', 'gulpfile.js', 'tsconfig.json', 'package.json'];

/** Times of change, in epoch ms, of a file, or of a folder and all that is in it. */
function timesOf(path: string): number[] {
	const { mtimeMs } = statSync(path);
	const inside = statSync(path).isDirectory()
		? readdirSync(path, { recursive: true, encoding: 'utf8' })
		: [];
	return [mtimeMs, ...inside.map((entry) => statSync(join(path, entry)).mtimeMs)];
}

/** Whether `directory/dist` is missing or was built before one of the sources was changed, added or removed. */
export function isStale(directory: string): boolean {
	try {
		const built = readdirSync(join(directory, 'dist'), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.js'))
			.map((file) => statSync(join(directory, 'dist', file)).mtimeMs);
		const changed = sources.flatMap((source) => timesOf(join(directory, source)));
		return built.length === 0 || Math.max(...changed) > Math.min(...built);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
		throw error;
	}
}

export default function buildWhenStale(): void {
	if (!isStale(root)) return;
	rmSync(join(root, 'dist'), { recursive: true, force: true });
	execFileSync('npm', ['run', 'build', '--silent'], {
		cwd: root,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
}
