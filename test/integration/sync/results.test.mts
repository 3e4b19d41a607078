import { describe, expect, test } from 'vitest';
import { answer, asJson, go, hintsOf, itemOf, mapped, op, respond } from '../../support/items.mts';
import { batchNote, batchRecord, pricesSent, stocks, stocksSent } from '../../support/batches.mts';
import { addCustomizedPrice, productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	customizedSync,
	priceOf,
	priceSync,
	productSync,
	stockIn,
	stockSync,
} from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0 } });

describe('stock', () => {
	test('what the hub says about no row comes out, too', async () => {
		addSimple(at.hub, 1);
		const notes = [batchNote('', { sucesso: false, error: 'Estoque bloqueado' })];
		answer(at.hub, 'batchGet', batchRecord(notes), 200, 100);
		const { json } = await at.n8n.run(stockSync, stocks(['P0'], 9), go);
		expect(json()).toMatchObject([
			{ sku: 'P0', status: 'unknown' },
			{ status: 'refused', error: 'Estoque bloqueado' },
		]);
	});

	test('every input item has its own result; only what differs is sent', async () => {
		addSimple(at.hub, 5);
		addVaried(at.hub, 2, 3);
		const result = await at.n8n.run(
			stockSync,
			[
				{ sku: 'P0', estoque: 5 },
				{ sku: 'P1', estoque: 7 },
				{ sku: 'V0-1', estoque: '5' },
				{ sku: 'V1-2', estoque: '6,0' },
				{ sku: 'P3', estoque: 2.5 },
				{ sku: 'GONE', estoque: 1 },
			],
			go,
		);
		expect(result.items().map(itemOf)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(result.json()).toMatchObject([
			{ sku: 'P0', status: 'unchanged', before: { estoque: 5 } },
			{
				sku: 'P1',
				status: 'updated',
				before: { estoque: 5 },
				after: { estoque: 7 },
				batchId: expect.any(Number),
			},
			{ sku: 'V0-1', status: 'unchanged' },
			{ sku: 'V1-2', status: 'updated', after: { estoque: 6 } },
			{ sku: 'P3', status: 'notSent', error: expect.stringContaining('a whole number') },
			{ sku: 'GONE', status: 'notInHub' },
		]);
		expect(stocksSent(at.hub)).toEqual([[...stocks(['P1'], 7), ...stocks(['V1-2'], 6)]]);
		expect(stockIn(at.hub, ['P1', 'V1-2', 'P3'])).toEqual({ P1: 7, 'V1-2': 6, P3: 5 });
	});

	test('an entry that the hub refuses says why, and the others are updated', async () => {
		addSimple(at.hub, 2);
		const notes = [batchNote('P0'), batchNote('P1', { sucesso: false, error: 'Bloqueado.' })];
		answer(at.hub, 'batchGet', batchRecord(notes), 200, 100);
		const result = await at.n8n.run(stockSync, stocks(['P0', 'P1'], 6), go);
		expect(result.json()).toMatchObject([
			{ sku: 'P0', status: 'updated' },
			{ sku: 'P1', status: 'refused', error: 'Bloqueado.' },
		]);
	});

	test('a batch that cannot be read leaves the outcome unknown', async () => {
		addSimple(at.hub, 1);
		respond(at.hub, 'batchGet', 404, { times: 50 });
		const result = await at.n8n.run(stockSync, stocks(['P0'], 6), go);
		expect(result.json()).toMatchObject([
			{ status: 'unknown', outcome: 'unknown', batchId: expect.any(Number) },
		]);
	});

	test('the same SKU twice with the same value is sent once, and both items have the result', async () => {
		addSimple(at.hub, 1);
		const twice = [6, '6'].map((estoque) => ({ sku: 'P0', estoque }));
		const result = await at.n8n.run(stockSync, twice);
		expect(result.json().map(({ status }) => status)).toEqual(['updated', 'updated']);
		expect(stocksSent(at.hub)).toEqual([stocks(['P0'], 6)]);
	});

	test('the same SKU twice with different values is refused, and nothing of it is sent', async () => {
		addSimple(at.hub, 2);
		const list = [6, 7].map((estoque) => ({ sku: 'P0', estoque }));
		const result = await at.n8n.run(stockSync, [...list, { sku: 'P1', estoque: 6 }], go);
		expect(result.json().map(({ status }) => status)).toEqual(['notSent', 'notSent', 'updated']);
		expect(result.json()[1]?.error).toContain('different values for it (rows 1, 2)');
		expect(stocksSent(at.hub)).toEqual([stocks(['P1'], 6)]);
	});

	test('a list may be JSON, and the hint sums up the run and how the hub was read', async () => {
		addSimple(at.hub, 3);
		const list = [0, 1, 2].map((index) => ({ sku: `P${index}`, estoque: index + 4 }));
		const result = await at.n8n.run({ ...stockSync, ...asJson(list) });
		expect(result.json().map(({ status }) => status)).toEqual(['updated', 'unchanged', 'updated']);
		expect(hintsOf(result)[0]).toMatch(
			/^3 compared, 2 updated, 1 unchanged, \d+ requests, \d+ s\. Read: /,
		);
	});
});

test('a list without any SKU of the hub does not stop the run, but a hint warns of it', async () => {
	addSimple(at.hub, 20);
	const list = Array.from({ length: 20 }, (_, index) => ({ sku: `OTHER-${index}`, estoque: 1 }));
	const result = await at.n8n.done(stockSync, list);
	const warning = expect.stringContaining('The hub has none of the 20 SKUs') as string;
	expect(hintsOf(result)).toContainEqual(warning);
});

describe('prices', () => {
	test('prices are compared in cents, media prices only if they are given', async () => {
		addSimple(at.hub, 4);
		const result = await at.n8n.run(priceSync, [
			{ sku: 'P0', precoDe: '99,90', precoPor: 79.9 },
			{ sku: 'P1', precoDe: 99.9000001, precoPor: '79.9' },
			{ sku: 'P2', precoDe: 99.9, precoPor: 75.004 },
			{ sku: 'P3', precoDe: 99.9, precoPor: 79.9, precoDeMidia: 95, precoPorMidia: 70 },
		]);
		expect(result.json()).toMatchObject([
			{ status: 'unchanged' },
			{ status: 'unchanged' },
			{
				status: 'updated',
				before: { precoDe: 99.9, precoPor: 79.9 },
				after: { precoDe: 99.9, precoPor: 75 },
			},
			{ status: 'updated', after: { precoDeMidia: 95, precoPorMidia: 70 } },
		]);
		expect(pricesSent(at.hub, 'priceBatch')).toEqual([
			[
				{ sku: 'P2', precoDe: 99.9, precoPor: 75 },
				{ sku: 'P3', precoDe: 99.9, precoPor: 79.9, precoDeMidia: 95, precoPorMidia: 70 },
			],
		]);
		const again = await at.n8n.run(priceSync, [{ sku: 'P2', precoDe: 99.9, precoPor: 75.004 }]);
		expect(again.json()).toMatchObject([{ status: 'unchanged' }]);
	});

	test('prices of variations are read from their product', async () => {
		addVaried(at.hub, 2, 2);
		const result = await at.n8n.run(priceSync, [
			{ sku: 'V0-0', precoDe: 99.9, precoPor: 79.9 },
			{ sku: 'V1-1', precoDe: 99.9, precoPor: 70 },
		]);
		expect(result.json()).toMatchObject([{ status: 'unchanged' }, { status: 'updated' }]);
	});
});

test('customized prices: new ones are set, equal ones not sent, unknown products refused by the hub', async () => {
	addSimple(at.hub, 3);
	addCustomizedPrice(at.hub, 'P0', { precoDe: 120, precoPor: 110.5 });
	const list = [
		{ idCanalIntegracao: 11, skuProduto: 'P0', precoDe: '120', precoPor: '110,50' },
		{ idCanalIntegracao: 12, skuProduto: 'P0', precoDe: 90, precoPor: 80 },
		{ idCanalIntegracao: 11, skuProduto: 'GONE', precoDe: 90, precoPor: 80 },
	];
	const result = await at.n8n.run(customizedSync, list, go);
	expect(result.json()).toMatchObject([
		{ skuProduto: 'P0', idCanalIntegracao: 11, status: 'unchanged' },
		{ skuProduto: 'P0', idCanalIntegracao: 12, status: 'updated', after: { precoPor: 80 } },
		{ skuProduto: 'GONE', status: 'refused', error: 'Produto não encontrado.' },
	]);
	expect(result.json()[1]).not.toHaveProperty('before');
	expect(pricesSent(at.hub, 'customizedPriceSet')[0]).toHaveLength(2);
});

describe('two notes of the hub for one entry, one good and one bad', () => {
	const bad = 'Produto bloqueado.';

	test.each([
		['the good one first', [0, 1]],
		['the bad one first', [1, 0]],
	])('in a batch, %s: the bad one shows', async (_name, order) => {
		addSimple(at.hub, 2);
		const said = [undefined, { sucesso: false, error: bad }];
		const notes = [...order.map((index) => batchNote('P0', said[index])), batchNote('P1')];
		answer(at.hub, 'batchGet', batchRecord(notes), 200, 5);
		const result = await at.n8n.run(stockSync, stocks(['P0', 'P1'], 6), go);
		expect(result.json()).toMatchObject([
			{ sku: 'P0', status: 'refused', error: bad, batchId: 5001 },
			{ sku: 'P1', status: 'updated' },
		]);
	});

	test('in a price write: the bad one shows, and notes about other products are ignored', async () => {
		addSimple(at.hub, 2);
		const [first, second] = ['P0', 'P1'].map((sku) => priceOf(sku));
		const erros = [{ idCanalIntegracao: 11, mensagem: bad }];
		const resultados = [
			...['P0', 'OTHER'].map((skuProduto) => ({ skuProduto, sucessos: [first], erros })),
			{ skuProduto: 'P1', sucessos: [{ ...second, idCanalIntegracao: '11' }], erros: [] },
		];
		answer(at.hub, 'customizedPriceSet', { resultados });
		const result = await at.n8n.run(customizedSync, [first!, second!], go);
		expect(result.json()).toMatchObject([
			{ skuProduto: 'P0', status: 'refused', error: bad },
			{ skuProduto: 'P1', status: 'updated' },
		]);
		expect(result.json()).toHaveLength(2);
	});
});

test('a hint shows HTML as text', async () => {
	addSimple(at.hub, 1);
	const row = { sku: 'P0', estoque: 6, '<img src=//evil.example>': 1 };
	const hints = hintsOf(await at.n8n.run(op('stock updateBatch', mapped), [row], go)).join();
	expect(hints).toContain('&lt;img src=//evil.example>');
	expect(hints).not.toContain('<');
});

test('an error shows HTML as text, and a failed item keeps it', async () => {
	const rows = [1, 2].map((row) => ({ sku: `<img src=//evil.example/${row}>`, estoque: 'many' }));
	const update = op('stock updateBatch', mapped);
	const { error } = await at.n8n.run(update, rows);
	const description = error !== undefined && 'description' in error ? error.description : undefined;
	expect(String(description)).toContain('&lt;img');
	expect(`${error?.message} ${String(description)}`).not.toContain('<');
	expect((await at.n8n.run(update, rows, go)).json()[0]).toMatchObject({ sku: rows[0]?.sku });
});

test('a new product is refused if the hub refuses one of its variations', async () => {
	const refusal = { sucesso: false, error: 'Variação inválida.' };
	answer(at.hub, 'batchGet', batchRecord([batchNote('NEW'), batchNote('NEW-M', refusal)]));
	const entry = productFields({
		skuProduto: 'NEW',
		variacoes: [{ skuVariacao: 'NEW-M', tamanho: 'M', precoDe: 10, precoPor: 9, estoque: 1 }],
	});
	const result = await at.n8n.run({ ...productSync, ...asJson([entry]) }, [{}], go);
	expect(result.json()).toMatchObject([
		{ sku: 'NEW', status: 'refused', error: 'Variação inválida.' },
	]);
});
