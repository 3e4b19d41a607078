import range from 'lodash/range.js';
import { describe, expect, test } from 'vitest';
import { stocks } from '../../support/batches.mts';
import { asJson, go } from '../../support/items.mts';
import { addCustomizedPrice, productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addPrices,
	addSimple,
	addVaried,
	customizedSync,
	heldBy,
	hideVariations,
	onlyChanges,
	onRequest,
	priceOf,
	priceSync,
	productSync,
	securitySync,
	statuses,
	stockIn,
	stockSync,
	unguardedProductSync,
	unguardedStockSync,
	wholeProducts,
	writes,
} from '../../support/sync.mts';

/* A SKU whose record cannot be read keeps back its own row; what sold out beside it does not stay on sale. */

const at = setupEach({ seed: { products: 0 } });

/** The answers to reads of SKUs. */
const answers = (skus: readonly string[], status: number, body?: unknown) => {
	for (const sku of skus)
		for (const path of [`/v1/products/${sku}`, `/v1/products/variation/${sku}`])
			at.hub.faults.add({ path, kind: 'status', status, body, times: Infinity });
};
const run = async (parameters: object, list: object[]) =>
	(await at.n8n.run(parameters as typeof stockSync, list as [], go)).json();
const unread = (sku: string) => ({
	status: 'notSent',
	outcome: 'notSent',
	error: expect.stringContaining(`The SKU ${sku} cannot be read: The hub`) as string,
});
const prices = { precoDe: 99.9, precoPor: 70 };

describe('stock and prices', () => {
	test.each([
		[400, { error: 'Bad' }],
		[403, { error: 'Forbidden' }],
		[409, { error: 'Conflict' }],
		[422, { error: 'Locked' }],
		[500, undefined],
		[503, undefined],
		[200, '<html>'],
		[200, { skuProduto: 'ANOTHER', skuVariacao: 'ANOTHER' }],
	])('one SKU is answered with %i %j: the others are sent', async (status, body) => {
		const skus = addSimple(at.hub, 3);
		answers(['P1'], status, body);
		const results = await run({ ...stockSync, ...onlyChanges }, stocks(skus, 0));
		expect(results).toMatchObject([
			{ status: 'updated' },
			{ sku: 'P1', ...unread('P1') },
			{ status: 'updated' },
		]);
		expect(stockIn(at.hub, skus)).toEqual({ P0: 0, P1: 5, P2: 0 });
	});

	test.each([
		['stock, only changes', { ...stockSync, ...onlyChanges }],
		['prices, only changes', { ...priceSync, ...onlyChanges }],
		['a short list of stock', unguardedStockSync],
		['a short list of prices', { ...priceSync, guardMode: 'off' }],
	])('%s: one of 15 SKUs', async (_name, parameters) => {
		const skus = addSimple(at.hub, 15);
		answers(['P3'], 500);
		const list = skus.map((sku) => ({ sku, estoque: 0, ...prices }));
		const results = await run(parameters, list);
		const found = results.map(({ status }) => status);
		expect(found).toEqual(skus.map((sku) => (sku === 'P3' ? 'notSent' : 'updated')));
	});

	test('a dry run says the same, and no row fails', async () => {
		const skus = addSimple(at.hub, 3);
		answers(['P1'], 400, { error: 'Bad' });
		const dry = { ...stockSync, ...onlyChanges, dryRun: true };
		const results = (await at.n8n.done(dry, stocks(skus, 0))).json();
		expect(statuses(results)).toEqual({ P0: 'wouldUpdate', P1: 'wouldNotSend', P2: 'wouldUpdate' });
	});

	test('one SKU is refused and one fails: each keeps back its own row', async () => {
		const skus = addSimple(at.hub, 3);
		answers(['P1'], 400, { error: 'Bad' });
		answers(['P2'], 500);
		const results = await run({ ...stockSync, ...onlyChanges }, stocks(skus, 0));
		expect(statuses(results)).toEqual({ P0: 'updated', P1: 'notSent', P2: 'notSent' });
	});

	test('a variation goes though its product cannot be read', async () => {
		addVaried(at.hub, 1, 2);
		answers(['V0'], 400);
		const results = await run({ ...stockSync, ...onlyChanges }, stocks(['V0-0', 'V0-1'], 0));
		expect(statuses(results)).toEqual({ 'V0-0': 'updated', 'V0-1': 'updated' });
	});

	test('a SKU that is read as the other kind is known', async () => {
		addVaried(at.hub, 1, 1);
		const path = '/v1/products/V0-0';
		at.hub.faults.add({ path, kind: 'status', status: 400, times: Infinity });
		const results = await run({ ...stockSync, ...onlyChanges }, stocks(['V0-0'], 0));
		expect(statuses(results)).toEqual({ 'V0-0': 'updated' });
	});

	test('variations of a long list are looked for themselves where a product cannot be read', async () => {
		const skus = addVaried(at.hub, 25, 2);
		answers(['V3'], 400);
		const results = await run(unguardedStockSync, stocks([...skus, 'GONE'], 0));
		const { GONE, ...others } = statuses(results);
		expect(GONE).toBe('notInHub');
		expect(new Set(Object.values(others))).toEqual(new Set(['updated']));
	});

	test('more than a fifth of the list cannot be read: only what lowers stock is sent', async () => {
		const skus = addSimple(at.hub, 15);
		answers(skus.slice(0, 4), 400);
		const list = [...stocks(skus.slice(0, 8), 6), ...stocks(skus.slice(8), 4)];
		const results = await run({ ...stockSync, ...onlyChanges }, list);
		expect(results.map(({ status }) => status)).toEqual([
			...Array<string>(4).fill('notSent'),
			...Array<string>(4).fill('held'),
			...Array<string>(7).fill('updated'),
		]);
		expect(results[4]!.error).toContain('4 of 15 entries (26,7 %) are held or refused');
	});
});

