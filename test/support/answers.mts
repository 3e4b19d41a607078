import type { Fault, Hub } from '../hub/index.mts';

/** Lets a hub answer the next requests to an endpoint with this body, whatever was asked. */
export function answer(hub: Hub, endpoint: string, body: unknown, status = 200, times = 1): void {
	hub.faults.add({ endpoint, kind: 'status', status, body, times });
}

/** The same with a status, and what else there is to say of the answer. */
export function respond(
	hub: Hub,
	endpoint: string | undefined,
	status: number,
	more: Partial<Fault> = {},
): void {
	hub.faults.add({ endpoint, kind: 'status', status, ...more });
}
