import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { byHand, columnsOf } from '../../support/columns.mts';
import { asJson, bodies, bySku, hintsOf, mapped, op, shown } from '../../support/items.mts';
import { addProducts, productFields } from '../../support/products.mts';
import { setup, type Setup, test } from '../../support/setup.mts';

const variacoes = [
	{ skuVariacao: 'ROUND-M', tamanho: 'M', ean: '7891000315507', altura: 3 },
	{ skuVariacao: 'ROUND-G', tamanho: 'G' },
];

/** A hub with the product ROUND, and that product as the node reads it. */
async function withProduct(changes: IDataObject = {}, options = {}) {
	const pair = await setup(options);
	addProducts(pair.hub, [{ skuProduto: 'ROUND', variacoes, ...changes }]);
	return pair;
}

async function read({ n8n }: Setup, sku = 'ROUND'): Promise<IDataObject> {
	const parameters = op('product get', { simplify: false, sku: bySku(sku) });
	const result = await n8n.done(parameters);
	return result.json()[0]!;
}

/** 'Map Each Column Manually', each column an expression for the field of its name. */
async function eachByHand(pair: Setup) {
	const fields = await columnsOf(pair, 'getProductChangeFields');
	return byHand(fields, Object.fromEntries(fields.map(({ id }) => [id, `={{ $json.${id} }}`])));
}

const ways: Array<[string, (pair: Setup) => Promise<object> | object]> = [
	['mapped by hand', eachByHand],
	['mapped automatically', () => mapped],
	['JSON from an expression', () => ({ inputMode: 'json', json: '={{ $json }}' })],
	['JSON as text', () => ({ inputMode: 'json', json: '={{ JSON.stringify($json) }}' })],
];

describe.each(ways)('Get, change one field, Update: %s', (_name, way) => {
	const update = async (pair: Setup, record: IDataObject) =>
		await pair.n8n.done(op('product update', { sku: bySku('ROUND'), ...(await way(pair)) }), [
			record,
		]);
	const sent = ({ hub }: Setup) => bodies<IDataObject>(hub, 'productUpdate')[0]!;

	test.each([false, true])(
		'a product with variations is accepted (strictStrings: %s)',
		async (strictStrings) => {
			const pair = await withProduct(
				{ tags: ['azul'], idCategoriaExterna: 505771 },
				{ strictStrings },
			);
			const record = await read(pair);
			expect(record).toMatchObject({ condicao: 'indefinido', estoque: 10, cor: '' });
			const result = await update(pair, { ...record, nome: 'Outro nome' });
			expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
			expect(sent(pair)).toMatchObject({ nome: 'Outro nome', idCategoriaExterna: 505771 });
			expect(sent(pair)).not.toHaveProperty('estoque');
			expect(sent(pair)).not.toHaveProperty('condicao');
			expect(await read(pair)).toEqual({ ...record, nome: 'Outro nome' });
			expect(hintsOf(result)).toEqual([]);
		},
	);

	test('placeholders of the hub for empty values do not block the change', async () => {
		const pair = await withProduct();
		const record = await read(pair);
		const nothing = {
			precoDeMidia: 0,
			precoPorMidia: '0,00',
			condicao: 'indefinido',
			genero: null,
			faixaEtaria: '',
			tags: null,
			caracteristicas: [],
			idCategoriaExterna: '',
			imagens: [],
			categoria: [],
			altura: 0,
		};
		const result = await update(pair, { ...record, ...nothing, nome: 'Outro nome' });
		expect(sent(pair)).toMatchObject({ nome: 'Outro nome' });
		for (const name of Object.keys(nothing)) expect(sent(pair), name).not.toHaveProperty(name);
		expect(hintsOf(result).join()).toMatch(/writes 0.*precoDeMidia/);
	});

	test('a variation without a price leaves all variations as they are, and a hint says so', async () => {
		const pair = await withProduct();
		const { products } = pair.hub.state;
		products.get('ROUND')!.variacoes[1]!.precoDe = 0;
		products.get('ROUND')!.variacoes[1]!.precoPor = 0;
		const record = await read(pair);
		const result = await update(pair, { ...record, nome: 'Outro nome' });
		expect(sent(pair)).toMatchObject({ nome: 'Outro nome' });
		expect(sent(pair)).not.toHaveProperty('variacoes');
		expect(hintsOf(result).join()).toMatch(/variacoes.*ROUND-G/);
		expect(pair.hub.state.products.get('ROUND')!.variacoes).toHaveLength(2);
	});

	test('fields that the reference does not know are left out, and a hint names them', async () => {
		const pair = await withProduct();
		pair.hub.quirks.extraFields = true;
		const record = await read(pair);
		expect(record).toHaveProperty('campoNovo');
		const result = await update(pair, { ...record, preço: 1, nome: 'Outro nome' });
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		const hints = hintsOf(result).join();
		expect(hints).toContain('variacoes.campoNovo');
		expect(hints).not.toMatch(/estoque|skuVariacao|links/);
		if (_name !== 'mapped by hand') expect(hints).toMatch(/`campoNovo`.*`preço`/);
	});
});

