import { afterAll, expect, test } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import { notificationOf, send } from '../n8n/triggersSupport.mts';
import { deleteTables, tableRows } from '../server/dataTables.mts';
import { importExample, triggerOf, unscheduled } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
import { platform } from './platform.mts';

const ORDERS = 5;

const hub = await useHub();
const { n8n, rest } = await platform();
const credential = await storeCredential(rest, hub);
await deleteTables(rest);
const workflow = await importExample(rest, 'orders-into-table', credential, {
	adapt: unscheduled,
});
await rest.publish(workflow);
afterAll(async () => await rest.deleteWorkflow(workflow));

test('an order whose notification comes again at another process has one row, in its new status, and one acknowledgement', async () => {
	const orders = Array.from({ length: ORDERS }, () => hub.createOrder().idPedido);
	/** At the webhook process first, then at main, which knows nothing of the first time. */
	const notifyBoth = async (executionsBefore: number) => {
		for (const [index, process] of [n8n.webhook, n8n.main].entries()) {
			const address = webhookUrl(process.url, triggerOf(workflow));
			for (const idPedido of orders) {
				const notification = JSON.stringify(notificationOf(hub, idPedido));
				expect(await send(address, notification)).toMatchObject({ status: 200 });
			}
			await n8n.endedExecutions(workflow, executionsBefore + (index + 1) * ORDERS);
		}
		const rows = await tableRows(rest, 'marketplace_hub_orders');
		return rows.sort((one, two) => Number(one.idPedido) - Number(two.idPedido));
	};
	const novo = orders.map((idPedido) => ({ idPedido: String(idPedido), status: 'novo' }));
	const first = await notifyBoth(0);
	expect(first).toMatchObject(novo);
	expect(hub.state.queue.size).toBe(0);

	orders.forEach((idPedido) => hub.updateOrder(idPedido, { status: 'pago' }));
	expect(await notifyBoth(2 * ORDERS)).toMatchObject(
		first.map(({ id, idPedido }) => ({ id, idPedido, status: 'pago' })),
	);
	expect(hub.state.queue.size).toBe(0);
	expect(hub.state.acknowledgements).toHaveLength(2 * ORDERS);
	const failed = (await n8n.executions(workflow)).filter(({ status }) => status !== 'success');
	expect(failed).toEqual([]);
});
