import { describe, expect, test } from 'vitest';
import { answer, go, requests, respond } from '../../support/items.mts';
import { addCustomizedPrice } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	addVaried,
	customizedSync,
	facts,
	priceOf,
	statuses,
	stopAt,
	writes,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });
const deleting = { ...customizedSync, wholeList: true, missingInList: 'delete' };
const pricesOf = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => priceOf(`P${from + index}`));
const keys = () => [...at.hub.state.customizedPrices.keys()];

describe('a price that is new to its channel', () => {
	// the products cost 79.90
	const newPrices = (count: number, precoPor: number, precoDe = 99.9) =>
		addSimple(at.hub, count).map((skuProduto) => ({
			skuProduto,
			idCanalIntegracao: 11,
			precoDe,
			precoPor,
		}));

	test.each([
		['250 at a hundredth', 250, 0.79, 0.99],
		['5 at a hundredth', 5, 0.79, 0.99],
		['one at a hundredth', 1, 0.79, 0.99],
		['5 times a hundred', 5, 7_990, 9_990],
	])(
		"%s is held by comparison with the product's own price",
		async (_name, count, precoPor, precoDe) => {
			const list = newPrices(count, precoPor, precoDe);
			const result = await at.n8n.run(customizedSync, list, go);
			expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['held']));
			expect(String(result.json()[0]!.error)).toMatch(/the product's own (99|79),90/);
			expect(writes(at.hub)).toEqual([]);
		},
	);

	test("is sent if it is near the product's own price or the hub does not know the product", async () => {
		const list = newPrices(5, 75);
		const unknown = { skuProduto: 'UNKNOWN', idCanalIntegracao: 11, precoDe: 2, precoPor: 1 };
		const result = await at.n8n.run(customizedSync, [...list, unknown], go);
		expect(statuses(result.json())).toMatchObject({ P0: 'updated', UNKNOWN: 'refused' });
	});

	test("shows the product's own prices beside it, and is sent even if it equals them", async () => {
		const [equal, other] = newPrices(2, 79.9).map((row, index) => ({
			...row,
			precoPor: 79.9 - index,
		}));
		const sent = { status: 'updated', productPrices: { precoDe: 99.9, precoPor: 79.9 } };
		const first = await at.n8n.done(customizedSync, [equal!, other!]);
		expect(first.json()).toMatchObject([sent, sent]);
		expect(first.json()[0]).not.toHaveProperty('before');
		const again = await at.n8n.done(customizedSync, [equal!, { ...other!, precoPor: 78 }]);
		expect(again.json()).toMatchObject([
			{ status: 'unchanged' },
			{ status: 'updated', before: { precoPor: 78.9 }, after: { precoPor: 78 } },
		]);
		for (const json of again.json()) expect(json).not.toHaveProperty('productPrices');
	});

	test('is compared with the pages of the product list if there are many', async () => {
		const result = await at.n8n.run({ ...customizedSync, dryRun: true }, newPrices(1_000, 75));
		expect(statuses(result.json())).toMatchObject({ P0: 'wouldBeHeld' });
		const reads = ['productList', 'productGet', 'variationGet', 'customizedPriceList'];
		expect(reads.map((endpoint) => at.hub.count({ endpoint }))).toEqual([10, 0, 0, 2]);
	});

	test("is compared with the variation's own price if it is for a variation", async () => {
		const [sku = ''] = addVaried(at.hub, 1, 2);
		const row = { skuProduto: sku, idCanalIntegracao: 11, precoDe: 1, precoPor: 0.8 };
		const result = await at.n8n.run(customizedSync, [row], go);
		expect(statuses(result.json())).toEqual({ [sku]: 'held' });
	});
});

