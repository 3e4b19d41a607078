import type { EndpointName } from '../endpoints';
import type { Hub } from '../hub';

/** Requests by endpoint; repeats of one count once. */
export type RequestCounts = Partial<Record<EndpointName, number>>;

/** The same hub, counting the requests that are asked of it. */
export function countedHub<Name extends EndpointName>(
	hub: Hub<Name>,
): { hub: Hub<Name>; counts: Readonly<RequestCounts> } {
	const counts: RequestCounts = {};
	return {
		hub: {
			account: async () => await hub.account(),
			async request(name, input, answer) {
				counts[name] = (counts[name] ?? 0) + 1;
				return await hub.request(name, input, answer);
			},
		},
		counts,
	};
}
