import { expect, test } from 'vitest';
import { byId, go, mapped, op, requests, shown } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: { orders: 3, queued: 3, fiscalDocuments: 8 } });

const asText = /give it as text/i;

const long = [
	'9007199254740993',
	'999999999999999999',
	'123456789012345678901234567890',
	'-9007199254740993',
];

test.each(long)('%s reaches the hub as a JSON number with all digits', async (digits) => {
	const [id] = at.hub.state.orders.keys();
	await at.n8n.run(
		op('order setAsInvoiced', {
			idPedido: byId(id!),
			bodyMode: 'json',
			bodyJson: `{"numero": ${digits}, "lista": [${digits}], "texto": "${digits}"}`,
		}),
	);
	const [request] = requests(at.hub, 'orderInvoiced');
	expect(request!.body).toBe(`{"numero":${digits},"lista":[${digits}],"texto":"${digits}"}`);
});

test('features and ids of a product', async () => {
	const entry = JSON.stringify({
		...productFields({ skuProduto: 'LONG' }),
		idCategoriaExterna: 1,
	})
		.replace(
			'"idCategoriaExterna":1',
			'"idCategoriaExterna":9007199254740993,"caracteristicas":{"lote":12345678901234567890}',
		)
		.replace('"ean":"7891000315507"', '"ean":12345678901234567890');
	await at.n8n.run(op('product create', { inputMode: 'json', json: entry }));
	const [request] = requests(at.hub, 'productCreate');
	expect(request!.body).toContain('"idCategoriaExterna":9007199254740993');
	expect(request!.body).toContain('"lote":12345678901234567890');
	expect(request!.body).toContain('"ean":"12345678901234567890"');
});

test('an id with many digits given as text is sent with all of them', async () => {
	const entry = {
		...productFields({ skuProduto: 'LONG' }),
		idCategoriaExterna: '9007199254740993',
	};
	await at.n8n.run(op('product create', mapped), [entry]);
	const [request] = requests(at.hub, 'productCreate');
	expect(request!.body).toContain('"idCategoriaExterna":9007199254740993');
});

test.each(['={{ ({ numero: 9007199254740993 }) }}', '={{ ({ a: { lista: [1e21] } }) }}'])(
	'from the expression %s they are no longer exact: refused',
	async (bodyJson) => {
		const [id] = at.hub.state.orders.keys();
		const result = await at.n8n.run(
			op('order setAsInvoiced', { idPedido: byId(id!), bodyMode: 'json', bodyJson }),
		);
		expect(shown(result.nodeError)).toMatch(asText);
		expect(at.hub.count({ endpoint: 'orderInvoiced' })).toBe(0);
	},
);

test('in columns they are refused, at every depth', async () => {
	const items = [
		{ ...productFields(), idCategoriaExterna: 9007199254740993 },
		{ ...productFields(), caracteristicas: { lote: 9007199254740993 } },
		{ ...productFields(), tags: [9007199254740993] },
	];
	const result = await at.n8n.run(op('product create', mapped), items, go);
	expect(result.json().map(({ error }) => error)).toEqual(
		items.map(() => expect.stringMatching(asText)),
	);
	expect(at.hub.count({ endpoint: 'productCreate' })).toBe(0);
});
