import { afterAll, describe, expect, test } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import { notificationOf, send } from '../n8n/triggersSupport.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
import { platform } from './platform.mts';

const ORDERS = 5;

const hub = await useHub();
const { n8n, rest } = await platform();
const credential = await storeCredential(rest, hub);
const workflow = await importExample(rest, 'orders-by-several-processes', credential);
await rest.publish(workflow);
afterAll(async () => await rest.deleteWorkflow(workflow));

describe('orders-by-several-processes.json: notifications that come again at another process', () => {
	/** The ids that the node put out, over all executions. */
	const through = async (node: string, count: number) => {
		const executions = await n8n.endedExecutions(workflow, count);
		return executions
			.flatMap(({ outputs }) => outputs[node] ?? [])
			.map(({ idPedido }) => String(idPedido))
			.sort();
	};
	const told = async (count: number) =>
		(await n8n.endedExecutions(workflow, count)).filter(
			({ outputs }) => (outputs['Tell the Team'] ?? []).length > 0,
		).length;

	test('are stored again, which changes nothing, and tell the team once; a new status does again', async () => {
		const orders = Array.from({ length: ORDERS }, () => hub.createOrder().idPedido);
		const ids = orders.map(String).sort();
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
		};
		await notifyBoth(0);
		expect(await through('Store in ERP', 2 * ORDERS)).toEqual([...ids, ...ids].sort());
		expect(await told(2 * ORDERS)).toBe(ORDERS);
		expect(hub.state.queue.size).toBe(0);

		orders.forEach((idPedido) => hub.updateOrder(idPedido, { status: 'pago' }));
		await notifyBoth(2 * ORDERS);
		expect(await told(4 * ORDERS)).toBe(2 * ORDERS);
		expect(hub.state.queue.size).toBe(0);
		const failed = (await n8n.executions(workflow)).filter(({ status }) => status !== 'success');
		expect(failed).toEqual([]);
	});
});
