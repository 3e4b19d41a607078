import type { EndpointName } from '../endpoints';
import type { Hub } from '../hub';

/** The same hub, counting the requests that are asked of it; repeats of one count once. */
export function countedHub<Name extends EndpointName>(
	hub: Hub<Name>,
): { hub: Hub<Name>; requests(): number } {
	let requests = 0;
	return {
		hub: {
			account: async () => await hub.account(),
			async request(name, input, answer) {
				requests++;
				return await hub.request(name, input, answer);
			},
		},
		requests: () => requests,
	};
}
