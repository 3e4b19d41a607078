import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import { answer, asJson, bodies, bySku, hintsOf, mapped, op, shown } from '../../support/items.mts';
import { addProducts } from '../../support/products.mts';
import { setup, type Setup, test } from '../../support/setup.mts';

const list = async ({ n8n }: Setup, resource: string) =>
	(await n8n.run({ resource, operation: 'getMany', returnAll: true, simplify: false })).json();

/* Prices and stock from a read. */

test('an item of the product list sets prices and stock', async ({ pair }) => {
	addProducts(pair.hub, [{ skuProduto: 'A' }]);
	const item = (await list(pair, 'product')).find(({ skuProduto }) => skuProduto === 'A')!;
	const changed = { ...item, precoPor: 49.9, precoDeMidia: 0, precoPorMidia: 0, estoque: 3 };
	await pair.n8n.done(op('price updateBatch', mapped), [changed]);
	expect(bodies(pair.hub, 'priceBatch')).toEqual([
		{ precos: [{ sku: 'A', precoDe: 99.9, precoPor: 49.9 }] },
	]);
	const stock = await pair.n8n.done(op('stock updateBatch', asJson(changed)));
	expect(bodies(pair.hub, 'stockBatch')).toEqual([{ estoques: [{ sku: 'A', estoque: 3 }] }]);
	expect(hintsOf(stock)).toEqual([]);
});

test('a variation goes by its own SKU, unless there is a column `sku`', async ({ pair }) => {
	addProducts(pair.hub, [{ skuProduto: 'A', variacoes: [{ skuVariacao: 'A-M', tamanho: 'M' }] }]);
	const [variation] = (
		await pair.n8n.run(op('product getVariation', { skuVariacao: 'A-M', simplify: false }))
	).json();
	await pair.n8n.done(op('stock updateBatch', mapped), [
		{ ...variation!, estoque: 4 },
		{ ...variation!, sku: 'CANECA-1', estoque: 5 },
	]);
	expect(bodies(pair.hub, 'stockBatch')).toEqual([
		{
			estoques: [
				{ sku: 'A-M', estoque: 4 },
				{ sku: 'CANECA-1', estoque: 5 },
			],
		},
	]);
});

test('a product with variations has no SKU for stock: it is not sent', async ({ pair }) => {
	addProducts(pair.hub, [{ skuProduto: 'A', variacoes: [{ skuVariacao: 'A-M', tamanho: 'M' }] }]);
	const [product] = (
		await pair.n8n.run(op('product get', { sku: bySku('A'), simplify: false }))
	).json();
	const result = await pair.n8n.run(op('stock updateBatch', mapped), [product!]);
	expect(shown(result.nodeError)).toMatch(/`sku` is required.*variations/s);
	expect(pair.hub.count({ endpoint: 'stockBatch' })).toBe(0);
});

test.each([false, true])(
	'a customized price read, one price changed, set (numbers of the hub as text: %s)',
	async (strictStrings) => {
		const pair = await setup({
			strictStrings,
			seed: { channels: 3, products: 10, customizedPrices: 3 },
		});
		const read = await list(pair, 'customizedPrice');
		const changed = read.map((entry) => ({ ...entry, precoPorPersonalizado: 9.9 }));
		const result = await pair.n8n.done(op('customizedPrice set', mapped), changed);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual([true, true, true]);
		expect(pair.hub.log.flatMap(({ unknownFields = [] }) => unknownFields)).toEqual([]);
		expect(await list(pair, 'customizedPrice')).toEqual(changed);
		expect(hintsOf(result)).toEqual([]);
	},
);

test('a price that the hub writes as 1.500 is not given back as 1.5', async ({ pair }) => {
	addProducts(pair.hub, [{ skuProduto: 'A' }, { skuProduto: 'B' }]);
	const rows = [
		['A', '2.000', '1.500'],
		['B', '12,90', '9,90'],
	].map(([skuProduto, precoDePersonalizado, precoPorPersonalizado]) => ({
		...{ idProduto: 1, skuProduto, idCanalIntegracao: 11 },
		...{ precoDePersonalizado, precoPorPersonalizado },
	}));
	answer(pair.hub, 'customizedPriceList', {
		produtosPrecoPersonalizado: { Loja: rows },
		info: { total: 2 },
	});
	await pair.n8n.done(op('customizedPrice set', mapped), await list(pair, 'customizedPrice'));
	expect(bodies(pair.hub, 'customizedPriceSet')).toEqual([
		{
			precos: [
				{ idCanalIntegracao: 11, skuProduto: 'A', precoDe: 2000, precoPor: 1500 },
				{ idCanalIntegracao: 11, skuProduto: 'B', precoDe: 12.9, precoPor: 9.9 },
			],
		},
	]);
});

test('the price that the workflow adds comes before the one read', async () => {
	const pair = await setup({ seed: { channels: 3, products: 10, customizedPrices: 1 } });
	const [entry] = await list(pair, 'customizedPrice');
	await pair.n8n.done(op('customizedPrice set', mapped), [{ ...entry!, precoPor: 7.5 }]);
	const [body] = bodies<{ precos: IDataObject[] }>(pair.hub, 'customizedPriceSet');
	expect(body!.precos[0]).toMatchObject({ precoDe: entry!.precoDePersonalizado, precoPor: 7.5 });
});

test('results of setting prices can be set again', async ({ pair }) => {
	const [listing] = [...pair.hub.state.listings.values()];
	const set = op('listingPrice set', mapped);
	const { idCanalIntegracao, prefixoCanalIntegracao, skuProduto } = listing!;
	const entry = {
		idCanalIntegracao,
		prefixoCanalIntegracao,
		skuProduto,
		precoDe: 2,
		precoPor: 1,
	};
	const once = await pair.n8n.run(set, [entry]);
	const twice = await pair.n8n.done(set, [{ ...once.json()[0]!, precoPor: 1.5 }]);
	expect(bodies(pair.hub, 'listingPriceSet')[1]).toEqual({
		precos: [{ ...entry, precoPor: 1.5 }],
	});
	expect(hintsOf(twice)).toEqual([]);
});
test('columns that belong to nothing are named once for the run', async ({ pair }) => {
	const items = [
		{ sku: 'CANECA-1', estoque: 1, Observação: 'x' },
		{ sku: 'CANECA-1', estoque: 2, Observação: 'y' },
	];
	const result = await pair.n8n.run(op('stock updateBatch', mapped), items);
	expect(hintsOf(result)).toHaveLength(1);
	expect(hintsOf(result)[0]).toContain('`Observação`');
});
