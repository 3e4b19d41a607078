import { expect, test } from 'vitest';
import { op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

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