test('a product that the list shows and whose record the hub does not find is no new one', async () => {
	const [listed = ''] = addSimple(at.hub, 3);
	answers([listed], 404);
	const descricao = 'Uma descrição.';
	const fresh = range(25).map((index) => productFields({ skuProduto: `NEW${index}`, descricao }));
	const list = [productFields({ skuProduto: listed, descricao }), ...fresh];
	const [result, ...others] = await run({ ...unguardedProductSync, ...asJson(list) }, [{}]);
	expect(result).toMatchObject({
		status: 'notSent',
		error: expect.stringContaining(
			'The product list shows P0, but the hub has no record',
		) as string,
	});
	expect(new Set(others.map(({ status }) => status))).toEqual(new Set(['created']));
});

describe('the whole hub cannot be read: nothing is sent', () => {
	const expectNothingSent = async (parameters: object, list: object[]) => {
		const results = await run(parameters, list);
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['notSent']));
		expect(writes(at.hub)).toEqual([]);
	};

	test('three records in a row are answered with 500', async () => {
		const skus = addSimple(at.hub, 15);
		answers(skus.slice(5, 8), 500);
		await expectNothingSent(
			{ ...productSync, ...onlyChanges },
			wholeProducts(skus.slice(5, 8), prices),
		);
		at.hub.clearLog();
		answers(skus, 503);
		await expectNothingSent({ ...stockSync, ...onlyChanges }, stocks(skus, 0));
		expect(new Set(at.hub.log.map(({ path }) => path)).size).toBeLessThanOrEqual(12);
	});

	test('the leader of a new product is answered with 500, the product with 404', async () => {
		answers(['LEADER'], 500);
		const product = productFields({ skuProduto: 'NEW', skuProdutoLider: 'LEADER' });
		await expectNothingSent({ ...unguardedProductSync, ...asJson([product]) }, [{}]);
	});

	test.each([
		['security stock', securitySync, { estoqueSeguranca: 1 }],
		['a price', customizedSync, prices],
	])(
		'%s: one SKU is answered with 500, the other with 404, and the hub lists none',
		async (_what, sync, values) => {
			answers(['A'], 500);
			const list = ['A', 'B'].map((sku) => ({ skuProduto: sku, idCanalIntegracao: 11, ...values }));
			await expectNothingSent({ ...sync, guardMode: 'off' }, list);
		},
	);

	test('what is read beside records that the hub refuses in a row ends, too', async () => {
		const skus = addSimple(at.hub, 200);
		answers(skus.slice(0, 20), 403);
		for (const sku of skus.filter((_sku, index) => index % 20 === 0))
			at.hub.faults.add({ path: `/v1/products/${sku}`, kind: 'slow', delay: 2_000 });
		await expectNothingSent({ ...stockSync, ...onlyChanges }, stocks(skus, 0));
		expect(at.hub.count({ endpoint: 'productGet' })).toBeLessThan(40);
	});

	test('the hub refuses every record', async () => {
		const skus = addSimple(at.hub, 60);
		answers(skus, 403);
		await expectNothingSent({ ...stockSync, ...onlyChanges }, stocks(skus, 0));
		expect(at.hub.count({ endpoint: 'productGet' })).toBeLessThan(40);
	});

	test.each([
		[{ status: 429, headers: { 'Retry-After': '3600' } }],
		[{ status: 503, headers: { 'Retry-After': '3600' } }],
	])('one is answered with %j', async (fault) => {
		const skus = addSimple(at.hub, 12);
		const path = '/v1/products/P11';
		at.hub.faults.add({ path, kind: 'status', ...fault, times: Infinity });
		await expectNothingSent({ ...stockSync, ...onlyChanges }, stocks(skus, 0));
	});

	test('a page of the list', async () => {
		const skus = addSimple(at.hub, 150);
		at.hub.faults.add({ endpoint: 'productList', kind: 'status', status: 400, times: Infinity });
		await expectNothingSent(unguardedStockSync, stocks(skus, 0));
	});
});

