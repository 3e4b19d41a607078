import { expect } from 'vitest';
import { asJson, go, itemOf, op, shown } from '../../../support/items.mts';
import { sandboxOrderFields } from '../../../support/orders.mts';
import { setup, test } from '../../../support/setup.mts';

const create = (fields: unknown) => op('sandboxOrder create', asJson(fields));

test('a test order is created and waits in the queue', async ({ hub, n8n }) => {
	const [order] = (await n8n.done(create(sandboxOrderFields()))).json();
	expect(order).toMatchObject({ status: 'novo', valores: { total: 89.9 } });
	expect(hub.state.queue.has(Number(order!.idPedido))).toBe(true);
});

test('a list as JSON makes several orders of one item', async ({ hub, n8n }) => {
	const orders = ['A', 'B'].map((idPedidoCanal) => sandboxOrderFields({ idPedidoCanal }));
	const result = await n8n.run(create(orders));
	expect(result.items().map((item) => [itemOf(item), item.json.idPedidoCanal])).toEqual([
		[0, 'A'],
		[0, 'B'],
	]);
	expect(hub.state.orders.size).toBe(2);
});

test('an order without items is refused before it is sent', async ({ hub, n8n }) => {
	const { json } = await n8n.run(create(sandboxOrderFields({ itens: [] })), [{}], go);
	expect(json()[0]!.error).toContain('`itens`');
	expect(hub.log).toEqual([]);
});

test('in production nothing is sent, and the message says why', async () => {
	const { hub, n8n } = await setup({ environment: 'production' });
	expect(shown((await n8n.run(create(sandboxOrderFields()))).nodeError)).toMatch(
		/Sandbox orders do not exist in production[\s\S]*Environment/,
	);
	expect(hub.log).toEqual([]);
});
