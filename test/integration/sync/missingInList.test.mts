import range from 'lodash/range.js';
import sortBy from 'lodash/sortBy.js';
import { describe, expect, test } from 'vitest';
import { batchNote, batchRecord } from '../../support/batches.mts';
import { answer, go } from '../../support/items.mts';
import { addCustomizedPrice, addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	custom,
	customizedSync,
	facts,
	priceOf,
	statuses,
	stockIn,
	stockSync,
	writes,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });

const whole = { ...stockSync, wholeList: true };
/** What the run says of SKUs that the list does not name; the hub holds 5 of each. */
async function zeroMissing(list: Array<[sku: string, estoque: unknown]>) {
	const items = list.map(([sku, estoque]) => ({ sku, estoque }) as { sku: string });
	const result = await at.n8n.run({ ...whole, missingInList: 'zero' }, items, go);
	return result.json().slice(list.length);
}
const five = (skus: string[]): Array<[string, unknown]> => skus.map((sku) => [sku, 5]);

test('the report lists SKUs of products and variations that the input does not name', async () => {
	addSimple(at.hub, 3);
	addVaried(at.hub, 2, 2);
	const list = ['P0', 'P1', 'V0-0'].map((sku) => ({ sku, estoque: 5 }));
	const parameters = { ...whole, missingInList: 'report', ...custom({ wholeShare: 0 }) };
	const result = await at.n8n.run(parameters, list);
	const onlyInHub = result.json().slice(3);
	const before = { estoque: 5 };
	expect(facts(sortBy(onlyInHub, 'sku'))).toEqual(
		['P2', 'V0-1', 'V1-0', 'V1-1'].map((sku) => ({ sku, status: 'onlyInHub', before })),
	);
	expect(writes(at.hub)).toEqual([]);
});

test('a list that names less than half of what the hub holds sends nothing', async () => {
	const skus = addSimple(at.hub, 20);
	const rest = await zeroMissing(five(skus.slice(0, 9)));
	expect(rest).toHaveLength(11);
	for (const { status, error } of rest) {
		expect(status).toBe('held');
		expect(error).toContain('it names 9 of the 20 entries in the hub (45 %)');
	}
	expect(writes(at.hub)).toEqual([]);
});

test('a run that is held says so also where no row would change and another one is refused', async () => {
	addSimple(at.hub, 20);
	const list = [5, 5, 'x'].map((estoque, index) => ({ sku: `P${index}`, estoque }));
	const result = await at.n8n.run(whole, list, go);
	expect(result.json().map(({ status }) => status)).toEqual([
		...['unchanged', 'unchanged', 'notSent', 'held'],
	]);
	const { nodeError } = await at.n8n.run(whole, list);
	expect(nodeError?.message).toContain('it names 3 of the 20 entries');
});

test('refused rows count as named: a list with bad values is not called incomplete', async () => {
	addSimple(at.hub, 4);
	addVaried(at.hub, 1, 2);
	const list = [6, 'x', 'x', 'x'].map((estoque, index) => ({ sku: `P${index}`, estoque }));
	for (const missingInList of ['ignore', 'report']) {
		at.hub.state.products.get('P0')!.estoque = 5;
		const result = await at.n8n.run({ ...whole, missingInList }, list, go);
		expect(result.json()[0]).toMatchObject({ sku: 'P0', status: 'updated' });
	}
});

test.each([
	[
		['x', 5],
		['notSent', 'unchanged'],
	],
	[
		[5, 'x'],
		['unchanged', 'notSent'],
	],
])('SKUs that differ in case are each named, with a stock of %j', async (stocks, expected) => {
	const skus = addSkus(at.hub, ['ABC', 'abc']);
	for (const sku of skus) at.hub.state.products.get(sku)!.estoque = 5;
	const list = skus.map((sku, index) => ({ sku, estoque: stocks[index]! }));
	const result = await at.n8n.run({ ...whole, missingInList: 'report' }, list, go);
	expect(result.json().map(({ status }) => status)).toEqual(expected);
});

test('SKUs that the list does not name go to zero, but a SKU of a refused item does not', async () => {
	const skus = addSimple(at.hub, 20).slice(0, 18);
	const rest = await zeroMissing([...five(skus.filter((sku) => sku !== 'P3')), ['P3', '']]);
	expect(rest).toMatchObject([
		{ sku: 'P18', status: 'updated', before: { estoque: 5 }, after: { estoque: 0 } },
		{ sku: 'P19', status: 'updated' },
	]);
	expect(stockIn(at.hub, ['P3', 'P17', 'P18', 'P19'])).toEqual({ P3: 5, P17: 5, P18: 0, P19: 0 });
});

