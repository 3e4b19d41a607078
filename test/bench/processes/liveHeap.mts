import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getHeapStatistics } from 'node:v8';

/** Live heap, that is after everything else was collected, in MB beyond what was live before. */
export interface LiveHeap {
	/** The most meanwhile. */
	mostMb: number;
	/** What is left of it afterwards while the result is kept. */
	keptMb: number;
}

function live(): number {
	if (globalThis.gc === undefined) throw new Error('Start this process with --expose-gc');
	// what only finalizers kept alive goes with the second one
	globalThis.gc();
	globalThis.gc();
	return getHeapStatistics().used_heap_size / 1e6;
}

const answers = 'http.client.response.finish';

/**
 * Runs `work` and looks at the live heap at every `each`-th answer that this process receives, and
 * whenever `work` asks for it; the time that this takes is nobody's.
 */
export async function liveHeap(
	work: (look: () => void) => Promise<unknown>,
	each: number,
): Promise<LiveHeap> {
	const before = live();
	let most = before;
	let received = 0;
	const look = () => {
		most = Math.max(most, live());
	};
	const onAnswer = () => {
		if (++received % each === 0) look();
	};
	subscribe(answers, onAnswer);
	let result: unknown;
	try {
		result = await work(look);
	} finally {
		unsubscribe(answers, onAnswer);
	}
	const kept = live();
	// the result is alive until here
	void result;
	return { mostMb: most - before, keptMb: kept - before };
}
