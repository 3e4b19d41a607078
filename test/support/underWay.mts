import { setTimeout as pause } from 'node:timers/promises';
import type { Hub } from '../hub/index.mts';
import { waitFor } from '../server/wait.mts';

/**
 * Counts from now on; the function tells the most requests to an endpoint that the hub had at once.
 * @param after requests to it that are no part of it
 */
export function countUnderWay(hub: Hub, endpoint: string, after = 0): () => number {
	let most = 0;
	hub.onRequest(() => {
		const counted = hub.log.filter((request) => request.endpoint === endpoint).slice(after);
		const open = counted.filter(({ status }) => status === 0);
		most = Math.max(most, open.length);
	});
	return () => most;
}

/** The hub does not answer the next request to an endpoint, which `arrived` waits for, before `release`. */
export function hold(hub: Hub, endpoint: string) {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	hub.faults.add({ endpoint, kind: 'slow', until });
	const before = hub.count({ endpoint });
	const isThere = () => hub.count({ endpoint }) > before;
	const arrived = async () => await waitFor(isThere, { what: `a call of ${endpoint}`, every: 5 });
	return { arrived, release };
}

/**
 * The hub answers no further request to an endpoint until it has so many at once, so that no speed
 * of a machine decides what is seen.
 * @param after requests that it answers before, `failing` of them by a fault that was added earlier
 * @returns settles once they were there; rejects, and lets the hub go on, when they do not come
 */
export function answerTogether(
	hub: Hub,
	endpoint: string,
	count: number,
	after = 0,
	failing = 0,
): { arrived: Promise<unknown>; most: () => number } {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	hub.faults.add({ endpoint, kind: 'slow', until, after: after - failing, times: Infinity });
	const most = countUnderWay(hub, endpoint, after);
	const together = () => most() >= count;
	const arrived = waitFor(together, { what: `${count} at once`, timeout: 8_000 })
		// whoever sends more than that does so by now
		.then(async () => await pause(50))
		.finally(release);
	arrived.catch(() => undefined);
	return { arrived, most };
}
