import { readFileSync } from 'node:fs';

const everyMs = 500;

/**
 * Resolves once the demo is to end: Ctrl-C, a closed terminal, SIGTERM, or the end of the npm that started it (npm
 * passes SIGTERM on, but not SIGHUP). Later signals change nothing.
 */
export async function stopSignal(): Promise<void> {
	// a closed terminal takes no more output; what is left to do must not fail because of it
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => resolve());
		}
		const starters = startersOf(process.ppid);
		setInterval(() => {
			if (!starters.every(isRunning)) resolve();
		}, everyMs).unref();
	});
}

/** The parent of this process and, where it is a shell of `npm start`, that npm. */
function startersOf(parent: number): number[] {
	if (parent <= 1) return [];
	const above = process.env.npm_lifecycle_event === undefined ? 0 : parentOf(parent);
	return above > 1 && commandOf(above).includes('npm') ? [parent, above] : [parent];
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function parentOf(pid: number): number {
	// "pid (name) state parent …"; the name may hold anything, a parenthesis too
	return Number(/^.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);
}

function commandOf(pid: number): string {
	return read(`/proc/${pid}/cmdline`);
}

function read(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
