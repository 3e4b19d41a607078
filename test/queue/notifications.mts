import type { Hub } from '../hub/index.mts';
import { acknowledgeNode, waitNode } from '../n8n/session.mts';
import { notificationOf, send, triggerWorkflow } from '../n8n/triggersSupport.mts';
import type { QueueProcess } from '../server/queueProcess.mts';
import { webhookUrl, type Credential, type N8nRest, type Workflow } from '../server/rest.mts';
import type { StoredExecution } from '../server/storedExecutions.mts';

/**
 * Publishes 'Trigger', some seconds of work and 'Acknowledge', as orders are received where
 * executions run on workers.
 */
export async function publishReceiver(
	rest: N8nRest,
	credential: Credential,
	seconds: number,
): Promise<Workflow> {
	const receives = { acknowledgement: 'workflow' };
	const next = [waitNode(seconds), acknowledgeNode(credential)];
	const type = 'marketplaceHubTrigger';
	const workflow = await triggerWorkflow(rest, type, credential, receives, { next });
	await rest.publish(workflow);
	return workflow;
}

export interface Notified {
	idPedido: number;
	/** Whether the notification was answered as the hub wants it, so that the webhook stays on. */
	taken: Promise<boolean>;
}

/** Makes orders, and sends their notifications to the workflow at once. */
export function notify(
	hub: Hub,
	receiver: Pick<QueueProcess, 'url'>,
	{ nodes }: Workflow,
	count: number,
): Notified[] {
	const address = webhookUrl(receiver.url, nodes[0]!);
	return Array.from({ length: count }, () => {
		const { idPedido } = hub.createOrder();
		const taken = send(address, JSON.stringify(notificationOf(hub, idPedido))).then(
			({ status }) => status === 200,
			() => false,
		);
		return { idPedido, taken };
	});
}

/** The orders of these that are neither in the hub's queue nor acknowledged by an execution that n8n holds. */
export function lost(hub: Hub, notified: Notified[], executions: StoredExecution[]): number[] {
	const done = new Set(
		executions
			.filter(({ status }) => status === 'success')
			.flatMap(({ outputs }) => (outputs.Acknowledge ?? []).map(({ idPedido }) => idPedido)),
	);
	return notified
		.map(({ idPedido }) => idPedido)
		.filter((id) => !hub.state.queue.has(id) && !done.has(String(id)));
}

/** The orders that executions really hold, begun or not. */
export const heldOrders = (executions: StoredExecution[]): Set<number> =>
	new Set(
		executions
			.flatMap(({ outputs, waiting }) => outputs.Trigger ?? waiting.Trigger ?? [])
			.map(({ idPedido }) => Number(idPedido)),
	);
