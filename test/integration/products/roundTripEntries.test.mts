import { expect } from 'vitest';
import {
	customized,
	listing,
	price,
	pricesSent,
	stock,
	stocks,
	stocksSent,
} from '../../support/batches.mts';
import { answer, asJson, bySku, hintsOf, op, shown } from '../../support/items.mts';
import { addListing, addProducts, channelPrice } from '../../support/products.mts';
import { setup, type Setup, test } from '../../support/setup.mts';

const list = async ({ n8n }: Setup, resource: string) =>
	(await n8n.run({ resource, operation: 'getMany', returnAll: true, simplify: false })).json();

/* Prices and stock from a read. */

test('an item of the product list sets prices and stock', async ({ pair }) => {
	addProducts(pair.hub, [{ skuProduto: 'A' }]);
	const item = (await list(pair, 'product')).find(({ skuProduto }) => skuProduto === 'A')!;
	const changed = { ...item, precoPor: 49.9, precoDeMidia: 0, precoPorMidia: 0, estoque: 3 };
	await pair.n8n.done(price, [changed]);
	const sent = { sku: 'A', precoDe: 99.9, precoPor: 49.9 };
	expect(pricesSent(pair.hub, 'priceBatch')).toEqual([[sent]]);
	const result = await pair.n8n.done({ ...stock, ...asJson(changed) });
	expect(stocksSent(pair.hub)).toEqual([stocks(['A'], 3)]);
	expect(hintsOf(result)).toEqual([]);
});

test('a variation is written under its own SKU, unless there is a column `sku`', async ({
	pair,
}) => {
	addProducts(pair.hub, [{ skuProduto: 'A', variacoes: [{ skuVariacao: 'A-M', tamanho: 'M' }] }]);
	const get = op('product getVariation', { skuVariacao: 'A-M', simplify: false });
	const [variation] = (await pair.n8n.run(get)).json();
	const items = [variation!, { ...variation!, sku: 'CANECA-1' }];
	await pair.n8n.done(
		stock,
		items.map((item) => ({ ...item, estoque: 4 })),
	);
	expect(stocksSent(pair.hub)).toEqual([stocks(['A-M', 'CANECA-1'], 4)]);
});

test('stock of a product with variations is not sent', async ({ pair }) => {
	addProducts(pair.hub, [{ skuProduto: 'A', variacoes: [{ skuVariacao: 'A-M', tamanho: 'M' }] }]);
	const get = op('product get', { sku: bySku('A'), simplify: false });
	const [product] = (await pair.n8n.run(get)).json();
	const asText = { ...product!, variacoes: JSON.stringify(product!.variacoes) };
	for (const record of [product!, asText])
		expect(shown((await pair.n8n.run(stock, [record])).nodeError)).toMatch(
			/This product has variations: SKU \(`sku`\).*variations/s,
		);
	expect(pair.hub.count({ endpoint: 'stockBatch' })).toBe(0);
});

test.each([false, true])(
	'a customized price can be read, changed and set (numbers of the hub as text: %s)',
	async (strictStrings) => {
		const seed = { channels: 3, products: 10, customizedPrices: 3 };
		const pair = await setup({ strictStrings, seed });
		const read = await list(pair, 'customizedPrice');
		const changed = read.map((entry) => ({ ...entry, precoPorPersonalizado: 9.9 }));
		const result = await pair.n8n.done(customized, changed);
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
	const produtosPrecoPersonalizado = { Loja: rows };
	answer(pair.hub, 'customizedPriceList', { produtosPrecoPersonalizado, info: { total: 2 } });
	await pair.n8n.done(customized, await list(pair, 'customizedPrice'));
	expect(pricesSent(pair.hub, 'customizedPriceSet')).toEqual([
		[
			{ idCanalIntegracao: 11, skuProduto: 'A', precoDe: 2000, precoPor: 1500 },
			{ idCanalIntegracao: 11, skuProduto: 'B', precoDe: 12.9, precoPor: 9.9 },
		],
	]);
});

test('a price that the workflow adds wins over the one that was read', async () => {
	const pair = await setup({ seed: { channels: 3, products: 10, customizedPrices: 1 } });
	const [entry] = await list(pair, 'customizedPrice');
	await pair.n8n.done(customized, [{ ...entry!, precoPor: 7.5 }]);
	const [sent] = pricesSent(pair.hub, 'customizedPriceSet').flat();
	expect(sent).toMatchObject({ precoDe: entry!.precoDePersonalizado, precoPor: 7.5 });
});

test('results of setting prices can be set again', async ({ pair }) => {
	addListing(pair.hub, 'CANECA-1');
	const entry = { ...channelPrice('CANECA-1'), prefixoCanalIntegracao: 'CLA' };
	const once = await pair.n8n.run(listing, [entry]);
	const twice = await pair.n8n.done(listing, [{ ...once.json()[0]!, precoPor: 1.5 }]);
	expect(pricesSent(pair.hub, 'listingPriceSet')[1]).toEqual([{ ...entry, precoPor: 1.5 }]);
	expect(hintsOf(twice)).toEqual([]);
});
test('a hint names unused columns once for the run', async ({ pair }) => {
	const items = [
		{ sku: 'CANECA-1', estoque: 1, Observação: 'x' },
		{ sku: 'CANECA-1', estoque: 2, Observação: 'y' },
	];
	const result = await pair.n8n.run(stock, items);
	expect(hintsOf(result)).toHaveLength(1);
	expect(hintsOf(result)[0]).toContain('`Observação`');
});
