import { expect, test } from 'vitest';
import { op, requests } from '../../../support/items.mts';
import { addOrders, issuedAt } from '../../../support/orderHistory.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 60 } });
const getMany = async (more: object) => (await at.n8n.done(op('order getMany', more))).json();
const ids = (orders: Array<{ idPedido?: unknown }>) => orders.map(({ idPedido }) => idPedido);

test('the newest orders come first, up to Limit', async () => {
	const newest = ids(at.hub.state.ordersByIssueDate()).reverse();
	expect(ids(await getMany({ limit: 5 }))).toEqual(newest.slice(0, 5));
});

test('Oldest First reverses the list', async () => {
	const oldest = ids(at.hub.state.ordersByIssueDate());
	expect(ids(await getMany({ limit: 5, sort: 'oldestFirst' }))).toEqual(oldest.slice(0, 5));
});

test('Return All gives every order, a hundred in each request', async () => {
	at.hub.seed({ orders: 190 });
	expect(new Set(ids(await getMany({ returnAll: true }))).size).toBe(250);
	expect(requests(at.hub, 'orderList').length).toBeLessThanOrEqual(4);
});

test("statuses filter the list, in the hub's words", async () => {
	const filters = { status: ['pago'], otherStatus: 'entregue' };
	const found = await getMany({ returnAll: true, filters });
	expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['pago', 'entregue']));
	expect(found).toHaveLength(20);
});

test('orders of a period are found by their issue date', async () => {
	const orders = addOrders(at.hub, [0, 60, 120, 180]);
	const filters = { issuedAfter: issuedAt(60), issuedBefore: issuedAt(120) };
	const found = ids(await getMany({ returnAll: true, filters, sort: 'oldestFirst' }));
	expect(found).toEqual(ids(orders.slice(1, 3)));
});

test('an order is found by its number in the marketplace', async () => {
	const [order] = at.hub.state.ordersByIssueDate();
	const filters = { marketplaceOrderId: String(order!.idPedidoCanal) };
	expect(ids(await getMany({ filters }))).toEqual([order!.idPedido]);
});
