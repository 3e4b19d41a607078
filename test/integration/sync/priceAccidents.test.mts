import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { setup, type Setup } from '../../support/setup.mts';
import { addSimple, customizedSync, heldBy, priceSync, writes } from '../../support/sync.mts';

/** The accidents of a price list, for prices of all channels and for those of one channel. */
let at: Setup;
let skus: string[];
const channel = 11;
const pricesOf = (index: number) => ({ precoDe: 20 + index, precoPor: 10 + index / 2 });
beforeEach(async () => {
	at = await setup({ seed: { products: 0 } });
	skus = addSimple(at.hub, 20);
	skus.forEach((skuProduto, index) => {
		const product = Object.assign(heldBy(at.hub, skuProduto)!, pricesOf(index));
		at.hub.state.customizedPrices.set(`${channel}|${skuProduto}`, {
			idProduto: (product as { idProduto: number }).idProduto,
			skuProduto,
			idCanalIntegracao: channel,
			...pricesOf(index),
		});
	});
});

type Prices = { precoDe: unknown; precoPor: unknown };
const both = (change: (value: number) => unknown) => (prices: Prices) => ({
	precoDe: change(Number(prices.precoDe)),
	precoPor: change(Number(prices.precoPor)),
});
const cents = (value: number) => Math.round(value * 100) / 100;

const accidents: Record<string, (prices: Prices) => Prices> = {
	'times 100': both((value) => cents(value * 100)),
	'divided by 100': both((value) => cents(value / 100)),
	'a selling price divided by 100': ({ precoDe, precoPor }) => ({
		precoDe,
		precoPor: cents(Number(precoPor) / 100),
	}),
	'empty columns': both(() => ''),
	'all zero': both(() => 0),
	'swapped columns': ({ precoDe, precoPor }) => ({ precoDe: precoPor, precoPor: precoDe }),
	'text instead of numbers': both(() => 'sob consulta'),
	negative: both((value) => -value),
	'a foreign currency sign': both((value) => `US$ ${value.toFixed(2)}`),
};

const kinds = [
	{ name: 'prices', sync: priceSync, identify: (sku: string): IDataObject => ({ sku }) },
	{
		name: 'customized prices',
		sync: customizedSync,
		identify: (skuProduto: string): IDataObject => ({ skuProduto, idCanalIntegracao: channel }),
	},
];

describe.each(kinds)('$name', ({ sync, identify }) => {
	const listOf = (change: (prices: Prices) => Prices) =>
		skus.map((sku, index) => ({ ...identify(sku), ...change(pricesOf(index)) }) as IDataObject);
	const goOn = { onError: 'continueRegularOutput' as const };

	test.each(Object.entries(accidents))('%s: nothing is written', async (_name, change) => {
		const result = await at.n8n.run(sync, listOf(change), goOn);
		expect(writes(at.hub)).toEqual([]);
		expect(result.json()).toHaveLength(20);
		for (const { status, error } of result.json()) {
			expect(['held', 'refused']).toContain(status);
			expect(error).toEqual(expect.any(String));
		}
	});

	test('the same SKU with different prices: nothing is written', async () => {
		const dearer = both((value) => cents(value * 1.1));
		const list = [...listOf(dearer), ...listOf(both((value) => cents(value * 1.2)))];
		const result = await at.n8n.run(sync, list, goOn);
		expect(writes(at.hub)).toEqual([]);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['refused']));
	});

	test("yesterday's list, with a largest share that changes: nothing is written", async () => {
		const list = listOf(both((value) => cents(value * 0.9)));
		const result = await at.n8n.run({ ...sync, guards: { changeShare: 30 } }, list, goOn);
		expect(writes(at.hub)).toEqual([]);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['held']));
	});

	test('a list cut in half, declared whole: nothing is written', async () => {
		const list = listOf(both((value) => cents(value * 1.1))).slice(0, 9);
		const result = await at.n8n.run({ ...sync, wholeList: true }, list, goOn);
		expect(writes(at.hub)).toEqual([]);
		expect(result.json()[0]!.error).toContain('names 9 of the 20 entries in the hub');
	});

	test('a list that is right is written', async () => {
		const list = listOf(both((value) => cents(value * 1.1)));
		const result = await at.n8n.run(sync, list);
		expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['updated']));
	});
});
