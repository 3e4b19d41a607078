import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import type { NodeResult } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { setup, test } from '../../support/setup.mts';
import { byId, hintsOf, op } from '../../support/items.mts';

const getMany = op('orderQueue getAndAcknowledge', { returnAll: true });
const chosen = (fallbackStatus: string): INodeParameters => ({ settings: { fallbackStatus } });
const acknowledged = (hub: Hub) =>
	hub.state.acknowledgements.map(({ idPedido, status }) => [idPedido, status]);
const order = (hub: Hub, status: unknown) => hub.createOrder({ status }).idPedido;
const ids = (result: NodeResult) => result.json().map(({ idPedido }) => idPedido);

test('each order is acknowledged with its own status', async ({ hub, n8n }) => {
	const statuses = ['novo', 'pago', 'faturado', 'enviado', 'entregue', 'cancelado'];
	const orders = statuses.map((status) => [order(hub, status), status]);
	const result = await n8n.run({ ...getMany, ...chosen('entregue') });
	expect(ids(result)).toEqual(orders.map(([id]) => id));
	expect(acknowledged(hub)).toEqual(orders);
	expect(hintsOf(result)).toEqual([]);
});

test.each(['em-separacao', 'Pago', 'NOVO'])(
	'an order with a status that the hub does not take, %j, comes out and stays in the queue, with a hint',
	async (status) => {
		const { hub, n8n } = await setup();
		const before = order(hub, 'pago');
		const odd = order(hub, status);
		const after = order(hub, 'novo');
		const result = await n8n.run(getMany);
		expect(ids(result)).toEqual([before, odd, after]);
		expect(acknowledged(hub)).toEqual([
			[before, 'pago'],
			[after, 'novo'],
		]);
		expect([...hub.state.queue.keys()]).toEqual([odd]);
		expect(hintsOf(result)).toHaveLength(1);
		expect(hintsOf(result)[0]).toContain(String(odd));
		expect(hintsOf(result)[0]).toContain('Fallback Status');
		expect(hintsOf(result)[0]).toContain(status);
	},
);

test.each([{}, { status: null }, { status: '' }, { status: ['pago'] }])(
	'an order with %j for a status comes out and stays in the queue, too',
	async (status) => {
		const { hub, n8n } = await setup();
		const body = { pedidos: [{ idPedido: 5, ...status }], info: { total: 1 } };
		hub.faults.add({ endpoint: 'queueList', kind: 'status', status: 200, body, times: 9 });
		const result = await n8n.run(getMany);
		expect(ids(result)).toEqual([5]);
		expect(hub.count({ endpoint: 'acknowledge' })).toBe(0);
		expect(hintsOf(result).join()).toContain('Fallback Status');
	},
);

test('blanks around the ID of an order do not come out', async ({ hub, n8n }) => {
	for (const name of ['orderQueue acknowledge', 'sandboxOrder simulatePayment']) {
		const idPedido = String(order(hub, 'novo'));
		const result = await n8n.done(op(name, { idPedido: byId(` ${idPedido}\n`) }));
		expect(result.json()).toMatchObject([{ idPedido }]);
	}
});

test('the Fallback Status is sent for an order whose own status the hub does not take', async ({
	hub,
	n8n,
}) => {
	const odd = order(hub, 'em-separacao');
	const paid = order(hub, 'pago');
	const result = await n8n.run({ ...getMany, simplify: false, ...chosen('faturado') });
	expect(result.json()).toMatchObject([
		{ idPedido: odd, status: 'em-separacao' },
		{ idPedido: paid },
	]);
	expect(acknowledged(hub)).toEqual([
		[odd, 'faturado'],
		[paid, 'pago'],
	]);
	expect(hub.state.queue.size).toBe(0);
	expect(hintsOf(result)).toEqual([]);
});

test('orders that stay in the queue do not hold up later ones', async ({ hub, n8n }) => {
	const stay = Array.from({ length: 90 }, () => order(hub, 'em-separacao'));
	const go = Array.from({ length: 130 }, () => order(hub, 'pago'));
	const result = await n8n.run(getMany);
	expect(ids(result)).toEqual([...stay, ...go]);
	expect([...hub.state.queue.keys()]).toEqual(stay);
	expect(hintsOf(result)).toHaveLength(1);
});

test('a hundred orders that stay fill the page: a hint says so, and reading ends', async ({
	hub,
	n8n,
}) => {
	const stay = Array.from({ length: 100 }, () => order(hub, 'em-separacao'));
	order(hub, 'pago');
	const result = await n8n.run(getMany);
	expect(ids(result)).toEqual(stay);
	expect(hub.count({ endpoint: 'queueList' })).toBeLessThan(12);
	expect(hintsOf(result).join()).toMatch(/later orders/i);
});

test('Limit counts the orders that stay, too', async ({ hub, n8n }) => {
	const stay = Array.from({ length: 3 }, () => order(hub, 'em-separacao'));
	const paid = Array.from({ length: 3 }, () => order(hub, 'pago'));
	const result = await n8n.run({ ...getMany, returnAll: false, limit: 4 });
	expect(ids(result)).toEqual([...stay, paid[0]]);
	expect([...hub.state.queue.keys()]).toEqual([...stay, ...paid.slice(1)]);
});

test('a hint names an order whose acknowledgement is unknown', async ({ hub, n8n }) => {
	const first = order(hub, 'pago');
	hub.faults.add({ endpoint: 'acknowledge', kind: 'status', status: 503, times: 1_000 });
	const result = await n8n.run(getMany);
	expect(ids(result)).toEqual([first]);
	expect(hintsOf(result).join()).toMatch(new RegExp(`Order ${first}.*unknown`));
});
