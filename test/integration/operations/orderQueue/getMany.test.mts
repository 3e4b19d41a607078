import { expect, test } from 'vitest';
import { op, requests } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 260, queued: 250 } });
const getMany = async (more: object) => (await at.n8n.done(op('orderQueue getMany', more))).json();
const waiting = () => [...at.hub.state.queue.keys()];
const ids = (orders: Array<{ idPedido?: unknown }>) => orders.map(({ idPedido }) => idPedido);
const asked = () => requests(at.hub, 'queueList').map(({ query }) => query);

test('the first orders of the queue come out and stay in it', async () => {
	const before = waiting();
	expect(ids(await getMany({ limit: 30 }))).toEqual(before.slice(0, 30));
	expect(waiting()).toEqual(before);
	expect(asked()).toEqual([{ limit: '30' }]);
});

test('up to 100 orders take one request', async () => {
	expect(ids(await getMany({ limit: 100 }))).toEqual(waiting().slice(0, 100));
	expect(asked()).toHaveLength(1);
});

test('the full record comes out without Simplify', async () => {
	const [order] = await getMany({ limit: 1, simplify: false });
	expect(order).toEqual({
		...at.hub.state.orders.get(waiting()[0]!),
		isCancelled: false,
		isReturned: false,
	});
});

test('statuses filter the queue', async () => {
	const filters = { status: ['pago'], otherStatus: 'cancelado' };
	const found = await getMany({ limit: 100, filters });
	expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['pago', 'cancelado']));
	expect(asked()).toEqual([{ limit: '100', status: 'pago|cancelado' }]);
});
