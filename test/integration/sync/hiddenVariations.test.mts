import range from 'lodash/range.js';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { answer, asJson, go } from '../../support/items.mts';
import { addCustomizedPrice, addProducts, productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	customizedSync,
	hideVariations,
	priceOf,
	productSync,
	recordOf,
	unguardedProductSync,
	unguardedStockSync,
	writes,
} from '../../support/sync.mts';

/*
 * The hub's record of a product does not show all of its variations: Product: Sync, which sends all of them with a change
 * of one, and entries that end because the list does not name them.
 */

const at = setupEach({ seed: { products: 0 } });
const held = () => at.hub.state.products.get('V0')!;
const siblings = ['V0-0', 'V0-1', 'V0-2'];
const row = { skuProduto: 'V0', skuVariacao: 'V0-1', precoDe: 99.9, precoPor: 75 };
const sync = async (more: object = {}) =>
	(await at.n8n.run({ ...productSync, ...more }, [row], go)).json();

const show = (change: (variations: IDataObject[]) => unknown, times = 50) =>
	answer(at.hub, 'productGet', recordOf(at.hub, 'V0', change), 200, times);
const inThird = (change: IDataObject) => (variations: IDataObject[]) =>
	variations.map((each, index) => (index === 2 ? { ...each, ...change } : each));

/** Nothing is sent, so that all variations stay; a dry run says the same. */
async function expectNotSent(message: string): Promise<void> {
	const [dry] = await sync({ dryRun: true });
	expect(dry).toMatchObject({ status: 'wouldNotSend', error: message });
	const [result] = await sync();
	expect(result).toMatchObject({ status: 'notSent', outcome: 'notSent', error: message });
	expect(result!.description).toContain('the hub would delete those that are left out');
	expect(writes(at.hub)).toEqual([]);
	expect(held().variacoes).toMatchObject(siblings.map((skuVariacao) => ({ skuVariacao })));
}

describe('a record without variations', () => {
	const hidden = 'The hub has the variation V0-1, but does not show it in the product V0';

	test.each<[string, unknown]>([
		['left out', undefined],
		['null', null],
		['an empty list', []],
	])(
		'variacoes is %s, and the hub has the variation: nothing is sent',
		async (_name, variacoes) => {
			addVaried(at.hub, 1, 3);
			show(() => variacoes);
			await expectNotSent(hidden);
		},
	);

	test.each<[string, ((variations: IDataObject[]) => unknown)?]>([
		['none of their variations'],
		['some of their variations', ([first]) => [first]],
	])('nothing is sent in a long list of products that show %s', async (_what, shown) => {
		addVaried(at.hub, 25, 3);
		const list = range(25).map((product) => ({
			...row,
			skuProduto: `V${product}`,
			skuVariacao: `V${product}-1`,
		}));
		for (const { skuProduto } of list) hideVariations(at.hub, skuProduto, shown);
		const results = (await at.n8n.run(unguardedProductSync, list, go)).json();
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['notSent']));
		expect(writes(at.hub)).toEqual([]);
	});

	test('nothing is sent where the variation does not say of which product it is', async () => {
		addVaried(at.hub, 1, 3);
		show(() => []);
		const [, variation] = held().variacoes;
		const { idAtributoSimples: _id, ...body } = variation!;
		answer(at.hub, 'variationGet', { ...body, skuProduto: null }, 200, 50);
		await expectNotSent(hidden);
	});

	test('nor is a new product sent with a variation that the hub has of an unknown product', async () => {
		addVaried(at.hub, 1, 3);
		const [, variation] = held().variacoes;
		const { idAtributoSimples: _id, ...body } = variation!;
		answer(at.hub, 'variationGet', { ...body, skuProduto: null }, 200, 50);
		const variacoes = [{ skuVariacao: 'V0-1', tamanho: 'G', precoDe: 99.9, precoPor: 75 }];
		const product = productFields({ skuProduto: 'NEW', variacoes });
		const parameters = { ...unguardedProductSync, ...asJson([product]) };
		const [result] = (await at.n8n.run(parameters, [{}], go)).json();
		const error = 'The hub has the variation V0-1, but does not tell its product';
		expect(result).toMatchObject({ status: 'notSent', error });
		expect(writes(at.hub)).toEqual([]);
	});

	test('a variation that the hub does not have is added', async () => {
		addVaried(at.hub, 1, 0);
		expect(await sync()).toMatchObject([{ status: 'updated' }]);
		expect(held().variacoes).toMatchObject([{ skuVariacao: 'V0-1' }]);
	});
});