describe('Missing in List', () => {
	const whole = { wholeList: true };

	test('a SKU that the list names keeps back its row alone', async () => {
		const skus = addSimple(at.hub, 30);
		at.hub.state.products.get('P29')!.estoque = 6;
		const zero = { ...stockSync, ...whole, missingInList: 'zero' };
		addVaried(at.hub, 1, 2);
		// a variation is not on the pages of the list
		answers(['V0-0'], 400);
		const results = await run(zero, stocks([...skus.slice(0, 29), 'V0-0'], 5));
		expect(statuses(results)).toMatchObject({ P0: 'unchanged', P29: 'updated', 'V0-1': 'updated' });
		expect(stockIn(at.hub, ['V0-0', 'V0-1', 'P29'])).toEqual({ 'V0-0': 5, 'V0-1': 0, P29: 0 });
	});

	test('a product that the list does not name cannot be read: nothing is set to zero', async () => {
		const skus = addSimple(at.hub, 30);
		answers(['P29'], 400);
		const zero = { ...stockSync, ...whole, missingInList: 'zero' };
		const results = await run(zero, stocks(skus.slice(0, 29), 6));
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['notSent']));
		expect(writes(at.hub)).toEqual([]);
	});

	test('a price that the list may name by its product cannot be read: nothing is deleted', async () => {
		addPrices(at.hub, 12);
		addVaried(at.hub, 1, 2);
		addCustomizedPrice(at.hub, 'V0-1', priceOf('V0-1'));
		answers(['V0-1'], 400);
		const deleting = { ...customizedSync, ...whole, missingInList: 'delete' };
		const list = range(12).map((index) => priceOf(`P${index}`, 100));
		const results = await run({ ...deleting, guardMode: 'off' }, list);
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['notSent']));
		expect(writes(at.hub)).toEqual([]);
	});
});

test('Missing in List: a price that the list names by its product stays, though the product does not show the variation', async () => {
	addPrices(at.hub, 5);
	const variations = addVaried(at.hub, 10, 3);
	for (const sku of variations) addCustomizedPrice(at.hub, sku, priceOf(sku));
	for (const index of range(10)) hideVariations(at.hub, `V${index}`);
	const named = (prefix: string, count: number) =>
		range(count).map((index) => priceOf(`${prefix}${index}`));
	const deleting = {
		...customizedSync,
		wholeList: true,
		missingInList: 'delete',
		guardMode: 'off',
	};
	await run(deleting, [...named('P', 5), ...named('V', 10)]);
	expect(at.hub.count({ endpoint: 'customizedPriceDelete' })).toBe(0);
});

describe('prices and security stock of channels', () => {
	test('a price that is new to its channel is not compared with the product, and stays behind', async () => {
		addPrices(at.hub, 3);
		addSimple(at.hub, 2, 'NEW');
		answers(['NEW0'], 500);
		const list = ['P0', 'NEW0', 'NEW1'].map((sku) => ({ ...priceOf(sku, 95), precoDe: 99.9 }));
		const results = await run({ ...customizedSync, ...onlyChanges }, list);
		expect(statuses(results)).toEqual({ P0: 'updated', NEW0: 'notSent', NEW1: 'updated' });
		expect(results[1]).toMatchObject(unread('NEW0'));
	});

	test.each([
		['only changes', onlyChanges],
		['a long list', {}],
	])('a security stock that the hub does not list, %s', async (_name, extent) => {
		const skus = [...addSimple(at.hub, 5), ...addVaried(at.hub, 20, 2)];
		answers(['V3-1'], 400);
		answers(['V3'], 400);
		const list = skus.map((sku) => ({ idCanalIntegracao: 11, sku, estoqueSeguranca: 2 }));
		const results = await run({ ...securitySync, ...extent, guardMode: 'off' }, list);
		const { 'V3-1': own, ...others } = statuses(results);
		expect(own).toBe('notSent');
		expect(new Set(Object.values(others))).toEqual(new Set(['updated']));
	});

	test('a variation is compared though its product, which has a row too, cannot be read', async () => {
		addVaried(at.hub, 1, 1);
		at.hub.faults.add({ path: '/v1/products/V0', kind: 'status', status: 500, times: Infinity });
		const list = ['V0', 'V0-0'].map((sku, index) => ({
			...{ idCanalIntegracao: 11, sku, estoqueSeguranca: 1 - index },
		}));
		const results = await run({ ...securitySync, ...onlyChanges }, list);
		expect(statuses(results)).toEqual({ V0: 'notSent', 'V0-0': 'unchanged' });
	});
});

