import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { HubN8n } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { waitFor } from '../../server/wait.mts';
import { type Recorded, storedIn } from './corpus.mts';
import { call, notificationOf, pollOnce, triggerWorkflow } from '../../support/triggers.mts';

/** A trigger as a release stored it, and the orders that come one after another. */
export interface StoredTrigger extends Recorded {
	type: 'marketplaceHubTrigger' | 'marketplaceHubQueueTrigger';
	parameters: INodeParameters;
	/** The statuses of the orders. */
	orders: string[];
	/** Fields in which each notification differs. */
	notification?: IDataObject;
	/** What an earlier run left in the workflow's static data: for these orders the poll comes a second time. */
	pollsTwice?: true;
	/** How many of the orders stay in the hub's queue. */
	stay: number;
}

/** The stored triggers: file name → those of a node. */
export const storedTriggers = () => storedIn<StoredTrigger>('triggers');

/** A hub that is the same each time, without orders. */
export const emptyHub = {
	seed: { channels: 3, products: 10, orders: 0 },
	startsAt: Date.parse('2026-03-02T12:00:00Z'),
	clock: 'manual',
} as const;

/**
 * What the workflow gets, what the hub is answered, and which orders leave its queue. The hub's address
 * is another one in each run, and stands as one word here.
 */
export async function resultOfTrigger(
	{ type, parameters, orders, notification, pollsTwice, stay }: StoredTrigger,
	hub: Hub,
	n8n: HubN8n,
): Promise<IDataObject> {
	const workflow = triggerWorkflow(n8n, type, parameters);
	const ids = orders.map((status) => hub.createOrder({ status }).idPedido);
	const started: IDataObject[][] = [];
	const replies: string[] = [];
	if (type === 'marketplaceHubQueueTrigger') {
		started.push(...(await pollOnce(n8n, workflow)));
		if (pollsTwice) started.push(...(await pollOnce(n8n, workflow)));
	} else
		for (const idPedido of ids) {
			const body = notificationOf(hub, idPedido, notification);
			const { status, text, items } = await call(n8n, workflow, body);
			replies.push(`${status} ${text}`);
			if (items !== undefined) started.push(items);
		}
	await waitFor(() => hub.state.queue.size === stay, {
		what: `${stay} orders to stay in the queue, not ${hub.state.queue.size}`,
		timeout: 5_000,
		every: 10,
	});
	const acknowledged = hub.state.acknowledgements.map(
		({ idPedido, idInterno, status }) => `${idPedido} ${idInterno} ${status}`,
	);
	const result = { replies, started, acknowledged: acknowledged.sort() };
	return JSON.parse(JSON.stringify(result).replaceAll(hub.url, 'http://hub')) as IDataObject;
}