test.each<[string, (variations: IDataObject[]) => unknown]>([
	['null', inThird({ skuVariacao: null })],
	['blank', inThird({ skuVariacao: ' ' })],
	[
		'left out',
		(variations) => [...variations.slice(0, 2), { tamanho: 'T2', precoDe: 99.9, precoPor: 79.9 }],
	],
])('a record with a variation whose SKU is %s: nothing is sent', async (_name, change) => {
	addVaried(at.hub, 1, 3);
	show(change);
	await expectNotSent('The hub shows a variation of the product V0 without its SKU (skuVariacao)');
});

test('fields of the product itself are sent all the same', async () => {
	addVaried(at.hub, 1, 3);
	show(inThird({ skuVariacao: null }));
	const result = await at.n8n.run(productSync, [{ ...row, precoPor: 79.9, nome: 'Nova' }], go);
	expect(result.json()).toMatchObject([{ status: 'updated', after: { nome: 'Nova' } }]);
	expect(held()).toMatchObject({
		nome: 'Nova',
		variacoes: siblings.map((skuVariacao) => ({ skuVariacao })),
	});
});

test.each<[string, unknown, string]>([
	['all variations', null, 'V0-0, V0-1, V0-2'],
	['a variation that the list does not name', ['V0-0', 'V0-1'], 'V0-2'],
])(
	'a record that no longer shows %s right before the change: nothing is sent',
	async (_name, left, gone) => {
		addVaried(at.hub, 1, 3);
		show((variations) => variations, 1);
		show(
			(variations) =>
				left && variations.filter(({ skuVariacao }) => (left as unknown[]).includes(skuVariacao)),
		);
		expect(await sync()).toMatchObject([
			{ status: 'notSent', error: `The hub no longer shows ${gone} in the product V0` },
		]);
		expect(writes(at.hub)).toEqual([]);
	},
);

test("a value of the hub's own that cannot be sent along is not said to be of the list", async () => {
	addVaried(at.hub, 1, 3);
	show(inThird({ precoDe: 0, precoPor: 0 }));
	for (const dryRun of [true, false]) {
		const [result] = await sync({ dryRun });
		expect(result).toMatchObject({
			status: dryRun ? 'wouldNotSend' : 'notSent',
			error: expect.stringMatching(
				/^Not sent, because of the hub's own values: List Price .* of V0-2 must be at least/,
			),
			description: expect.stringContaining('correct it in the hub, or give it a row'),
		});
		expect(result!.description).not.toContain('column that it comes from');
	}
	expect(writes(at.hub)).toEqual([]);
});

test.each([1, 3])(
	'Stock: Sync: a product is not set to zero where the list names %i of its variations, which its record does not show',
	async (count) => {
		const products = addSimple(at.hub, 3);
		const variations = addVaried(at.hub, 1, count);
		hideVariations(at.hub, 'V0');
		const list = [...products, ...variations].map((sku) => ({ sku, estoque: 7 }));
		const whole = { ...unguardedStockSync, wholeList: true, missingInList: 'zero' };
		const results = (await at.n8n.run(whole, list, go)).json();
		expect(results.map(({ sku }) => sku)).not.toContain('V0');
		for (const { estoque } of held().variacoes) expect(estoque).toBe(7);
	},
);

test.each([20, 40])(
	'Stock: Sync finds %i variations that no record of a product shows',
	async (count) => {
		const products = addSimple(at.hub, 30);
		const variations = addVaried(at.hub, 1, count);
		hideVariations(at.hub, 'V0');
		const list = [...products, ...variations].map((sku) => ({ sku, estoque: 7 }));
		const results = (await at.n8n.run(unguardedStockSync, list, go)).json();
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['updated']));
		for (const { estoque } of held().variacoes) expect(estoque).toBe(7);
	},
);