describe('Product: Sync', () => {
	test('a product that cannot be read is not taken for a new one', async () => {
		const skus = addSimple(at.hub, 3);
		answers(['P1'], 500);
		const list = [...wholeProducts(skus, { nome: 'Nova' }), ...wholeProducts(['NEW'])];
		const results = await run(unguardedProductSync, list);
		expect(statuses(results)).toEqual({
			P0: 'updated',
			P1: 'notSent',
			P2: 'updated',
			NEW: 'created',
		});
		expect(results[1]).toMatchObject(unread('P1'));
	});

	test('a product that cannot be read says so, although its variations can be read', async () => {
		addVaried(at.hub, 2, 1);
		at.hub.faults.add({ path: '/v1/products/V0', kind: 'status', status: 500, times: Infinity });
		const list = ['V0', 'V1'].map((skuProduto) => ({
			...{ skuProduto, skuVariacao: `${skuProduto}-0`, ...prices },
		}));
		const results = await run(unguardedProductSync, list);
		expect(results).toMatchObject([{ sku: 'V0', ...unread('V0') }, { status: 'updated' }]);
		expect(results[0]).toMatchObject({ httpStatus: 500 });
	});

	test('nor is one whose SKU is also that of a variation', async () => {
		addVaried(at.hub, 1, 1, () => 'X');
		at.hub.faults.add({ path: '/v1/products/X', kind: 'status', status: 500, times: Infinity });
		const list = [{ skuProduto: 'V0', ativo: true }, productFields({ skuProduto: 'X' })];
		const result = await at.n8n.run({ ...productSync, ...asJson(list) }, undefined, go);
		expect(result.json()).toMatchObject([{ status: 'unchanged' }, { sku: 'X', ...unread('X') }]);
		expect(writes(at.hub)).toEqual([]);
	});

	test('a new variation that cannot be looked up keeps back its product', async () => {
		addVaried(at.hub, 2, 1);
		answers(['V0-9'], 400);
		const row = (skuProduto: string, skuVariacao: string) => ({
			skuProduto,
			skuVariacao,
			...prices,
		});
		const list = [row('V0', 'V0-9'), row('V1', 'V1-0')];
		const results = await run(unguardedProductSync, list);
		expect(statuses(results)).toEqual({ V0: 'notSent', V1: 'updated' });
		expect(results[0]).toMatchObject(unread('V0-9'));
	});

	test('a new product with a variation of a product that cannot be read is not sent, beside many new variations', async () => {
		addVaried(at.hub, 1, 1, () => 'W-1');
		addSimple(at.hub, 3);
		at.hub.faults.add({ path: '/v1/products/V0', kind: 'status', status: 500, times: Infinity });
		const rowOf = (skuVariacao: string) => ({ skuVariacao, tamanho: skuVariacao, ...prices });
		const variacoes = ['W-1', ...range(20).map((index) => `N-${index}`)].map(rowOf);
		const list = [
			{ skuProduto: 'P0', ativo: true },
			{ skuProduto: 'V0', nome: 'Nova' },
			productFields({ skuProduto: 'N', variacoes }),
		];
		const result = await at.n8n.run({ ...unguardedProductSync, ...asJson(list) }, undefined, go);
		expect(result.json()).toMatchObject([
			{ status: 'unchanged' },
			unread('V0'),
			{ sku: 'N', status: 'notSent', error: expect.stringContaining('belongs to the product V0') },
		]);
		expect(writes(at.hub)).toEqual([]);
	});

	test('a leader that cannot be looked up is told in a note', async () => {
		addSimple(at.hub, 1, 'LEADER');
		answers(['LEADER0'], 400);
		const list = wholeProducts(['CHILD'], { skuProdutoLider: 'LEADER0' });
		const [result] = await run(unguardedProductSync, list);
		expect(result).toMatchObject({ status: 'created', note: unread('LEADER0').error });
	});

	test.each([
		[400, { error: 'Bad' }],
		[200, '<html>'],
	])(
		'the read right before a change is answered with %i %j: others go on',
		async (status, body) => {
			addVaried(at.hub, 2, 2);
			const rows = ['V0', 'V1'].map((skuProduto) => ({
				skuProduto,
				skuVariacao: `${skuProduto}-1`,
				...prices,
			}));
			// after a read of each product
			onRequest(at.hub, 'productGet', 3, () => answers(['V0'], status, body));
			const results = await run(unguardedProductSync, rows);
			expect(statuses(results)).toEqual({ V0: 'notSent', V1: 'updated' });
			expect(heldBy(at.hub, 'V0-1')!.precoPor).toBe(79.9);
		},
	);
});
