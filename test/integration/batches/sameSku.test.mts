import { describe, expect } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { addListing, addSkus, channelPrice, productFields } from '../../support/products.mts';
import {
	createBatch,
	price,
	pricesSent,
	stock,
	stocks,
	stocksSent,
	customized,
	listing,
} from '../../support/batches.mts';
import { go, itemOf } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';

/** Two values for one SKU. */
const twice = [1, 2].map((estoque) => ({ sku: 'S0', estoque }));

describe('the same SKU twice in a run of a batch operation', () => {
	test('rows go out in separate batches, each with its own result, and the last value wins', async () => {
		const { hub, n8n } = await setup({ skus: 3 });
		const items = [
			{ sku: 'S0', estoque: 1 },
			{ sku: 'S1', estoque: 2 },
			{ sku: 'S0', estoque: 3 },
			{ sku: 'S2', estoque: 4 },
			{ sku: 'S0', estoque: 5 },
		];
		const result = await n8n.run(stock, items);
		const sent = stocksSent(hub);
		expect(sent).toEqual([[items[0], items[1], items[3]], [items[2]], [items[4]]]);
		expect(result.items().map((item) => [itemOf(item), item.json.sku, item.json.sucesso])).toEqual(
			items.map(({ sku }, index) => [index, sku, true]),
		);
		const batches = result.json().map(({ batchId }) => batchId);
		expect(new Set([batches[0], batches[2], batches[4]]).size).toBe(3);
		expect(hub.state.findSku('S0')?.product.estoque).toBe(5);
	});

	test('the last value wins even if the hub works on several batches at once', async () => {
		// the earlier entry would come last in its batch, the later one first in the next
		const { hub, n8n } = await setup({ batchDuration: 20_000 });
		const skus = addSkus(hub, 100);
		const items = [...stocks(skus), { sku: 'S99', estoque: 2 }, ...stocks(skus.slice(0, 60), 3)];
		const result = await n8n.run(stock, items);
		expect(result.json().every(({ sucesso }) => sucesso === true)).toBe(true);
		expect(hub.state.findSku('S99')?.product.estoque).toBe(2);
		expect(hub.state.findSku('S0')?.product.estoque).toBe(3);
	});

	test('the last value wins without waiting for results, too', async () => {
		const { hub, n8n } = await setup({ batchDuration: 20_000 });
		const skus = addSkus(hub, 100);
		const items = [...stocks(skus), { sku: 'S99', estoque: 2 }];
		const result = await n8n.run({ ...stock, waitForResult: false }, items);
		expect(result.json().map(({ skus: sent }) => sent)).toEqual([skus, ['S99']]);
		hub.clock.advance(60_000);
		expect(hub.state.findSku('S99')?.product.estoque).toBe(2);
	});

	test('a later row is not sent if the batch of an earlier one is not processed in time', async () => {
		const { hub, n8n } = await setup({ batchDuration: 1e12, skus: 1 });
		const result = await n8n.run({ ...stock, timeLimit: 0.005 }, twice, go);
		expect(stocksSent(hub)).toEqual([[twice[0]]]);
		expect(result.json().map(({ outcome }) => outcome)).toEqual(['unknown', 'notSent']);
	});

	test('a wrong and a right row have their own results', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const items = [
			{ sku: 'S0', precoDe: 20, precoPor: 10 },
			{ sku: 'S0', precoDe: 20, precoPor: 30 },
			{ sku: 'S0', precoDe: 20, precoPor: 15 },
		];
		const result = await n8n.run(price, items, go);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual([true, false, true]);
		expect(result.json()[1]).toMatchObject({ outcome: 'notSent' });
		expect(hub.state.findSku('S0')?.product.precoPor).toBe(15);
	});

	test("a second product is refused in the hub's own words", async ({ hub, n8n }) => {
		const items = ['A', 'B'].map((nome) => productFields({ nome }));
		const result = await n8n.run(createBatch, items, go);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(2);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual([true, false]);
		expect(result.json()[1]).toMatchObject({ details: ['skuProduto: já cadastrado'] });
	});

	test.each<[string, Partial<Fault>]>([
		['not followed', { endpoint: 'batchGet', kind: 'status', status: 404, times: 1_000 }],
		['taken without an ID', { endpoint: 'stockBatch', kind: 'empty' }],
	])(
		'the earlier batch is %s: the later row is not sent, because it might lose',
		async (_name, fault) => {
			const { hub, n8n } = await setup({ skus: 2 });
			hub.faults.add({ kind: 'status', ...fault });
			const items = twice;
			const result = await n8n.run(stock, items, go);
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
			expect(result.json().map(({ outcome }) => outcome)).toEqual(['unknown', 'notSent']);
			expect(result.json()[1]?.error).toMatch(
				/^Not sent, because an earlier entry with the SKU S0/,
			);
		},
	);

	test('the earlier batch is refused: the later row is sent', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		hub.faults.add({ endpoint: 'stockBatch', kind: 'status', status: 400 });
		const result = await n8n.run(stock, twice, go);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual([false, true]);
		expect(hub.state.findSku('S0')?.product.estoque).toBe(2);
	});

	test("a SKU may be a name of JavaScript's own", async ({ hub, n8n }) => {
		const items = stocks(['__proto__', 'constructor', 'toString', '__proto__']);
		const result = await n8n.run(stock, items, go);
		expect(stocksSent(hub).map(({ length }) => length)).toEqual([3, 1]);
		expect(result.items().map(itemOf)).toEqual([0, 1, 2, 3]);
	});
});

describe('the same SKU twice in a run of a price operation', () => {
	const entry = (precoPor: number, channel = 11) => channelPrice('S0', precoPor, channel);

	test('rows go out in separate requests, each with its own result, and the last value wins', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const result = await n8n.run(customized, [entry(1), entry(2, 12), entry(3), entry(4)]);
		expect(pricesSent(hub, 'customizedPriceSet')).toEqual([
			[entry(1), entry(2, 12)],
			[entry(3)],
			[entry(4)],
		]);
		expect(result.json().map(({ precoPor }) => precoPor)).toEqual([1, 2, 3, 4]);
		expect(hub.state.customizedPrices.get('11|S0')).toMatchObject({ precoPor: 4 });
	});

	test('listings are told apart by channel, prefix and SKU', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		for (const prefixoCanalIntegracao of ['CLA', 'PRE'])
			addListing(hub, 'S0', { prefixoCanalIntegracao });
		const items = [
			{ ...entry(1), prefixoCanalIntegracao: 'CLA' },
			{ ...entry(2), prefixoCanalIntegracao: 'PRE' },
			{ ...entry(3), prefixoCanalIntegracao: 'CLA' },
		];
		const result = await n8n.run(listing, items);
		expect(hub.count({ endpoint: 'listingPriceSet' })).toBe(2);
		expect(result.json().map(({ precoPor }) => precoPor)).toEqual([1, 2, 3]);
		expect(hub.state.listings.get('11|CLA|S0')?.preco).toMatchObject({ precoPor: 3 });
	});

	test('a later row is sent even if the outcome of an earlier one is unknown', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		hub.faults.add({ endpoint: 'customizedPriceSet', kind: 'empty' });
		const result = await n8n.run(customized, [entry(1), entry(2)], go);
		expect(result.json().map(({ outcome }) => outcome)).toEqual(['unknown', undefined]);
		expect(hub.state.customizedPrices.get('11|S0')).toMatchObject({ precoPor: 2 });
	});
});