test.each<[string, list: Array<[string, unknown]>, zero: string[]]>([
	['of a product that is named itself', [['V0', 5]], []],
	['of a product that only a refused item names', [['V0', '']], []],
	['of a product that is named in another spelling', [['v0', 5]], []],
	['that only a refused item names', [...five(['V0-0']), ['V0-1', '']], ['V0-2']],
])('variations %s keep their stock', async (_which, list, zero) => {
	const variations = addVaried(at.hub, 1, 3);
	await zeroMissing([...five(addSimple(at.hub, 20)), ...list]);
	expect(stockIn(at.hub, variations)).toEqual(
		Object.fromEntries(variations.map((sku) => [sku, zero.includes(sku) ? 0 : 5])),
	);
});

test.each([
	['an entry of the list', 5],
	['a refused item', ''],
])(
	'a SKU that %s may mean in another spelling is held, not set to zero',
	async (_what, estoque) => {
		const spellings = ['CAMISA-P ', 'camisa-g', '00123', ' Calça', '789', '1234567', '7654321'];
		const listed = ['CAMISA-P', 'CAMISA-G', '123', 'calça', '"= 789.0 "', '1.234.567', '7 654 321'];
		const skus = addSimple(at.hub, 20);
		addSkus(at.hub, [...spellings, 'GONE']);
		const rest = await zeroMissing([
			...five(skus),
			...listed.map((sku): [string, unknown] => [sku, estoque]),
		]);
		const held = Object.fromEntries(spellings.map((sku) => [sku, 'held']));
		expect(statuses(rest)).toEqual({ ...held, GONE: 'updated' });
		expect(stockIn(at.hub, [...spellings, 'GONE'])).toEqual({
			...Object.fromEntries(spellings.map((sku) => [sku, 5])),
			GONE: 0,
		});
		expect(rest.find(({ sku }) => sku === 'CAMISA-P ')?.error).toBe(
			'Held, not set to zero: the list has the SKU "CAMISA-P", which may be this one in another spelling',
		);
	},
);

test('a dry run says that what the list may mean would be held', async () => {
	const skus = addSimple(at.hub, 20);
	const items = ['p19', ...skus.slice(0, 19)].map((sku) => ({ sku, estoque: 5 }));
	const dry = await at.n8n.done({ ...whole, missingInList: 'zero', dryRun: true }, items);
	expect(dry.json().find(({ sku }) => sku === 'P19')).toMatchObject({
		status: 'wouldBeHeld',
		error: expect.stringMatching(/^Would be held, not set to zero: the list has/) as string,
	});
});

test('an entry whose value the hub contradicts is held, too, while an item names nothing', async () => {
	const rowOf = (skuProduto: string, precoPorPersonalizado: string) => ({
		...{ idProduto: 1, skuProduto, idCanalIntegracao: 11, precoDePersonalizado: '99,90' },
		precoPorPersonalizado,
	});
	addSimple(at.hub, 2);
	const rows = [rowOf('P0', '79,90'), rowOf('P1', '79,90'), rowOf('P1', '75,00')];
	answer(at.hub, 'customizedPriceList', { produtosPrecoPersonalizado: { Loja: rows }, info: {} });
	const items = ['P0', ''].map((sku) => ({ ...priceOf(sku), precoDe: 99.9, precoPor: 79.9 }));
	const ending = { wholeList: true, missingInList: 'delete', guardMode: 'off' };
	const result = await at.n8n.run({ ...customizedSync, ...ending }, items, go);
	expect(statuses(result.json())).toMatchObject({ P0: 'unchanged', P1: 'held' });
	expect(writes(at.hub)).toEqual([]);
});