test('Customized Price: Sync: prices of products stay where the list names many of their variations, which no record shows', async () => {
	const known = addSimple(at.hub, 30);
	const variations = addVaried(at.hub, 2, 22);
	for (const sku of ['V0', 'V1']) hideVariations(at.hub, sku);
	for (const sku of [...known, ...variations, 'GONE', 'V0', 'V1'])
		addCustomizedPrice(at.hub, sku, priceOf(sku));
	const list = [...known, ...variations].map((sku) => priceOf(sku));
	const whole = { ...customizedSync, wholeList: true, missingInList: 'delete', guardMode: 'off' };
	const results = (await at.n8n.run(whole, list, go)).json();
	expect(results.slice(list.length)).toMatchObject([{ skuProduto: 'GONE', status: 'deleted' }]);
});

test('Stock: Sync: a product whose variations the hub shows without a SKU is not set to zero', async () => {
	const known = addSimple(at.hub, 12);
	addVaried(at.hub, 1, 1);
	show(([variation]) => [{ ...variation, skuVariacao: null }]);
	const whole = { ...unguardedStockSync, wholeList: true, missingInList: 'zero' };
	const list = known.map((sku) => ({ sku, estoque: 7 }));
	const results = (await at.n8n.run(whole, list, go)).json();
	expect(results.slice(list.length)).toEqual([]);
});

test('Stock: Sync: pieces stay where the list names a hidden variation behind many SKUs that the hub lacks', async () => {
	const known = addSimple(at.hub, 12);
	addVaried(at.hub, 1, 1);
	hideVariations(at.hub, 'V0');
	const absent = range(25).map((index) => `ABSENT${index}`);
	const list = [...known, ...absent, 'V0-0'].map((sku) => ({ sku, estoque: 7 }));
	const whole = { ...unguardedStockSync, wholeList: true, missingInList: 'zero' };
	const results = (await at.n8n.run(whole, list, go)).json();
	expect(results.slice(list.length)).toEqual([]);
});

test('Customized Price: Sync: a price stays where the list names a hidden variation behind many SKUs that the hub lacks', async () => {
	const known = addSimple(at.hub, 12);
	addVaried(at.hub, 1, 1);
	hideVariations(at.hub, 'V0');
	for (const sku of [...known, 'V0', 'GONE']) addCustomizedPrice(at.hub, sku, priceOf(sku));
	const absent = range(25).map((index) => `ABSENT${index}`);
	const list = [...known, ...absent, 'V0-0'].map((sku) => priceOf(sku));
	const whole = { ...customizedSync, wholeList: true, missingInList: 'delete', guardMode: 'off' };
	const results = (await at.n8n.run(whole, list, go)).json();
	expect(results.slice(list.length)).toMatchObject([{ skuProduto: 'GONE', status: 'deleted' }]);
});

test('Stock: Sync: nor where the row of the variation is invalid', async () => {
	const products = addSimple(at.hub, 9);
	addVaried(at.hub, 1, 1);
	hideVariations(at.hub, 'V0');
	const list = [...products.map((sku) => ({ sku, estoque: 5 })), { sku: 'V0-0', estoque: 'x' }];
	const whole = { ...unguardedStockSync, wholeList: true, missingInList: 'zero' };
	const results = (await at.n8n.run(whole, list, go)).json();
	expect(results.map(({ sku }) => sku)).not.toContain('V0');
	expect(writes(at.hub)).toEqual([]);
});

test.each([
	[1, 1],
	[30, 30],
	[1, 30],
])(
	'Customized Price: Sync: the price of a product stays where the list names its variation, beside %i that end and %i that stay',
	async (ending, staying) => {
		const gone = addSimple(at.hub, ending, 'GONE');
		const known = addSimple(at.hub, staying);
		const variations = addVaried(at.hub, 2, 1);
		hideVariations(at.hub, 'V0');
		hideVariations(at.hub, 'V1');
		const priced = [...gone, ...known, 'V0', 'V1', 'V0-0'];
		for (const sku of priced) addCustomizedPrice(at.hub, sku, priceOf(sku));
		const list = [...known, ...variations].map((sku) => priceOf(sku));
		// has no price in the channel, and gets none
		list.at(-1)!.precoPor = -1;
		const whole = { ...customizedSync, wholeList: true, missingInList: 'delete', guardMode: 'off' };
		await at.n8n.run(whole, list, go);
		const left = priced.filter((sku) => !gone.includes(sku)).map((sku) => `11|${sku}`);
		expect([...at.hub.state.customizedPrices.keys()]).toEqual(left);
	},
);

