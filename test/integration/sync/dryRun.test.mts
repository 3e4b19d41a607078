import range from 'lodash/range.js';
import { describe, expect, test } from 'vitest';
import { stocks, stocksSent } from '../../support/batches.mts';
import { go, hintsOf, requests } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	addVaried,
	customizedSync,
	facts,
	priceOf,
	priceSync,
	securitySync,
	stockSync,
	unguardedProductSync,
	writes,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });

test('a dry run says what the run would do, and sends nothing', async () => {
	addSimple(at.hub, 3);
	const list = [...stocks(['P0'], 5), ...stocks(['P1', 'P9'], 8)];
	const dry = await at.n8n.run({ ...stockSync, dryRun: true }, list);
	expect(facts(dry.json())).toEqual([
		{ sku: 'P0', status: 'unchanged', before: { estoque: 5 } },
		{ sku: 'P1', status: 'wouldUpdate', before: { estoque: 5 }, after: { estoque: 8 } },
		{ sku: 'P9', status: 'notInHub' },
	]);
	expect(writes(at.hub)).toEqual([]);
	const real = await at.n8n.run(stockSync, list);
	const [same, changed, absent] = dry.json();
	expect(real.json()).toEqual([
		same,
		{ ...changed, status: 'updated', batchId: expect.any(Number) as number },
		absent,
	]);
});

test('a dry run always ends with the table, and held rows are marked with the reason', async () => {
	addSimple(at.hub, 20);
	const list = range(21).map((index) => ({ sku: `P${index}`, estoque: index === 0 ? 2.5 : 0 }));
	const dry = await at.n8n.done({ ...stockSync, dryRun: true }, list);
	expect(dry.json()).toHaveLength(21);
	expect(dry.json()[0]).toMatchObject({
		sku: 'P0',
		status: 'wouldNotSend',
		error: expect.stringContaining('whole number'),
	});
	expect(dry.json()[1]).toMatchObject({
		sku: 'P1',
		status: 'wouldBeHeld',
		before: { estoque: 5 },
		after: { estoque: 0 },
		...{ guard: 'Stock to Zero (%)', isRunHeld: true },
		error:
			'Nothing would be sent: 19 of 19 entries with stock (100 %) would go to zero; Stock to Zero (%) is 20',
	});
	expect(dry.json()[20]).toEqual({
		sku: 'P20',
		status: 'notInHub',
		why: 'The hub has no such SKU',
		change: '',
	});
	const [summary, warning] = hintsOf(dry);
	expect(summary).toMatch(
		/^Dry run, nothing was sent. 21 compared, 19 would be held, 1 would not be sent, 1 not in the hub, /,
	);
	expect(warning).toContain('raise Stock to Zero (%)');
	expect(writes(at.hub)).toEqual([]);
});

test('an entry that a guard would hold shows the guard and the reason', async () => {
	addSimple(at.hub, 1);
	const list = [{ sku: 'P0', precoDe: 99.9, precoPor: 7.99 }];
	const dry = await at.n8n.run({ ...priceSync, dryRun: true }, list);
	expect(dry.json()[0]).not.toHaveProperty('isRunHeld');
	expect(dry.json()).toMatchObject([
		{
			status: 'wouldBeHeld',
			guard: 'Price Change (%)',
			error:
				'Would be held: `precoPor` would change by 90 %, from 79,90 to 7,99; Price Change (%) is 50',
		},
	]);
});

test('a whole list that is too short is marked, and a hint names the guard', async () => {
	addSimple(at.hub, 20);
	const list = [{ sku: 'P0', estoque: 5 }];
	const dry = await at.n8n.run({ ...stockSync, wholeList: true, dryRun: true }, list);
	expect(dry.json()).toMatchObject([
		{ sku: 'P0', status: 'unchanged' },
		{ status: 'wouldBeHeld', error: expect.stringContaining('Smallest Whole List (%) is 50') },
	]);
	expect(hintsOf(dry)[1]).toContain('lower Smallest Whole List (%)');
});

