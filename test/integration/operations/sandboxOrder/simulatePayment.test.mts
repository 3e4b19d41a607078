import { expect } from 'vitest';
import { bodies, byId, op, shown } from '../../../support/items.mts';
import { setup, test } from '../../../support/setup.mts';

const pay = (idPedido: number, more = {}) =>
	op('sandboxOrder simulatePayment', { idPedido: byId(idPedido), ...more });

test('a new order becomes pago at the given time', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'novo' });
	const result = await n8n.run(pay(idPedido, { dataOcorrencia: '2026-03-01T10:20:30' }));
	const dataOcorrencia = '2026-03-01 10:20:30';
	expect(result.json()).toEqual([
		{ idPedido: String(idPedido), status: 'pago', dataOcorrencia, paid: true, outcome: 'done' },
	]);
	expect(bodies(hub, 'sandboxOrderPaid')).toEqual([{ dataOcorrencia }]);
	expect(hub.state.orders.get(idPedido)?.status).toBe('pago');
});

test('the default time is now', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'novo' });
	await n8n.run(pay(idPedido));
	expect(bodies(hub, 'sandboxOrderPaid')).toEqual([
		{ dataOcorrencia: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
	]);
});

test('a paid order comes out as unchanged', async ({ hub, n8n }) => {
	const { idPedido } = hub.createOrder({ status: 'pago' });
	const { json } = await n8n.run(pay(idPedido));
	expect(json()).toMatchObject([{ status: 'pago', paid: true, outcome: 'unchanged' }]);
	expect(hub.count({ endpoint: 'sandboxOrderPaid' })).toBe(0);
});

test('in production nothing is sent, and the message says why', async () => {
	const { hub, n8n } = await setup({ environment: 'production' });
	expect(shown((await n8n.run(pay(1))).nodeError)).toMatch(
		/Sandbox orders do not exist in production[\s\S]*Environment/,
	);
	expect(hub.log).toEqual([]);
});