describe('Missing in List: Delete', () => {
	test('deletes the prices that the list no longer names in its channels, and none in other channels', async () => {
		addPrices(at.hub, 22);
		addCustomizedPrice(at.hub, 'P0', { idCanalIntegracao: 12 });
		const list = [...pricesOf(1, 20), priceOf('P20', 105)];
		const dry = await at.n8n.run({ ...deleting, dryRun: true }, list);
		expect(facts(dry.json().slice(20))).toEqual(
			['P0', 'P21'].map((skuProduto) => ({
				skuProduto,
				idCanalIntegracao: 11,
				status: 'wouldDelete',
				before: { precoDe: 120, precoPor: 110 },
			})),
		);
		expect(writes(at.hub)).toEqual([]);
		const result = await at.n8n.run(deleting, list);
		expect(statuses(result.json())).toMatchObject({
			P0: 'deleted',
			P1: 'unchanged',
			P20: 'updated',
			P21: 'deleted',
		});
		expect(keys()).toEqual([
			...pricesOf(1, 21).map(({ skuProduto }) => `11|${skuProduto}`),
			'12|P0',
		]);
		await at.n8n.run(deleting, list);
		expect(writes(at.hub)).toHaveLength(3);
	});

	test('deletes nothing where a row names a channel of which the hub, which does not give its channels, has no price', async () => {
		addPrices(at.hub, 22);
		respond(at.hub, 'channels', 500, { times: Infinity });
		const list = [...pricesOf(1, 22), { ...priceOf('P0'), idCanalIntegracao: 99 }];
		const parameters = { ...deleting, options: { longestWait: 0.02 } };
		await at.n8n.run(parameters, list, go);
		expect(keys()).toContain('11|P0');
		await at.n8n.run(parameters, list.slice(0, 21), go);
		expect(keys()).not.toContain('11|P0');
	});

	test.each([
		['a list cut to 75 %', pricesOf(0, 30), '10 of 40 prices (25 %) would be deleted'],
		['a list cut in half', pricesOf(0, 19), 'it names 19 of the 40 entries in the hub'],
		['a row of another channel', [{ ...priceOf('P0'), idCanalIntegracao: 12 }], undefined],
		['nothing but a row that breaks a rule', [{ ...priceOf('P0'), precoDe: -1 }], undefined],
	])('%s deletes nothing with the default guards', async (_name, list, why) => {
		addPrices(at.hub, 40);
		const result = await at.n8n.run(deleting, list, go);
		expect(requests(at.hub, 'customizedPriceDelete')).toEqual([]);
		expect(keys().filter((key) => key.startsWith('11|'))).toHaveLength(40);
		if (why !== undefined) expect(result.json().at(-1)?.error).toContain(why);
	});

	test.each<[string, string, kept: string[]]>([
		['a product, those of its variations', 'V0', ['V0-0', 'V0-1']],
		['a product in another spelling, those of its variations', 'v0', ['V0-0', 'V0-1']],
		['a variation, that of its product', 'V0-0', ['V0', 'V0-0']],
	])('if the list names %s must stay', async (_name, named, kept) => {
		addPrices(at.hub, 40);
		addVaried(at.hub, 1, 2);
		for (const sku of kept) addCustomizedPrice(at.hub, sku, priceOf(sku));
		addCustomizedPrice(at.hub, 'V0-0', { ...priceOf('V0-0'), idCanalIntegracao: 12 });
		await at.n8n.run(deleting, [...pricesOf(0, 40), priceOf(named, 90)], go);
		expect(keys()).toEqual(expect.arrayContaining([...kept.map((sku) => `11|${sku}`), '12|V0-0']));
		expect(requests(at.hub, 'customizedPriceDelete')).toEqual([]);
	});

	test('a price stays if the list may mean it in another spelling', async () => {
		addPrices(at.hub, 20);
		addCustomizedPrice(at.hub, '00P1');
		addCustomizedPrice(at.hub, '007');
		const list = [...pricesOf(0, 20), { ...priceOf('x'), skuProduto: '7' }];
		const result = await at.n8n.run(deleting, list, go);
		expect(result.json()).toContainEqual(
			expect.objectContaining({
				skuProduto: '007',
				status: 'held',
				error: expect.stringContaining('Held, not deleted: the list has the SKU "7"') as string,
			}),
		);
		expect(keys()).toContain('11|007');
		expect(keys()).not.toContain('11|00P1');
	});

	test('deletes nothing in a channel that the list does not name, nor a price without a SKU, whatever the hub lists', async () => {
		addSimple(at.hub, 2);
		addPrices(at.hub, 2);
		const answered = [
			{ skuProduto: 'P0', idCanalIntegracao: 11 },
			{ skuProduto: 'P1', idCanalIntegracao: 12 },
			{ skuProduto: null, idCanalIntegracao: 11 },
		].map((entry) => ({ ...entry, precoDePersonalizado: 99.9, precoPorPersonalizado: 79.9 }));
		const info = { offset: 0, total: 3, limit: 100 };
		answer(
			at.hub,
			'customizedPriceList',
			{ produtosPrecoPersonalizado: { Canal: answered }, info },
			200,
			9,
		);
		const list = [{ ...priceOf('P0'), precoDe: 99.9, precoPor: 79.9 }];
		await at.n8n.done({ ...deleting, guardMode: 'off' }, list);
		expect(writes(at.hub)).toEqual([]);
	});

	test('a 404 at the first try is reported, and a 404 after a lost answer counts as deleted', async () => {
		addPrices(at.hub, 22);
		const endpoint = 'customizedPriceDelete';
		at.hub.faults.add({ endpoint, kind: 'status', status: 404, times: 1 });
		at.hub.faults.add({ endpoint, kind: 'resetAfter', times: 1 });
		const result = await at.n8n.run(deleting, pricesOf(0, 20), go);
		expect(statuses(result.json())).toMatchObject({ P20: 'refused', P21: 'deleted' });
		expect([...at.hub.state.customizedPrices.keys()]).toContain('11|P20');
	});
});