describe('prices of channels that the list may mean', () => {
	const ending = { ...customizedSync, wholeList: true, missingInList: 'delete' };
	const addPriced = (skus: readonly string[]) => {
		for (const sku of skus) addCustomizedPrice(at.hub, sku, priceOf(sku));
	};
	const gone = () =>
		['V0', 'V0-0', 'V0-1'].filter((sku) => !at.hub.state.customizedPrices.has(`11|${sku}`));

	test('a row names its product, also where the hub does not have the variation', async () => {
		const skus = addSimple(at.hub, 30);
		addVaried(at.hub, 1, 1);
		addPriced(['V0', 'V0-0', ...skus]);
		const list = [...skus.map((sku) => priceOf(sku)), { ...priceOf('V0'), skuVariacao: 'V0-7' }];
		await at.n8n.run(ending, list, go);
		expect(gone()).toEqual(['V0-0', 'V0-1']);
	});

	test('a variation names its product, also where its own record does not say which it is', async () => {
		const skus = addSimple(at.hub, 200);
		addVaried(at.hub, 25, 1);
		addPriced([...skus, ...range(25).map((index) => `V${index}`)]);
		const path = '/v1/products/variation/V0-0';
		const body = { skuVariacao: 'V0-0', precoDe: 120, precoPor: 110 };
		at.hub.faults.add({ path, kind: 'status', status: 200, body, times: Infinity });
		const list = [...skus, 'V0-0', 'V1-0', 'V2-0'].map((sku) => priceOf(sku));
		await at.n8n.run(ending, list, go);
		const kept = range(5).filter((index) => at.hub.state.customizedPrices.has(`11|V${index}`));
		expect(kept).toEqual([0, 1, 2]);
	});

	test.each([110, -1])(
		'a channel that the hub does not list may be any other, mistyped; with a price of %d',
		async (precoPor) => {
			const skus = addSimple(at.hub, 30);
			addPriced(skus);
			const list = skus.map((sku) => ({
				...priceOf(sku, sku === 'P3' ? precoPor : 110),
				idCanalIntegracao: sku === 'P3' ? 111 : 11,
			}));
			const result = await at.n8n.run(ending, list, go);
			expect(result.json().at(-1)).toMatchObject({
				...{ skuProduto: 'P3', idCanalIntegracao: 11, status: 'held' },
				error: expect.stringContaining('a channel that the hub does not list') as string,
			});
			expect(at.hub.state.customizedPrices.has('11|P3')).toBe(true);
		},
	);
});

test('a product of an invalid row that cannot be read stops no other row', async () => {
	const skus = addSimple(at.hub, 30);
	at.hub.faults.add({ path: '/v1/products/P0', kind: 'status', status: 400, times: Infinity });
	const rest = await zeroMissing([['P0', 'x'], ...five(skus.slice(1, 28))]);
	expect(statuses(rest)).toEqual({ P28: 'updated', P29: 'updated' });
	expect(stockIn(at.hub, ['P0'])).toEqual({ P0: 5 });
});

test('a product that a row names by a variation which the hub does not have keeps its stock', async () => {
	const skus = addSimple(at.hub, 30);
	const list = [
		...skus.slice(1).map((sku) => ({ sku, estoque: 5 })),
		{ skuProduto: 'P0', skuVariacao: 'P0-1', estoque: 5 },
	];
	const result = await at.n8n.run({ ...whole, missingInList: 'zero' }, list as [], go);
	expect(statuses(result.json())).toMatchObject({ P1: 'unchanged', 'P0-1': 'notInHub' });
	expect(stockIn(at.hub, ['P0'])).toEqual({ P0: 5 });
});

test('a run that stops says what the hub told about a batch whose rows are all well', async () => {
	const skus = addSimple(at.hub, 20);
	const items = skus.slice(1).map((sku) => ({ sku, estoque: 5 }));
	const note = { sucesso: false, error: 'Integração suspensa.' };
	answer(at.hub, 'batchGet', batchRecord([batchNote('P0'), batchNote('', note)]), 200, 5);
	const { nodeError } = await at.n8n.run({ ...whole, missingInList: 'zero' }, items);
	expect(nodeError?.message).toContain('batch 5001: Integração suspensa');
	expect(`${nodeError?.message} ${nodeError?.description}`).not.toContain('undefined');
});

test('a row that the hub knows by a word for nothing may stand twice in the list: what the list does not name is set to zero', async () => {
	const skus = addSimple(at.hub, 20);
	addSkus(at.hub, ['0']);
	const rest = await zeroMissing(five([...skus.slice(0, 19), '0', '0']));
	expect(rest).toMatchObject([{ sku: 'P19', status: 'updated' }]);
});

test('nothing is set to zero if an item lacks its SKU', async () => {
	const skus = addSimple(at.hub, 20).slice(0, 18);
	const rest = await zeroMissing(five(skus.map((sku) => (sku === 'P4' ? '' : sku))));
	expect(rest).toMatchObject(['P4', 'P18', 'P19'].map((sku) => ({ sku, status: 'held' })));
	expect(writes(at.hub)).toEqual([]);
});
