import { describe, expect, test } from 'vitest';
import { hintsOf, op } from '../../../support/items.mts';
import { setup, setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 260, queued: 250 } });
const take = async (more: object) =>
	(await at.n8n.done(op('orderQueue getAndAcknowledge', more))).json();
const waiting = () => [...at.hub.state.queue.keys()];
const ids = (orders: Array<{ idPedido?: unknown }>) => orders.map(({ idPedido }) => idPedido);

test('Return All empties the queue: each order comes once and is acknowledged with its own ID and status', async () => {
	const before = waiting();
	expect(ids(await take({ returnAll: true }))).toEqual(before);
	expect(waiting()).toEqual([]);
	expect(at.hub.state.acknowledgements).toMatchObject(
		before.map((idPedido) => {
			const { status } = at.hub.state.orders.get(idPedido)!;
			return { idPedido, idInterno: String(idPedido), status };
		}),
	);
});

test('Limit sets the number of orders taken and acknowledged', async () => {
	const before = waiting();
	expect(ids(await take({ limit: 130 }))).toEqual(before.slice(0, 130));
	expect(waiting()).toEqual(before.slice(130));
});

test('only orders that match the filter are acknowledged', async () => {
	await take({ returnAll: true, filters: { status: ['pago'] } });
	const left = waiting().map((id) => at.hub.state.orders.get(id)!.status);
	expect(left).not.toContain('pago');
	expect(left.length).toBeGreaterThan(150);
});

describe('an order whose acknowledgement the hub refuses', () => {
	const refuse = (ids: readonly number[]) =>
		ids.forEach((id) =>
			at.hub.faults.add({
				kind: 'status',
				status: 400,
				path: `/v1/orders/queue/${id}`,
				times: Infinity,
			}),
		);

	test('keeps no other one in the queue, and a hint names it', async () => {
		const before = waiting();
		refuse(before.slice(0, 1));
		const result = await at.n8n.run(op('orderQueue getAndAcknowledge', { returnAll: true }));
		expect(ids(result.json())).toEqual(before);
		expect(waiting()).toEqual(before.slice(0, 1));
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(`^Order ${before[0]} was read but stays in the hub's queue: .*400`),
		]);
	});

	test('after three in a row nothing more is asked', async () => {
		const before = waiting();
		refuse(before);
		const result = await at.n8n.run(op('orderQueue getAndAcknowledge', { returnAll: true }));
		expect(ids(result.json())).toEqual(before.slice(0, 10));
		expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(3);
		expect(hintsOf(result)[0]).toMatch(/\(and 9 more\).*Reading stopped there\.$/);
	});
});

test('of an account that could not be read no hint says that its orders were acknowledged', async () => {
	const seed = { products: 0, orders: 0, queued: 0 };
	const { hub, n8n } = await setup({ seed }, { apiKey: '={{ $json.key }}' });
	hub.createOrder({ status: 'novo' });
	const items = [{ key: hub.apiKey }, { key: 'bad' }];
	const result = await n8n.run(op('orderQueue getAndAcknowledge', { returnAll: true }), items);
	expect(result.json()).toHaveLength(1);
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/^Account of row 2: The rest of the queue could not be read: .*401/),
	]);
});
