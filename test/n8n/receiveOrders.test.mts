import { afterAll, describe, expect, test } from 'vitest';
import { importExample, triggerOf } from '../server/examples.mts';
import { outputOf, webhookUrl, type Execution } from '../server/rest.mts';
import type { FullOrder } from '../hub/index.mts';
import { server, useN8n } from './session.mts';

const { hub, n8n, credential } = await useN8n();
const workflow = await importExample(n8n, 'receive-orders', credential);
await n8n.publish(workflow);
afterAll(async () => await n8n.deleteWorkflow(workflow));

describe('receive-orders.json, published in a real n8n', () => {
	const configure = (automaticAcknowledgement = false) =>
		hub.webhook.configure({
			url: webhookUrl(server.url, triggerOf(workflow)),
			automaticAcknowledgement,
		});

	/** The trigger acknowledges after n8n has stored the execution. */
	const acknowledged = async (idPedido: number) =>
		await expect.poll(() => hub.state.queue.has(idPedido), { timeout: 10_000 }).toBe(false);

	const receive = async (order: FullOrder): Promise<Execution> => {
		await hub.webhook.settled();
		const executions = await n8n.finishedExecutions(workflow, hub.webhook.deliveries.length);
		const received = executions.find(
			(execution) => orderIn(execution)?.idPedido === order.idPedido,
		);
		expect(received, 'no execution received the order').toBeDefined();
		return received!;
	};

	test("an order is answered in the hub's form, comes out in full and is acknowledged", async () => {
		configure();
		const order = hub.createOrder();
		const execution = await receive(order);

		const delivery = hub.webhook.deliveries.at(-1)!;
		expect(delivery).toMatchObject({
			status: 200,
			accepted: true,
			json: { idInterno: order.idPedido, status: 'novo' },
		});
		expect(delivery.contentType).toContain('application/json');
		expect(hub.webhook.active).toBe(true);

		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(orderIn(execution)).toMatchObject({
			idPedidoCanal: order.idPedidoCanal,
			itens: order.itens,
			pagamentos: order.pagamentos,
		});
		expect(outputOf(execution, 'Keep What the ERP Needs')).toEqual([
			{
				idPedido: String(order.idPedido),
				status: 'novo',
				total: order.valores.total,
				buyer: order.cliente.nome,
			},
		]);
		await acknowledged(order.idPedido);
		expect(hub.state.acknowledgements.at(-1)).toMatchObject({
			idPedido: order.idPedido,
			idInterno: String(order.idPedido),
			status: 'novo',
		});
	});

	test('nothing is acknowledged if the hub does so itself', async () => {
		configure(true);
		const before = hub.state.acknowledgements.length;
		const execution = await receive(hub.createOrder());
		expect(execution.status).toBe('success');
		expect(hub.webhook.deliveries.at(-1)).toMatchObject({ accepted: true });
		expect(hub.state.acknowledgements).toHaveLength(before);
	});
});

function orderIn(execution: Execution): Record<string, unknown> | undefined {
	return outputOf(execution, 'Marketplace Hub Trigger')[0];
}
