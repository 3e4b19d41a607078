import range from 'lodash/range.js';
import { describe, expect, test } from 'vitest';
import { productsSent, stocks } from '../../support/batches.mts';
import { asJson, go, requests } from '../../support/items.mts';
import { addCustomizedPrice, addProducts } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	addVaried,
	customizedSync,
	onlyChanges,
	priceOf,
	productSync,
	securitySync,
	statuses,
	stockSync,
	wholeProducts,
} from '../../support/sync.mts';

/* A list that names only what changed costs requests by its own length, not by the catalogue. */

const at = setupEach({ seed: { products: 0 } });

const reads = () => ({
	pages: at.hub.count({ endpoint: 'productList' }),
	products: at.hub.count({ endpoint: 'productGet' }),
	variations: at.hub.count({ endpoint: 'variationGet' }),
});
/** Answers 404 that a run has got. */
const notFound = () => at.hub.log.filter(({ status }) => status === 404).length;
const run = async (parameters: object, list: object[]) =>
	(await at.n8n.run({ ...stockSync, ...onlyChanges, ...parameters }, list as [], go)).json();
const statusesOf = async (parameters: object, list: object[]) => [
	...new Set((await run(parameters, list)).map(({ status }) => status)),
];

describe('stock', () => {
	test('each product costs one read', async () => {
		const skus = addSimple(at.hub, 300);
		expect(await statusesOf({}, stocks(skus.slice(0, 120), 4))).toEqual(['updated']);
		expect(reads()).toEqual({ pages: 0, products: 120, variations: 0 });
	});

	test('variations cost at most two reads for each product, and 404 answers come only at the start of the list', async () => {
		const skus = addVaried(at.hub, 60, 5);
		addSimple(at.hub, 300);
		expect(await statusesOf({}, stocks(skus, 4))).toEqual(['updated']);
		const { pages, products, variations } = reads();
		expect(pages).toBe(0);
		expect(products + variations - notFound()).toBeLessThanOrEqual(2 * 60);
		expect(notFound()).toBeLessThanOrEqual(10);
	});

	test('one variation is read without its product', async () => {
		addVaried(at.hub, 1, 5);
		expect(await statusesOf({}, stocks(['V0-3'], 4))).toEqual(['updated']);
		expect(reads()).toEqual({ pages: 0, products: 1, variations: 1 });
	});

	test('a list of products, variations and unknown SKUs gets few 404 answers and reads no page', async () => {
		const simple = addSimple(at.hub, 100);
		const varied = addVaried(at.hub, 50, 2);
		const gone = range(30).map((index) => `GONE-${index}`);
		const results = await run({}, stocks([...simple, ...varied, ...gone], 4));
		const found = { P99: 'updated', 'V49-1': 'updated', 'GONE-29': 'notInHub' };
		expect(statuses(results)).toMatchObject(found);
		expect(reads().pages).toBe(0);
		expect(notFound()).toBeLessThanOrEqual(2 * gone.length + 30);
	});
});

