import type { Hub } from '../hub/index.mts';

/** Lets a hub answer the next requests to an endpoint with this body, whatever was asked. */
export function answer(hub: Hub, endpoint: string, body: unknown, status = 200, times = 1): void {
	hub.faults.add({ endpoint, kind: 'status', status, body, times });
}
