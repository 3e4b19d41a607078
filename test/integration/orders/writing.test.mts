import { describe, expect } from 'vitest';
import { answer, byId, op, requests, shown } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';
import { answerTogether } from '../../support/underWay.mts';

const setStatus = (operation: string, idPedido: number | string, more: object = {}) => ({
	resource: 'order',
	operation,
	idPedido: byId(idPedido),
	...more,
});
const acknowledge = (idPedido: number | string, idInterno: unknown, status = 'pago') =>
	op('orderQueue acknowledge', {
		idPedido: byId(idPedido),
		idInterno: idInterno as string,
		status,
	});

describe('status of an order', () => {
	const operations = [
		['setAsInvoiced', 'invoiced', 'faturado', 'orderInvoiced'],
		['setAsSent', 'sent', 'enviado', 'orderSent'],
		['setAsDelivered', 'delivered', 'entregue', 'orderDelivered'],
	] as const;

	test('of several orders: one after another, in the order of the items', async () => {
		const { hub, n8n } = await setup({ latency: 30 });
		// with a token that is new, one request goes ahead anyway
		await n8n.run(op('connection ping'));
		const ids = [1, 2, 3].map(() => hub.createOrder({ status: 'pago' }).idPedido);
		const { most } = answerTogether(hub, 'orderInvoiced', 1);
		await n8n.done(
			setStatus('setAsInvoiced', '={{ $json.id }}'),
			ids.map((id) => ({ id })),
		);
		expect(most()).toBe(1);
		const sent = requests(hub, 'orderInvoiced');
		expect(sent.map(({ path }) => path)).toEqual(ids.map((id) => `/v1/orders/${id}/invoiced`));
	});

	test.each(['canceled', 'Cancelled', 'devolvido', 'estornado', 'reembolsado'])(
		'of an order that is %s: nothing is sent',
		async (status) => {
			const { hub, n8n } = await setup();
			const { idPedido } = hub.createOrder({ status });
			const { nodeError } = await n8n.run(setStatus('setAsSent', idPedido));
			expect(shown(nodeError)).toContain(`is cancelled (${status})`);
			expect(requests(hub, 'orderSent')).toEqual([]);
		},
	);

	test("a status of the hub's own that means neither is left to the hub", async () => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({ status: 'em-separacao' });
		const { json } = await n8n.done(setStatus('setAsSent', idPedido));
		expect(json()).toMatchObject([{ outcome: 'done', status: 'enviado' }]);
	});

	test('an answer with the old status in its record is done only if the order has the new one', async () => {
		const { hub, n8n } = await setup();
		const order = hub.createOrder({ status: 'pago' });
		const { idPedido } = order;
		answer(hub, 'orderSent', { ...order, status: 'pago' });
		const { nodeError } = await n8n.run(setStatus('setAsSent', idPedido));
		expect(shown(nodeError)).toContain(`order ${idPedido} still has the status pago`);
	});

	test.each(operations)('%s with and without a body', async (operation, path, status, endpoint) => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({ status: 'pago' });
		const again = () => hub.updateOrder(idPedido, { status: 'pago' });
		const fields = {
			field: [
				{ name: 'nfeChave', value: '123' },
				{ name: 'nfeSerie', value: '1' },
			],
		};
		const plain = await n8n.run(setStatus(operation, idPedido));
		again();
		await n8n.run(setStatus(operation, idPedido, { bodyMode: 'fields', bodyFields: fields }));
		again();
		await n8n.run(
			setStatus(operation, idPedido, {
				bodyMode: 'json',
				bodyJson: '{"volumes":[{"codigo":999999999999999999}]}',
			}),
		);
		expect(plain.json()).toEqual([expect.objectContaining({ idPedido, status })]);
		const sent = requests(hub, endpoint);
		expect(sent.map((request) => [request.method, request.path])).toEqual(
			Array.from({ length: 3 }, () => ['PUT', `/v1/orders/${idPedido}/${path}`]),
		);
		expect(sent[0]?.body).toBe('');
		expect(sent[0]?.headers['content-type']).toBeUndefined();
		expect(JSON.parse(sent[1]!.body)).toEqual({ nfeChave: '123', nfeSerie: '1' });
		expect(sent[2]?.status).toBe(200);
	});

	test('a list as body, and an order that does not exist', async ({ hub, n8n }) => {
		const list = await n8n.run(
			setStatus('setAsSent', 1, { bodyMode: 'json', bodyJson: '[{"a":1},{"b":2}]' }),
		);
		expect(shown(list.nodeError)).toMatch(/one object/);
		expect(hub.log).toEqual([]);
		expect(shown((await n8n.run(setStatus('setAsSent', 1))).nodeError)).toMatch(/404: Pedido/);
	});
});

describe('acknowledge', () => {
	test("left empty: the hub's own order ID", async ({ hub, n8n }) => {
		const { idPedido } = hub.createOrder({});
		await n8n.run(acknowledge(idPedido, ''));
		expect(hub.state.acknowledgements[0]?.idInterno).toBe(String(idPedido));
	});

	test('a status that the hub does not take is refused before sending', async ({ hub, n8n }) => {
		const result = await n8n.run(acknowledge(1, '1', '={{ "em-separacao" }}'));
		expect(shown(result.nodeError)).toMatch(
			/status.*(one of novo, pago, faturado|valid|not supported)/is,
		);
		expect(hub.log).toEqual([]);
	});

	test('twice: the second says that the order was not waiting', async ({ hub, n8n }) => {
		const { idPedido } = hub.createOrder({});
		await n8n.run(acknowledge(idPedido, '7'));
		const second = await n8n.run(acknowledge(idPedido, '7'));
		expect(shown(second.nodeError)).toMatch(
			new RegExp(`Order ${idPedido} was not waiting[\\s\\S]*acknowledged before`),
		);
		expect(hub.state.acknowledgements).toHaveLength(1);
	});
});