describe('the hint says first what the run would take', () => {
	const real = setupEach({ seed: { products: 0, channels: 3 }, timeScale: 1 });
	const hintOf = async (parameters: object, list: object[]) => {
		const dry = await real.n8n.run({ ...stockSync, ...parameters, dryRun: true }, list as []);
		return hintsOf(dry)[0];
	};

	test('in requests, without the looks at batches', async () => {
		const skus = addSimple(real.hub, 300);
		const list = stocks(skus.slice(0, 150), 6);
		const hint = await hintOf({ onlyChanges: true }, list);
		expect(hint).toMatch(
			/^A run would take about \d+ seconds?: 152 requests, 2 of them to send\. Dry run, nothing was sent\. 150 compared/,
		);
		real.hub.log.length = 0;
		await real.n8n.done({ ...stockSync, onlyChanges: true }, list);
		const counted = real.hub.log.filter(
			({ endpoint = '' }) => !['auth', 'batchGet'].includes(endpoint),
		);
		expect(counted).toHaveLength(152);
	});

	test('in minutes, if a limit slows it down', async () => {
		const skus = addSimple(real.hub, 2_500);
		const hint = await hintOf({ guardMode: 'off' }, stocks(skus, 6));
		expect(hint).toMatch(
			/^A run would take about 2(,\d)? minutes: 50 requests, 25 of them to send\./,
		);
	});

	test('one request for each deletion and each single write', async () => {
		addPrices(real.hub, 30);
		const list = range(1, 30).map((index) => priceOf(`P${index}`));
		const whole = { ...customizedSync, wholeList: true, missingInList: 'delete' };
		expect(await hintOf(whole, list)).toMatch(/, 1 of them to send\. /);
		const security = { idCanalIntegracao: 11, estoqueSeguranca: 2 };
		const rows = range(5).map((index) => ({ ...security, sku: `P${index}` }));
		expect(await hintOf(securitySync, rows)).toMatch(/, 5 of them to send\. /);
	});

	test('nothing, if nothing would be sent', async () => {
		addSimple(real.hub, 20);
		expect(
			await hintOf(
				{},
				stocks(
					range(20).map((index) => `P${index}`),
					0,
				),
			),
		).not.toContain('A run would take');
	});
});

test('Dry Run is the first parameter of each sync', async () => {
	const { operations } = await import('../../support/built.mts');
	const syncs = operations.filter(({ name }) => name.endsWith(' sync'));
	expect(new Set(syncs.map(({ operation }) => operation.properties[0]?.name))).toEqual(
		new Set(['dryRun']),
	);
});

