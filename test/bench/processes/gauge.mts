import { getHeapStatistics } from 'node:v8';

/** What one run took. */
export interface Sample {
	ms: number;
	/** User and system time of the process, without what the looks at its memory take. */
	cpuMs?: number;
	/** Most memory that the process had resident meanwhile beyond what it had before, in MB. */
	grownMb?: number;
	/** Heap that the results take, in MB, once everything else is collected. */
	keptMb?: number;
	/** Most heap in use meanwhile beyond what was before, in MB, garbage included. */
	heapMb?: number;
	/** Records, files or entries that came out. */
	records?: number;
}

const cpuMicroseconds = () => {
	const { user, system } = process.cpuUsage();
	return user + system;
};

const mb = (bytes: number) => bytes / 1e6;
const heap = () => getHeapStatistics().used_heap_size;

/** Runs `work` in this process; `recordsIn` counts what came out of it. */
export async function gauge<Result>(
	work: () => Promise<Result>,
	recordsIn: (result: Result) => number,
): Promise<Sample & { cpuMs: number }> {
	globalThis.gc?.();
	const before = { resident: process.memoryUsage.rss(), heap: heap() };
	const most = { ...before };
	let looking = 0;
	const look = () => {
		const started = cpuMicroseconds();
		most.resident = Math.max(most.resident, process.memoryUsage.rss());
		most.heap = Math.max(most.heap, heap());
		looking += cpuMicroseconds() - started;
	};
	const watch = setInterval(look, 5);
	const cpu = cpuMicroseconds();
	const began = performance.now();
	const result = await work();
	const ms = performance.now() - began;
	const cpuMs = (cpuMicroseconds() - cpu - looking) / 1_000;
	look();
	clearInterval(watch);
	globalThis.gc?.();
	return {
		ms,
		cpuMs,
		grownMb: mb(most.resident - before.resident),
		heapMb: mb(most.heap - before.heap),
		keptMb: mb(heap() - before.heap),
		records: recordsIn(result),
	};
}