describe('prices of channels', () => {
	const filters = () => requests(at.hub, 'customizedPriceList').map(({ query }) => query.sku);
	const skusIn = (filter?: string) => (filter ?? '').split('|').length;

	test('are read through the filter, 100 SKUs in each request', async () => {
		addPrices(at.hub, 400);
		const list = range(250).map((index) => priceOf(`P${index}`, 100));
		expect(await statusesOf(customizedSync, list)).toEqual(['updated']);
		expect(filters().map(skusIn)).toEqual([100, 100, 50]);
		expect(reads()).toEqual({ pages: 0, products: 0, variations: 0 });
	});

	test('are read with addresses of at most 4,000 characters, even with two channels and encoded letters', async () => {
		const skus = addSimple(at.hub, 120, 'CAMISETA-ALGODÃO-ORGÂNICO-MANGA-CURTA-');
		for (const sku of skus) addCustomizedPrice(at.hub, sku, priceOf(sku));
		const list = skus.flatMap((sku) => [
			priceOf(sku, 100),
			{ ...priceOf(sku, 100), idCanalIntegracao: 12 },
		]);
		expect(await statusesOf(customizedSync, list)).toEqual(['updated']);
		for (const { rawUrl } of requests(at.hub, 'customizedPriceList'))
			expect(`${at.hub.url}${rawUrl}`.length).toBeLessThanOrEqual(4_000);
		const sizes = new Set(filters().map(skusIn));
		expect(Math.max(...sizes)).toBeLessThan(100);
		expect(Math.min(...sizes)).toBeGreaterThan(1);
	});

	test('are found by product if they belong to variations, without a 404 answer', async () => {
		const skus = addVaried(at.hub, 40, 5);
		addSimple(at.hub, 200);
		for (const sku of skus) addCustomizedPrice(at.hub, sku, priceOf(sku));
		const list = skus.map((sku) => priceOf(sku, 100));
		expect(await statusesOf(customizedSync, list)).toEqual(['updated']);
		expect(filters().every((filter) => filter !== undefined)).toBe(true);
		const { pages, products, variations } = reads();
		expect(pages).toBe(0);
		expect(products + variations).toBeLessThanOrEqual(2 * 40 + 10);
		expect(notFound()).toBe(0);
	});

	test("are compared with the product's own, read once, if they are new", async () => {
		const skus = addSimple(at.hub, 150);
		const prices = { precoDe: 99.9, precoPor: 75 };
		const list = skus.map((sku) => ({ ...priceOf(sku), ...prices }));
		const [first, ...others] = list;
		const results = await run(customizedSync, [{ ...first, precoPor: 0.75 }, ...others]);
		expect(statuses(results)).toMatchObject({ P0: 'held', P149: 'updated' });
		const { pages, products } = reads();
		expect([pages, products]).toEqual([0, 150]);
		expect(notFound()).toBeLessThanOrEqual(10);
	});

	test('are read from the pages of the channel if a SKU has a vertical bar, which the filter cannot hold', async () => {
		addSimple(at.hub, 2);
		for (const sku of ['P0', 'P1']) addCustomizedPrice(at.hub, sku, priceOf(sku));
		addCustomizedPrice(at.hub, 'A|B', priceOf('A|B'));
		const results = await run(
			customizedSync,
			['P0', 'A|B'].map((sku) => priceOf(sku, 110)),
		);
		expect(statuses(results)).toEqual({ P0: 'unchanged', 'A|B': 'unchanged' });
	});

	test('are so also if it is that of a product, by which the filter finds prices of variations', async () => {
		addProducts(at.hub, [
			{ skuProduto: 'A|B', variacoes: [{ skuVariacao: 'AB-1', tamanho: 'M' }] },
		]);
		addCustomizedPrice(at.hub, 'AB-1', priceOf('AB-1'));
		const results = await run(customizedSync, [priceOf('AB-1', 110)]);
		expect(statuses(results)).toEqual({ 'AB-1': 'unchanged' });
	});
});

test('security stock is read through the filter, without a page of the catalogue', async () => {
	at.hub.quirks.securityStockByVariation = true;
	const skus = [...addSimple(at.hub, 200), ...addVaried(at.hub, 20, 5)];
	const list = skus.slice(60).map((sku) => ({ idCanalIntegracao: 11, sku, estoqueSeguranca: 2 }));
	expect(await statusesOf(securitySync, list)).toEqual(['updated']);
	expect(await statusesOf(securitySync, list)).toEqual(['unchanged']);
	expect(reads().pages).toBe(0);
	for (const { query } of requests(at.hub, 'securityStockList')) expect(query.sku).toBeDefined();
});

describe('Product: Sync', () => {
	test('reads the records of the list and no page, even if the pages would show all fields', async () => {
		const skus = addSimple(at.hub, 300);
		const list = skus.slice(0, 60).map((skuProduto) => ({ skuProduto, precoPor: 70 }));
		expect(await statusesOf(productSync, list)).toEqual(['updated']);
		expect(reads()).toEqual({ pages: 0, products: 60, variations: 0 });
	});

	test('looks for new products and variations by their own SKUs', async () => {
		addSimple(at.hub, 200);
		const variacoes = ['A', 'B'].map((size) => ({ tamanho: size, precoDe: 99.9, precoPor: 79.9 }));
		const list = wholeProducts(range(30).map((index) => `NEW${index}`)).map((product) => ({
			...product,
			variacoes: variacoes.map((each) => ({
				...each,
				skuVariacao: `${product.skuProduto}-${each.tamanho}`,
			})),
		}));
		expect(await statusesOf({ ...productSync, ...asJson(list) }, [{}])).toEqual(['created']);
		expect(productsSent(at.hub).flat()).toHaveLength(30);
		expect(reads()).toEqual({ pages: 0, products: 30, variations: 60 });
	});
});
