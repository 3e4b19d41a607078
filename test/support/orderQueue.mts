import type { INodeParameters } from 'n8n-workflow';
import type { Setup } from './setup.mts';

/** Orders in a hub, 250 of them in its queue. */
export const longQueue = { seed: { orders: 260, queued: 250 } };

/** Runs Order Queue: Get Many. */
export const getManyOf = async ({ n8n }: Setup, parameters: INodeParameters) =>
	await n8n.run({ resource: 'orderQueue', operation: 'getMany', ...parameters });

/** IDs of the orders that wait in the queue. */
export const waitingIn = ({ hub }: Setup) => [...hub.state.queue.keys()];

/** The requests that have read the queue. */
export const readsOf = ({ hub }: Setup) =>
	hub.log.filter(({ endpoint }) => endpoint === 'queueList');

export const ids = (json: Array<{ idPedido?: unknown }>) => json.map(({ idPedido }) => idPedido);
