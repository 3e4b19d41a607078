import { getHeapStatistics } from 'node:v8';

/** What one run took. */
export interface Sample {
	ms: number;
	/** User and system time of the process. */
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

const mb = (bytes: number) => bytes / 1e6;
const heap = () => getHeapStatistics().used_heap_size;

/** Runs `work` in this process; `recordsIn` counts what came out of it. */
export async function gauge<Result>(
	work: () => Promise<Result>,
	recordsIn: (result: Result) => number,
): Promise<Sample & { cpuMs: number }> {
	globalThis.gc?.();
	const cpu = process.cpuUsage();
	const began = performance.now();
	const result = await work();
	const ms = performance.now() - began;
	const { user, system } = process.cpuUsage(cpu);
	return { ms, cpuMs: (user + system) / 1_000, records: recordsIn(result) };
}

/** The same with its memory, at which it looks every 5 ms: that takes a tenth of the CPU time of a list. */
export async function gaugeMemory<Result>(
	work: () => Promise<Result>,
	recordsIn: (result: Result) => number,
): Promise<Sample> {
	globalThis.gc?.();
	const before = { resident: process.memoryUsage.rss(), heap: heap() };
	const most = { ...before };
	const look = () => {
		most.resident = Math.max(most.resident, process.memoryUsage.rss());
		most.heap = Math.max(most.heap, heap());
	};
	const watch = setInterval(look, 5);
	const began = performance.now();
	const result = await work();
	const ms = performance.now() - began;
	look();
	clearInterval(watch);
	globalThis.gc?.();
	return {
		ms,
		grownMb: mb(most.resident - before.resident),
		heapMb: mb(most.heap - before.heap),
		keptMb: mb(heap() - before.heap),
		records: recordsIn(result),
	};
}