describe('a dry run sees what the run would refuse', () => {
	test('stock of a product with variations, which have it', async () => {
		addVaried(at.hub, 1, 2);
		const list = stocks(['V0', 'V0-0'], 8);
		const dry = await at.n8n.done({ ...stockSync, dryRun: true }, list);
		expect(dry.json()).toMatchObject([
			{ sku: 'V0', status: 'wouldNotSend', error: expect.stringContaining('has variations') },
			{ sku: 'V0-0', status: 'wouldUpdate' },
		]);
		const real = await at.n8n.done(stockSync, list, go);
		expect(real.json()).toMatchObject([{ sku: 'V0', status: 'notSent' }, { status: 'updated' }]);
		expect(stocksSent(at.hub)).toEqual([[{ sku: 'V0-0', estoque: 8 }]]);
	});

	describe.each([
		['of few SKUs', 0, {}],
		['of many SKUs', 30, {}],
		['of only changes', 30, { onlyChanges: true }],
		['of few SKUs, declared whole', 0, { wholeList: true }],
		['declared whole, with what is missing', 30, { wholeList: true, missingInList: 'report' }],
	])('a list %s', (_name, others, more) => {
		test.each([
			[['V0', 'V0-0', 'V0-1'], 'wouldNotSend'],
			[['V0', 'V0-1'], 'wouldNotSend'],
			[['V0-1', 'V0'], 'wouldNotSend'],
			[['V0'], 'wouldUpdate'],
		])('decides the same of stock for %j: the product %s', async (skus, status) => {
			addVaried(at.hub, 1, 2);
			const rest = addSimple(at.hub, others);
			const list = stocks([...rest, ...skus], 8);
			const parameters = { ...stockSync, ...more, dryRun: true, guardMode: 'off' };
			const result = await at.n8n.done(parameters, list);
			expect(result.json().find(({ sku }) => sku === 'V0')).toMatchObject({ status });
			const variation = result.json().find(({ sku }) => sku === 'V0-1');
			if (skus.length > 1) expect(variation).toMatchObject({ status: 'wouldUpdate' });
		});

		test('lets a product have stock whose variation has its own SKU', async () => {
			addVaried(at.hub, 1, 2, (_product, index) => (index === 0 ? 'V0' : 'V0-1'));
			const list = stocks([...addSimple(at.hub, others), 'V0', 'V0-1'], 8);
			const parameters = { ...stockSync, ...more, dryRun: true, guardMode: 'off' };
			const result = await at.n8n.done(parameters, list);
			expect(result.json().slice(-2)).toMatchObject([
				{ sku: 'V0', status: 'wouldUpdate' },
				{ sku: 'V0-1', status: 'wouldUpdate' },
			]);
		});
	});

	test('a new product whose leader neither the list nor the hub has', async () => {
		addSimple(at.hub, 1);
		const child = (skuProduto: string, skuProdutoLider: string) =>
			productFields({ skuProduto, skuProdutoLider });
		const list = [child('A', 'GONE'), child('B', 'GONE'), child('C', 'P0'), child('D', 'E')];
		const dry = await at.n8n.done({ ...unguardedProductSync, dryRun: true }, [
			...list,
			child('E', 'E'),
		]);
		const note = 'The hub has no product GONE, the leader of this one, and no row registers it';
		expect(dry.json().map((json) => [json.sku, json.status, json.note])).toEqual([
			['A', 'wouldCreate', note],
			['B', 'wouldCreate', note],
			...['C', 'D', 'E'].map((sku) => [sku, 'wouldCreate', undefined]),
		]);
		const asked = requests(at.hub, 'productGet').map(({ path }) => path);
		expect(asked.filter((path) => path.endsWith('/GONE'))).toHaveLength(1);
		expect(hintsOf(dry).join()).toContain('2 of 5 entries have a note');
	});
});

describe('the first line of a run', () => {
	test('says that nothing was sent', async () => {
		addSimple(at.hub, 1);
		const real = await at.n8n.done(stockSync, stocks(['P0'], 5));
		expect(hintsOf(real)[0]).toMatch(/^Nothing was sent: 1 compared, 1 unchanged, 1 request, /);
		const sent = await at.n8n.done(stockSync, stocks(['P0'], 6));
		expect(hintsOf(sent)[0]).toMatch(/^1 compared, 1 updated, /);
	});

	test('is followed by the guard that held it, where the workflow goes on', async () => {
		const skus = addSimple(at.hub, 20);
		const held = await at.n8n.done(stockSync, stocks(skus, 0), go);
		expect(hintsOf(held)[0]).toMatch(/^Nothing was sent: 20 compared, 20 held, /);
		expect(hintsOf(held)[1]).toMatch(
			/^Nothing was sent: 20 of 20 entries with stock \(100 %\) would go to zero; Stock to Zero \(%\) is 20\. Look at the list\. .* raise Stock to Zero/,
		);
	});
});

test('the estimate has the second reads of products whose variations change', async () => {
	addVaried(at.hub, 15, 2);
	const list = range(15).map((index) => ({
		...{ skuProduto: `V${index}`, skuVariacao: `V${index}-0`, precoPor: 71 },
	}));
	const dry = await at.n8n.done({ ...unguardedProductSync, dryRun: true }, list);
	expect(hintsOf(dry)[0]).toContain(': 45 requests, 15 of them to send');
	at.hub.log.length = 0;
	await at.n8n.done(unguardedProductSync, list);
	expect(at.hub.log.filter(({ endpoint }) => endpoint !== 'auth')).toHaveLength(45);
});