describe('Update takes a record from other reads', () => {
	const update = op('product update', { sku: bySku('ROUND'), ...mapped });

	test('an item of the product list, with its links', async () => {
		const pair = await withProduct();
		const list = await pair.n8n.run(op('product getMany', { returnAll: true, simplify: false }));
		const item = list.json().find(({ skuProduto }) => skuProduto === 'ROUND')!;
		expect(item).toHaveProperty('links');
		const result = await pair.n8n.done(update, [{ ...item, nome: 'Outro nome' }]);
		expect(bodies<IDataObject>(pair.hub, 'productUpdate')[0]).not.toHaveProperty('links');
		expect(hintsOf(result)).toEqual([]);
	});

	test('the output of an update', async () => {
		const pair = await withProduct();
		const once = await pair.n8n.run(update, [{ nome: 'Um' }]);
		const twice = await pair.n8n.done(update, [{ ...once.json()[0]!, nome: 'Dois' }]);
		expect(twice.json()[0]).toMatchObject({ nome: 'Dois' });
	});

	test('a value that the user gave is still checked', async () => {
		const pair = await withProduct();
		const record = await read(pair);
		for (const [change, message] of [
			[{ condicao: 'velho' }, /`condicao`\) must be one of/],
			[{ precoPor: -1 }, /`precoPor`\) must be at least 0.01/],
			[{ precoPor: 1_000 }, /`precoPor`\) must not be above/],
		] as const) {
			const result = await pair.n8n.run(update, [{ ...record, ...change }]);
			expect(shown(result.nodeError)).toMatch(message);
		}
		// also beside empty cells
		for (const given of [{ precoPor: 0 }, { nome: '', precoPor: 0 }]) {
			const only = await pair.n8n.run({ ...update, ...asJson(given) });
			expect(shown(only.nodeError)).toMatch(/`precoPor`\) must be at least 0.01, got 0/);
		}
		expect(pair.hub.count({ endpoint: 'productUpdate' })).toBe(0);
	});
});

describe('a copy of a product under another SKU is registered', () => {
	test.each(['create', 'createBatch'])('%s', async (operation) => {
		const pair = await withProduct({ variacoes: [] });
		const record = await read(pair);
		const copy = { ...record, skuProduto: 'COPY', skuProdutoLider: 'COPY', precoDeMidia: 0 };
		await pair.n8n.done({ resource: 'product', operation, ...mapped }, [copy]);
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		const { estoque: _stock, precoDeMidia: _media, precoPorMidia: _selling, ...rest } = record;
		expect(await read(pair, 'COPY')).toMatchObject({
			...rest,
			skuProduto: 'COPY',
			skuProdutoLider: 'COPY',
		});
	});

	test('a product written by hand is still checked', async ({ hub, n8n }) => {
		const entry = { ...productFields(), condicao: 'quebrado' };
		const result = await n8n.run(op('product create', mapped), [entry]);
		expect(shown(result.nodeError)).toContain('`condicao`) must be one of');
		expect(hub.count({ endpoint: 'productCreate' })).toBe(0);
	});
});
