import type { IDataObject, INodeParameters, Workflow } from 'n8n-workflow';
import type { WebhookRequest } from '../engine/n8n.mts';
import { setupEach } from './setup.mts';
import { call, notificationOf, pollOnce, queueOf, triggerWorkflow } from './triggers.mts';

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** How a notification is sent, beside the order that it is about. */
interface Notified {
	/** Fields of the notification that are others. */
	changes?: IDataObject;
	request?: WebhookRequest;
	/** Whether n8n gets to run what it starts. */
	begins?: boolean;
}

/**
 * A hub and an n8n before each test of a file about one of our triggers, in `at`, and what its tests
 * do with them.
 */
export function setupTrigger(
	type: 'marketplaceHubTrigger' | 'marketplaceHubQueueTrigger',
	...given: Parameters<typeof setupEach>
) {
	const at = setupEach(...given);
	return {
		at,
		/** A workflow with the trigger alone. */
		trigger: (parameters: INodeParameters = {}, staticData: IDataObject = {}) =>
			triggerWorkflow(at.n8n, type, parameters, staticData),
		/** New orders, which wait in the queue; their ids. */
		create: (count: number, status = 'novo') =>
			Array.from({ length: count }, () => at.hub.createOrder({ status }).idPedido),
		/** Polls once as n8n does; one entry for each execution that was started. */
		poll: async (...how: DropFirst<Parameters<typeof pollOnce>>) => await pollOnce(at.n8n, ...how),
		/** Calls the webhook about an order, and runs the workflow that it starts. */
		notify: async (
			workflow: Workflow,
			idPedido: number | string,
			{ changes, request, begins }: Notified = {},
		) => {
			const body = notificationOf(at.hub, idPedido, changes);
			return await call(at.n8n, workflow, body, request, { begins });
		},
		/** Waits until the hub's queue holds exactly these orders. */
		queueOf: async (...orders: number[]) => await queueOf(at.hub, ...orders),
	};
}