test('Missing in List: a price of a product stays if the list names its variation in another spelling, in a long list too', async () => {
	addVaried(at.hub, 10, 1, (product) => `078${product}`);
	const products = Array.from({ length: 10 }, (_, product) => `V${product}`);
	const gone = addSimple(at.hub, 20, 'GONE');
	const named = addSimple(at.hub, 60);
	for (const sku of [...products, ...gone, ...named]) addCustomizedPrice(at.hub, sku, priceOf(sku));
	const withoutZeros = products.map((_sku, product) => `78${product}`);
	const list = [...named, ...withoutZeros].map((sku) => priceOf(sku));
	await at.n8n.run({ ...deleting, guardMode: 'off' }, list, go);
	expect(keys()).toEqual(expect.arrayContaining(products.map((sku) => `11|${sku}`)));
	expect(keys().filter((key) => key.includes('GONE'))).toEqual([]);
});

test('a hub that lists prices of 0: they are none, so a whole list names all others, and none of them is deleted', async () => {
	addPrices(at.hub, 10);
	const none = addSimple(at.hub, 30, 'NONE');
	for (const sku of none)
		addCustomizedPrice(at.hub, sku, { ...priceOf(sku), precoDe: 0, precoPor: 0 });
	const result = await at.n8n.run(deleting, pricesOf(0, 10), go);
	expect(new Set(result.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
	expect(writes(at.hub)).toEqual([]);
	const first = [{ ...priceOf('NONE0'), precoDe: 99.9, precoPor: 79.9 }];
	const set = await at.n8n.run(customizedSync, first, go);
	expect(set.json()).toMatchObject([{ skuProduto: 'NONE0', status: 'updated' }]);
});

test.each([[[10, 20, 0]], [[0, 10, 20]]])(
	'rows of one price that contradict each other, %j, are an entry',
	async (prices) => {
		addPrices(at.hub, 2);
		const rowOf = (skuProduto: string, price: number) => ({
			...{ skuProduto, idCanalIntegracao: 11 },
			...{ precoDePersonalizado: price, precoPorPersonalizado: price },
		});
		const rows = [rowOf('P0', 110), ...prices.map((price) => rowOf('P1', price))];
		const info = { offset: 0, total: rows.length, limit: 100 };
		const body = { produtosPrecoPersonalizado: { Canal: rows }, info };
		answer(at.hub, 'customizedPriceList', body, 200, 9);
		const whole = { ...deleting, missingInList: 'report', guardMode: 'off' };
		const list = [{ ...priceOf('P0'), precoDe: 110 }];
		const result = await at.n8n.run(whole, list, go);
		expect(statuses(result.json())).toEqual({ P0: 'unchanged', P1: 'onlyInHub' });
	},
);

test('a campaign of 500 of 5,000 prices ends: exactly these are deleted, even after a stop half-way', async () => {
	const { hub, n8n } = at;
	addPrices(hub, 5_000);
	const list = pricesOf(0, 4_500);
	const { signal } = stopAt(hub, 'customizedPriceDelete', 200);
	expect((await n8n.run(deleting, list, { signal })).status).toBe('canceled');
	const left = hub.state.customizedPrices.size;
	expect(left).toBeGreaterThan(4_500);
	const result = await n8n.done(deleting, list);
	expect(result.json().filter(({ status }) => status === 'deleted')).toHaveLength(left - 4_500);
	expect([...hub.state.customizedPrices.keys()]).toEqual(
		list.map(({ skuProduto }) => `11|${skuProduto}`),
	);
}, 60_000);

test('the row of a product and the row of its variation set separate prices', async () => {
	addVaried(at.hub, 1, 2);
	const list = [
		{ ...priceOf('V0'), skuVariacao: '' },
		{ ...priceOf('V0', 100), skuVariacao: 'V0-0' },
		priceOf('V0-1', 90),
	];
	const result = await at.n8n.run(customizedSync, list);
	expect(statuses(result.json())).toEqual({ V0: 'updated', 'V0-0': 'updated', 'V0-1': 'updated' });
	const prices = [...at.hub.state.customizedPrices.values()];
	expect(prices.map(({ skuProduto, precoPor }) => [skuProduto, precoPor])).toEqual([
		['V0', 110],
		['V0-0', 100],
		['V0-1', 90],
	]);
	const again = await at.n8n.run(customizedSync, list);
	expect(new Set(again.json().map(({ status }) => status))).toEqual(new Set(['unchanged']));
});

test('one row with the number of another channel does not end the campaign in that channel', async () => {
	addPrices(at.hub, 300);
	const ofOther = (index: number) => ({ ...priceOf(`P${index}`), idCanalIntegracao: 12 });
	for (let index = 0; index < 50; index++) addCustomizedPrice(at.hub, `P${index}`, ofOther(index));
	const list = [ofOther(0), ...Array.from({ length: 299 }, (_, index) => priceOf(`P${index + 1}`))];
	const whyHeld = async (parameters: typeof deleting) =>
		(await at.n8n.run(parameters, list, go)).json().find(({ status }) => status === 'held')?.error;
	expect(await whyHeld(deleting)).toContain(
		'it names 1 of the 50 entries of channel 12 in the hub',
	);
	const off = { guardMode: 'custom', customGuards: { wholeShare: 0 } };
	expect(await whyHeld({ ...deleting, ...off })).toContain(
		'49 of 50 prices of channel 12 (98 %) would be deleted',
	);
	expect(at.hub.state.customizedPrices.size).toBe(350);
});
