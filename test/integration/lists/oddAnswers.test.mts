import chunk from 'lodash/chunk.js';
import { expect, test } from 'vitest';
import { completeSeed } from '../../support/everyOperation.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { answer, byId, bySku, hintsOf, op, requests, shown } from '../../support/items.mts';

const at = setupEach({ seed: completeSeed });

const answers = (...told: [string, unknown, number?, number?]) => answer(at.hub, ...told);

test('a feature called __proto__ is sent', async () => {
	const json = JSON.stringify(productFields({ skuProduto: 'PROTO' })).replace(
		/\}$/,
		',"caracteristicas":{"__proto__":"x","constructor":"y"}}',
	);
	await at.n8n.run(op('product create', { inputMode: 'json', json }));
	expect(at.hub.log.find(({ endpoint }) => endpoint === 'productCreate')!.body).toContain(
		'{"__proto__":"x","constructor":"y"}',
	);
});

test('a field and a feature called __proto__ come out of a read, with the other fields', async () => {
	const fields = ['__proto__', 'constructor'].map((key) => [key, 'x'] as const);
	const caracteristicas = Object.fromEntries(fields);
	answers('productGet', {
		...Object.fromEntries([['skuProduto', 'PROTO'], ['peso', '1,5'], ...fields]),
		caracteristicas,
	});
	const result = await at.n8n.run(op('product get', { sku: bySku('PROTO'), simplify: false }));
	const [record] = result.json();
	expect(record).toMatchObject({ skuProduto: 'PROTO', peso: 1.5 });
	expect(Object.entries(record!.caracteristicas!)).toEqual(fields);
	expect(Object.keys(record!)).toEqual(expect.arrayContaining(['__proto__', 'constructor']));
});

test.each([0, '0', 50, -1, 'muitos', null])(
	'a full page with the total %j is not the last one',
	async (total) => {
		const rows = Array.from({ length: 250 }, (_, index) => ({
			idPedido: index + 1,
			status: 'pago',
		}));
		for (const [page, pedidos] of chunk(rows, 100).entries())
			answers('orderList', { pedidos, info: { total, offset: page * 100, limit: 100 } });
		const { json } = await at.n8n.run(op('order getMany', { returnAll: true }));
		expect(json()).toMatchObject(rows);
		const offsets = requests(at.hub, 'orderList').map(({ query }) => query.offset);
		expect(offsets).toEqual(['0', '100', '200']);
	},
);

test('rows without an ID all come out', async () => {
	answers('orderList', { pedidos: [{ status: 'a' }, { status: 'b' }], info: { total: 3 } });
	answers('orderList', { pedidos: [{ status: 'c' }], info: { total: 3 } });
	const result = await at.n8n.run(op('order getMany', { returnAll: true }));
	expect(result.json().map(({ status }) => status)).toEqual(['a', 'b', 'c']);
});

test('a status that is no text is told as it is', async () => {
	const { idPedido } = at.hub.createOrder({});
	const status = { nome: 'pago' };
	answers('queueList', { pedidos: [{ idPedido, status }], info: { total: 1 } });
	const queue = await at.n8n.run(op('orderQueue getAndAcknowledge', { limit: 1 }));
	expect(hintsOf(queue).join()).toContain('{"nome":"pago"}');
	answers('orderSent', { error: 'Falhou' }, 500);
	answers('orderGet', { idPedido, status }, 200, 9);
	const { nodeError } = await at.n8n.run(op('order setAsSent', { idPedido: byId(idPedido) }));
	expect(shown(nodeError)).toContain('status {"nome":"pago"}');
});

test('a list of records that cannot be read does not also say that there are none', async () => {
	answers('orderList', { pedidos: ['a'] }, 200, 9);
	const result = await at.n8n.done(op('order getMany', {}));
	expect(hintsOf(result).join('\n')).toContain('Left out, because n8n cannot work on them');
	expect(hintsOf(result).join('\n')).not.toContain('No results');
});