test('Customized Price: Sync: the price of a variation whose product nobody names is not deleted', async () => {
	addSimple(at.hub, 1);
	addVaried(at.hub, 1, 1);
	const { idAtributoSimples: _id, ...body } = held().variacoes[0]!;
	answer(at.hub, 'variationGet', { ...body, skuProduto: null }, 200, 50);
	for (const sku of ['V0', 'V0-0']) addCustomizedPrice(at.hub, sku, priceOf(sku));
	const whole = { ...customizedSync, wholeList: true, missingInList: 'delete', guardMode: 'off' };
	await at.n8n.run(whole, [priceOf('V0')], go);
	expect(writes(at.hub)).toEqual([]);
});

describe('a variation that its record hides and that cannot be read', () => {
	const unreadable = () =>
		at.hub.faults.add({
			path: '/v1/products/variation/V0-0',
			...{ kind: 'status', status: 400, times: Infinity },
		});

	test('the stock of its product is not set to zero, as the list names the variation', async () => {
		const skus = addSimple(at.hub, 20);
		addVaried(at.hub, 1, 1);
		hideVariations(at.hub, 'V0');
		unreadable();
		const list = [...skus, 'V0-0'].map((sku) => ({ sku, estoque: 5 }));
		const whole = { ...unguardedStockSync, wholeList: true, missingInList: 'zero' };
		const results = (await at.n8n.run(whole, list, go)).json();
		const reason = expect.stringContaining('"V0-0", which cannot be read and may be one of its');
		expect(results).toContainEqual(
			expect.objectContaining({ sku: 'V0', status: 'held', error: reason }),
		);
		expect(writes(at.hub)).toEqual([]);
	});

	test('the price of its product in a channel is not deleted', async () => {
		const skus = addSimple(at.hub, 20);
		addVaried(at.hub, 1, 1);
		hideVariations(at.hub, 'V0');
		for (const sku of [...skus, 'V0', 'V0-0']) addCustomizedPrice(at.hub, sku, priceOf(sku));
		unreadable();
		const list = [...skus, 'V0-0'].map((sku) => priceOf(sku));
		const whole = { ...customizedSync, wholeList: true, missingInList: 'delete' };
		await at.n8n.run({ ...whole, guardMode: 'off' }, list, go);
		expect(writes(at.hub)).toEqual([]);
	});
});

test('stock of a variation with the SKU of its product is read from the record, however many SKUs are unknown', async () => {
	const skus = addSimple(at.hub, 40, 'S');
	const own = ['P', 'P-M'].map((skuVariacao) => ({ skuVariacao, tamanho: skuVariacao }));
	addProducts(at.hub, [{ skuProduto: 'P', variacoes: own }]);
	const list = [
		...skus.map((sku) => ({ sku, estoque: 5 })),
		...[
			{ sku: 'P', estoque: 10 },
			{ sku: 'P-M', estoque: 5 },
		],
		...range(30).map((each) => ({ sku: `X${each}`, estoque: 1 })),
	];
	const results = (await at.n8n.run(unguardedStockSync, list, go)).json();
	expect(results).toContainEqual(
		expect.objectContaining({ sku: 'P', status: 'updated', before: { estoque: 5 } }),
	);
});

test.each([
	['report', 0],
	['zero', 100],
])(
	'missing in list, %s: of 100 SKUs that the hub lacks, %d are read by themselves',
	async (missingInList, reads) => {
		const skus = addSimple(at.hub, 20);
		const list = [...skus, ...range(100).map((each) => `X${each}`)].map((sku) => ({
			...{ sku, estoque: 5 },
		}));
		const whole = { ...unguardedStockSync, wholeList: true, missingInList };
		await at.n8n.run(whole, list, go);
		expect(at.hub.count({ endpoint: 'variationGet' })).toBe(reads);
	},
);
