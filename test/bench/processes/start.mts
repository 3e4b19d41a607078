import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBirpc, type BirpcReturn } from 'birpc';

/** What another process offers: functions with plain values in and out. */
export type Functions = Record<string, (...values: never[]) => unknown>;

/** A process of its own, and what it offers. */
export interface Remote<Offered extends Functions> {
	call: BirpcReturn<Offered>;
	stop(): Promise<void>;
}

const own = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Starts a file of this folder, e.g. `hub.mts`, as a process of its own.
 * @param checkout whose file it is: this one, or another one of the project that is built
 */
export function startProcess<Offered extends Functions>(
	file: string,
	checkout = own,
): Remote<Offered> {
	const path = join(checkout, 'test/bench/processes', file);
	const child = fork(path, {
		execArgv: ['--import', 'tsx', '--expose-gc'],
		serialization: 'advanced',
	});
	child.on('exit', (code, signal) => {
		if (code !== 0 && signal === null) throw new Error(`${file} ended with ${code}`);
	});
	const call = createBirpc<Offered>(
		{},
		{
			post: (message: unknown) => child.send(message as object),
			on: (receive) => child.on('message', receive),
			timeout: -1,
		},
	);
	return { call, stop: async () => await end(child) };
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill();
	await once(child, 'exit');
}

/** Offers functions to the process that started this one. */
export function offer(functions: Functions): void {
	// never outlives it
	process.once('disconnect', () => process.exit());
	createBirpc(functions, {
		post: (message: unknown) => process.send?.(message as object),
		on: (receive) => process.on('message', receive),
	});
}
