import type { Hub } from '../hub/index.mts';

/** Counts from now on; the function tells the most requests to an endpoint that the hub had at once. */
export function countUnderWay(hub: Hub, endpoint: string): () => number {
	const { log } = hub;
	let most = 0;
	const push = log.push.bind(log);
	log.push = (...requests) => {
		const length = push(...requests);
		const open = log.filter((request) => request.endpoint === endpoint && request.status === 0);
		most = Math.max(most, open.length);
		return length;
	};
	return () => most;
}
