import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { shown } from '../../support/items.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { addSimple, heldBy, priceSync, stockSync, writes } from '../../support/sync.mts';

/** The expensive accidents of this trade: a list that is wrong as a whole is not written. */
let at: Setup;
let skus: string[];
beforeEach(async () => {
	at = await setup({ seed: { products: 0 } });
	skus = addSimple(at.hub, 40);
	skus.forEach((sku, index) =>
		Object.assign(heldBy(at.hub, sku)!, pricesOf(index), { estoque: index + 1 }),
	);
});

const pricesOf = (index: number) => ({ precoDe: 20 + index, precoPor: 10 + index / 2 });
const priceList = () => skus.map((sku, index): IDataObject => ({ sku, ...pricesOf(index) }));
const stockList = () => skus.map((sku, index): IDataObject => ({ sku, estoque: index + 1 }));
const times = (value: unknown, factor: number) => Math.round(Number(value) * factor * 100) / 100;
const withPrices = (change: (entry: IDataObject) => IDataObject) =>
	priceList().map((entry) => ({ ...entry, ...change(entry) }));
const withStock = (change: (entry: IDataObject) => unknown) =>
	stockList().map((entry) => ({ ...entry, estoque: change(entry) }) as IDataObject);

interface Accident {
	sync: object;
	list: () => IDataObject[];
	/** What its results are, each at least once. */
	results: string[];
}

const accidents: Record<string, Accident> = {
	'times 100': {
		sync: priceSync,
		list: () =>
			withPrices(({ precoDe, precoPor }) => ({
				precoDe: times(precoDe, 100),
				precoPor: times(precoPor, 100),
			})),
		results: ['held'],
	},
	'divided by 100': {
		sync: priceSync,
		list: () =>
			withPrices(({ precoDe, precoPor }) => ({
				precoDe: times(precoDe, 0.01),
				precoPor: times(precoPor, 0.01),
			})),
		results: ['held'],
	},
	'stock times 100': {
		sync: stockSync,
		list: () => withStock(({ estoque }) => Number(estoque) * 100),
		results: ['held'],
	},
	'stock divided by 100': {
		sync: stockSync,
		list: () => withStock(({ estoque }) => Number(estoque) / 100),
		results: ['refused'],
	},
	'an empty column': { sync: stockSync, list: () => withStock(() => ''), results: ['refused'] },
	'all zero': { sync: stockSync, list: () => withStock(() => 0), results: ['held'] },
	'a list cut in half': {
		sync: { ...stockSync, wholeList: true, missingInList: 'zero' },
		list: () => withStock(({ estoque }) => Number(estoque) + 1).slice(0, 20),
		results: ['held'],
	},
	'swapped columns': {
		sync: priceSync,
		list: () => withPrices(({ precoDe, precoPor }) => ({ precoDe: precoPor, precoPor: precoDe })),
		results: ['refused'],
	},
	'text instead of number': {
		sync: stockSync,
		list: () => withStock(() => 'em falta'),
		results: ['refused'],
	},
	negative: { sync: stockSync, list: () => withStock(() => -1), results: ['refused'] },
	'a currency sign': {
		sync: priceSync,
		list: () => withPrices(() => ({ precoDe: 'US$ 30.00', precoPor: '€ 25,00' })),
		results: ['refused'],
	},
	'duplicate SKUs with different values': {
		sync: stockSync,
		list: () => [...withStock(() => 50), ...withStock(() => 60)],
		results: ['refused'],
	},
	"yesterday's list": {
		sync: { ...stockSync, guards: { changeShare: 30 } },
		list: () => withStock(({ estoque }) => Number(estoque) + (Number(estoque) % 2) * 3),
		results: ['held', 'unchanged'],
	},
	'the wrong account': {
		sync: stockSync,
		list: () => stockList().map((entry) => ({ ...entry, sku: `OTHER-${String(entry.sku)}` })),
		results: ['notInHub'],
	},
};

describe.each(Object.entries(accidents))('%s', (_name, { sync, list, results }) => {
	test('nothing is written, and each item says why', async () => {
		const before = structuredClone([...at.hub.state.products]);
		const result = await at.n8n.run({ ...(sync as typeof stockSync) }, list(), {
			onError: 'continueRegularOutput',
		});
		expect(writes(at.hub)).toEqual([]);
		expect([...at.hub.state.products]).toEqual(before);
		const json = result.json();
		expect(json.length).toBeGreaterThanOrEqual(list().length);
		expect([...new Set(json.map(({ status }) => status))].sort()).toEqual([...results].sort());
		for (const { status, error } of json)
			if (status === 'held' || status === 'refused') expect(error).toEqual(expect.any(String));
	});

	test('On Error: Stop tells of it, a list of unknown SKUs alone does not stop', async () => {
		const result = await at.n8n.run({ ...(sync as typeof stockSync) }, list());
		expect(writes(at.hub)).toEqual([]);
		expect(result.nodeError === undefined).toBe(results[0] === 'notInHub');
	});
});

describe('the whole list is declared', () => {
	const whole = { ...stockSync, wholeList: true };

	test('the wrong account looks like an incomplete list', async () => {
		const result = await at.n8n.run(whole, accidents['the wrong account']!.list());
		expect(shown(result.nodeError)).toContain('looks like an incomplete list');
		expect(shown(result.nodeError)).toContain('names 0 of the 40');
		expect(writes(at.hub)).toEqual([]);
	});

	test('an ERP that answers with nothing', async () => {
		const nothing = { ...whole, inputMode: 'json', json: '[]' };
		const result = await at.n8n.run(nothing, [{}], { onError: 'continueErrorOutput' });
		expect(result.json(1)).toMatchObject([
			{ status: 'held', error: expect.stringContaining('looks like an incomplete list') },
		]);
		expect(writes(at.hub)).toEqual([]);
	});

	test('a list that is a little shorter than half of the hub', async () => {
		const result = await at.n8n.run(whole, withStock(() => 9).slice(0, 19));
		expect(shown(result.nodeError)).toContain('names 19 of the 40 entries in the hub (47.5 %)');
		expect(writes(at.hub)).toEqual([]);
	});
});
