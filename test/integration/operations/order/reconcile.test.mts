import { expect, test } from 'vitest';
import { mapped, op, requests } from '../../../support/items.mts';
import { addOrders, issuedAt } from '../../../support/orderHistory.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { products: 0 } });
const reconcile = async (rows: object[]) => {
	const period = { period: 'issuedAfter', issuedAfter: issuedAt(0) };
	return (await at.n8n.done(op('order reconcile', { ...mapped, ...period }), rows as [])).json();
};
const stored = ({ idPedido, status, valores }: ReturnType<typeof addOrders>[number]) => ({
	idPedido,
	status,
	total: valores.total,
});

test('an order that the input lacks is missing, ready to be stored', async () => {
	const [first, second] = addOrders(at.hub, [0, 60]);
	const [result] = await reconcile([stored(first!)]);
	expect(result).toMatchObject({ result: 'missing', idPedido: second!.idPedido, status: 'pago' });
});

test('an order with another status or another total shows both values', async () => {
	const [first, second] = addOrders(at.hub, [0, 60]);
	const rows = [
		{ ...stored(first!), status: 'novo' },
		{ ...stored(second!), total: second!.valores.total + 0.01 },
	];
	expect(await reconcile(rows)).toMatchObject([
		{ result: 'statusDiffers', status: 'pago', input: { status: 'novo' } },
		{ result: 'totalDiffers', valores: { total: second!.valores.total } },
	]);
});

test('a row with an unknown order is reported', async () => {
	addOrders(at.hub, [0]);
	expect(await reconcile([{ idPedido: 999 }])).toContainEqual(
		expect.objectContaining({ result: 'onlyInInput', idPedido: '999' }),
	);
});

test('orders that are the same on both sides do not come out by default', async () => {
	expect(await reconcile(addOrders(at.hub, [0, 60]).map(stored))).toEqual([]);
});

test('a hundred orders take one request, and nothing is written', async () => {
	await reconcile(addOrders(at.hub, Array(100).keys()).map(stored));
	expect(requests(at.hub, 'orderList')).toHaveLength(1);
	expect(at.hub.log.filter(({ method }) => method === 'PUT')).toEqual([]);
});
