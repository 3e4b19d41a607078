import { triggerOf } from '../server/examples.mts';
import { outputOf, webhookUrl, type N8nRest, type Workflow } from '../server/rest.mts';
import { money } from '../hub/panel/html.mts';
import { waitFor } from '../server/wait.mts';
import type { Hub } from '../hub/types.mts';

const LAST_NODE = 'Keep What the ERP Needs';

/** Lets an order appear in the hub and tells what happens to it; rejects when one step does not. */
export async function simulateOrder(
	hub: Hub,
	n8n: N8nRest,
	workflow: Workflow,
	tell: (line: string) => void,
): Promise<void> {
	const url = webhookUrl(n8n.url, triggerOf(workflow));
	hub.webhook.configure({ url });

	const order = hub.createOrder();
	tell(
		`Order ${order.idPedido} created in the hub: ${order.cliente.nome}, ${money(order.valores.total, order.moeda)}`,
	);

	await hub.webhook.settled();
	const delivery = await waitFor(() => hub.webhook.deliveries.at(-1), {
		what: 'the hub to call the webhook',
	});
	if (!delivery.accepted)
		throw new Error(`The webhook answered ${delivery.status} with ${delivery.body || 'nothing'}`);
	tell(`The hub called ${url}, which answered ${delivery.status} with ${delivery.body}`);

	const [execution] = await n8n.finishedExecutions(workflow);
	if (execution?.status !== 'success') {
		throw new Error(
			`The workflow execution ended with ${execution?.status}: ${execution?.error?.message}`,
		);
	}
	const [item] = outputOf(execution, LAST_NODE);
	tell(
		`Workflow execution ${execution.id} succeeded; its last node returned ${JSON.stringify(item)}`,
	);

	const older = [...hub.state.queue.keys()].filter((id) => id !== order.idPedido);
	const isAcknowledged = () => !hub.state.queue.has(order.idPedido);
	await waitFor(isAcknowledged, { what: `order ${order.idPedido} to leave the hub's queue` });
	const others =
		older.length > 0 ? ` (${older.length} older ones wait there for the queue examples)` : '';
	tell(`The order is acknowledged and has left the hub's queue${others}`);
}
