import range from 'lodash/range.js';
import { describe, expect, test } from 'vitest';
import { pricesSent, stocks } from '../../support/batches.mts';
import { answer, byId, hintsOf, op, requests } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	addVaried,
	customizedSync,
	priceOf,
	priceSync,
	statuses,
	unguardedStockSync as stockSync,
} from '../../support/sync.mts';
import { addCustomizedPrice, addProducts, addSkus } from '../../support/products.mts';

/** How many requests a comparison takes. */
const at = setupEach({ seed: { products: 0 } });

const reads = () => ({
	pages: at.hub.count({ endpoint: 'productList' }),
	products: at.hub.count({ endpoint: 'productGet' }),
	variations: at.hub.count({ endpoint: 'variationGet' }),
});

describe('a product that is read by itself', () => {
	const list = [{ sku: 'X', estoque: 0 }];

	test('has the stock of a variation with its own SKU', async () => {
		const variation = { skuVariacao: 'X', tamanho: 'U', estoque: 5 };
		addProducts(at.hub, [{ skuProduto: 'X', variacoes: [variation] }]);
		const result = await at.n8n.run({ ...stockSync, dryRun: true }, list);
		expect(result.json()).toMatchObject([
			{ status: 'wouldUpdate', before: { estoque: 5 }, after: { estoque: 0 } },
		]);
	});

	test('has no variations where the hub writes an empty object for none', async () => {
		addSkus(at.hub, ['X']);
		const [product] = (await at.n8n.done(op('product get', { sku: byId('X') }))).json();
		answer(at.hub, 'productGet', { ...product, variacoes: {} });
		const result = await at.n8n.run({ ...stockSync, dryRun: true }, list);
		expect(result.json()).toMatchObject([{ status: 'wouldUpdate' }]);
	});
});

describe('requests', () => {
	test('prices are compared with the list even if products have no media prices', async () => {
		const skus = addSimple(at.hub, 300);
		at.hub.quirks.withoutMediaPrices = true;
		const prices = skus.map((sku) => ({ sku, precoDe: 99.9, precoPor: 79.9 }));
		const result = await at.n8n.run(priceSync, prices);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
		expect(reads()).toEqual({ pages: 3, products: 0, variations: 0 });
	});

	test('a product with many variations is read once', async () => {
		const skus = addVaried(at.hub, 60, 4, (product, variation) => `${variation}X${product}`);
		const result = await at.n8n.run(stockSync, stocks(skus, 6));
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['updated']));
		const { pages, products, variations } = reads();
		expect([pages, variations]).toEqual([1, 0]);
		expect(products).toBe(60);
	});

	test('variations named by EAN take at most two reads for each product in a large catalogue', async () => {
		addSimple(at.hub, 250);
		const eans = addVaried(at.hub, 40, 5, (product, variation) =>
			String(7_890_000_000_000 + product * 100 + variation),
		);
		const result = await at.n8n.run(stockSync, stocks(eans, 6));
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['updated']));
		const { pages, products, variations } = reads();
		expect(pages).toBe(3);
		expect(products + variations).toBeLessThanOrEqual(2 * 40);
	});

	test('few SKUs in a large catalogue are looked up one by one, and the hint says so', async () => {
		const skus = addSimple(at.hub, 1000);
		addVaried(at.hub, 1, 3);
		const few = [skus[900]!, skus[901]!, 'V0-0', 'V0-1', 'GONE'];
		const result = await at.n8n.run(stockSync, stocks(few, 6));
		const found = { P900: 'updated', 'V0-1': 'updated', GONE: 'notInHub' };
		expect(statuses(result.json())).toMatchObject(found);
		expect(reads().pages).toBe(0);
		expect(hintsOf(result)[0]).toMatch(/ Read: \d+ records\.$/);
	});

	test('one SKU costs one read', async () => {
		addSimple(at.hub, 300);
		await at.n8n.run(stockSync, stocks(['P250']));
		expect(reads()).toEqual({ pages: 0, products: 1, variations: 0 });
	});

	test('a list much longer than the hub takes no more reads than the hub has SKUs', async () => {
		addSimple(at.hub, 120);
		const unknown = Array.from({ length: 1000 }, (_, index) => `X${index}`);
		const result = await at.n8n.run(stockSync, stocks([...unknown, 'P7'], 6));
		const found = { X0: 'notInHub', X999: 'notInHub', P7: 'updated' };
		expect(statuses(result.json())).toMatchObject(found);
		const { products, variations } = reads();
		expect(products + variations).toBeLessThanOrEqual(120);
	});

	test('values that the list does not show are read from the record', async () => {
		const skus = addSimple(at.hub, 30);
		const produtos = skus.map((skuProduto) =>
			skuProduto === 'P1' ? { skuProduto } : { skuProduto, estoque: '5' },
		);
		const body = { produtos, info: { offset: 0, limit: 100, total: 30 } };
		at.hub.faults.add({ endpoint: 'productList', kind: 'status', status: 200, body });
		const result = await at.n8n.run(stockSync, stocks(skus, 5));
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
		expect(reads()).toEqual({ pages: 1, products: 1, variations: 0 });
	});
});

