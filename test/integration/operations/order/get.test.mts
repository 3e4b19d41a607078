import { expect, test } from 'vitest';
import { byId, fromList, op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 10 } });
const get = async (idPedido: unknown, more = {}) =>
	await at.n8n.run(op('order get', { idPedido: idPedido as string, ...more }));
const one = () => at.hub.state.ordersByIssueDate()[7]!;

test('an order comes with its most used fields', async () => {
	const { idPedido, status, cliente } = one();
	const [record] = (await get(byId(idPedido))).json();
	expect(record).toMatchObject({ idPedido, status, cliente: { nome: cliente.nome } });
	expect(record).not.toHaveProperty('pagamentos');
});

test('the full record comes out without Simplify', async () => {
	expect((await get(byId(one().idPedido), { simplify: false })).json()).toEqual([
		{ ...one(), isCancelled: false, isReturned: false },
	]);
});

test.each([
	['cancelada', true, false],
	['Devolvido', false, true],
	['reembolsado', false, true],
])('an order that is %s says so in a field', async (status, isCancelled, isReturned) => {
	const { idPedido } = at.hub.createOrder({ status });
	const orders = (await get(byId(idPedido), { simplify: false })).json();
	expect(orders).toMatchObject([{ status, isCancelled, isReturned }]);
});

test.each([
	['picked from the list', (id: number) => fromList(String(id))],
	['given by an expression', (id: number) => byId(`={{ ${id} }}`)],
	['given as plain text', (id: number) => String(id)],
])('an order can be %s', async (_name, locator) => {
	expect((await get(locator(one().idPedido))).json()).toMatchObject([{ idPedido: one().idPedido }]);
});

test('an unknown order gets a 404', async () => {
	expect((await get(byId(1))).nodeError?.message).toMatch(/404: Pedido/);
});
