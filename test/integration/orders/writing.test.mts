import { describe, expect } from 'vitest';
import { answer, byId, op, requests, respond, shown } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';
import { answerTogether } from '../../support/underWay.mts';

const setStatus = (operation: string, idPedido: number | string, more: object = {}) => ({
	resource: 'order',
	operation,
	idPedido: byId(idPedido),
	...more,
});

describe('status of an order', () => {
	test('several orders are set one after another, in the order of the items', async () => {
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
		'an order that is %s is not changed, and nothing is sent',
		async (status) => {
			const { hub, n8n } = await setup();
			const { idPedido } = hub.createOrder({ status });
			const { nodeError } = await n8n.run(setStatus('setAsSent', idPedido));
			expect(shown(nodeError)).toContain(`is cancelled (${status})`);
			expect(requests(hub, 'orderSent')).toEqual([]);
		},
	);

	test("an order with a status of the hub's own is set", async () => {
		const { hub, n8n } = await setup();
		const { idPedido } = hub.createOrder({ status: 'em-separacao' });
		const { json } = await n8n.done(setStatus('setAsSent', idPedido));
		expect(json()).toMatchObject([{ outcome: 'done', status: 'enviado' }]);
	});

	test.each(['pago', 'em-separacao'])(
		'an answer with the old status, %s, counts as done only if the order has the new one',
		async (status) => {
			const { hub, n8n } = await setup();
			const order = hub.createOrder({ status });
			const { idPedido } = order;
			answer(hub, 'orderSent', { ...order, status });
			const { nodeError } = await n8n.run(setStatus('setAsSent', idPedido));
			expect(shown(nodeError)).toContain(`order ${idPedido} still has the status ${status}`);
		},
	);

	test.each([404, 503])(
		'nobody knows what became of an order whose answer has the old status and that then answers %i',
		async (status) => {
			const { hub, n8n } = await setup();
			const order = hub.createOrder({ status: 'pago' });
			const { idPedido } = order;
			answer(hub, 'orderSent', { ...order, status: 'pago' });
			hub.faults.add({ kind: 'status', status, endpoint: 'orderGet', after: 1, times: 99 });
			const result = await n8n.run(setStatus('setAsSent', idPedido), [{}], {
				onError: 'continueRegularOutput',
			});
			expect(result.json()).toMatchObject([{ outcome: 'unknown' }]);
			expect(String(result.json()[0]!.error)).toContain('took the change');
		},
	);

	test('an order that turns out to be cancelled after the change is not done', async () => {
		const { hub, n8n } = await setup();
		const order = hub.createOrder({ status: 'pago' });
		const { idPedido } = order;
		const cancelled = { ...order, status: 'cancelado' };
		answer(hub, 'orderSent', cancelled);
		respond(hub, 'orderGet', 200, { after: 1, body: cancelled });
		const { nodeError } = await n8n.run(setStatus('setAsSent', idPedido));
		expect(shown(nodeError)).toContain(`order ${idPedido} has the status cancelado`);
	});

	test('a list as the body and an unknown order are refused', async ({ hub, n8n }) => {
		const list = await n8n.run(
			setStatus('setAsSent', 1, { bodyMode: 'json', bodyJson: '[{"a":1},{"b":2}]' }),
		);
		expect(shown(list.nodeError)).toMatch(/one object/);
		expect(hub.log).toEqual([]);
		expect(shown((await n8n.run(setStatus('setAsSent', 1))).nodeError)).toMatch(/404: Pedido/);
	});
});