describe('customized prices', () => {
	const lists = () => requests(at.hub, 'customizedPriceList').map(({ query }) => query);

	test('a whole channel is read from its list', async () => {
		addPrices(at.hub, 350);
		const list = range(350).map((index) => priceOf(`P${index}`, index < 3 ? 100 : 110));
		const result = await at.n8n.run(customizedSync, list);
		expect(lists()).toHaveLength(4);
		for (const { idCanalIntegracao, sku } of lists())
			expect([idCanalIntegracao, sku]).toEqual(['11', undefined]);
		expect(pricesSent(at.hub, 'customizedPriceSet').map(({ length }) => length)).toEqual([3]);
		expect(hintsOf(result)[0]).toContain('Read: 4 pages of lists.');
	});

	test.each([
		[15, 'by a filter', 4 + 1],
		[450, 'on the pages', 4 + 4],
	])('%i new prices are looked for once more %s', async (count, _way, requests) => {
		addPrices(at.hub, 350);
		const added = addSimple(at.hub, count, 'NEW');
		const list = range(350).map((index) => priceOf(`P${index}`));
		await at.n8n.run(customizedSync, [...list, ...added.map((sku) => priceOf(sku))]);
		expect(lists()).toHaveLength(requests);
	});

	test('new prices beside many that the list does not name take the product list once', async () => {
		addPrices(at.hub, 150);
		const added = addSimple(at.hub, 50, 'NEW');
		const list = [...range(100).map((index) => `P${index}`), ...added].map((sku) => priceOf(sku));
		const parameters = { ...customizedSync, wholeList: true, guardMode: 'off' };
		await at.n8n.run(parameters, list);
		expect(pricesSent(at.hub, 'customizedPriceSet').map(({ length }) => length)).toEqual([50]);
		expect(reads()).toMatchObject({ pages: 2 });
	});

	test('a few prices of a large list are read by a filter of SKUs, also those of variations', async () => {
		addPrices(at.hub, 900);
		addVaried(at.hub, 1, 2);
		addCustomizedPrice(at.hub, 'V0-1', priceOf('V0-1'));
		const list = [priceOf('P700'), priceOf('P701', 100), priceOf('V0-1')];
		const result = await at.n8n.run(customizedSync, list);
		const found = { P700: 'unchanged', P701: 'updated', 'V0-1': 'unchanged' };
		expect(statuses(result.json())).toEqual(found);
		expect(lists().map(({ sku }) => sku)).toEqual(['P700|P701|V0-1', 'V0']);
		expect(hintsOf(result)[0]).toContain('Read: 2 pages of lists, 1 record.');
	});
});
