import type { IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { create, createBatch } from '../../support/batches.mts';
import { byHand, columnsOf } from '../../support/columns.mts';
import { asJson, bodies, go, hintsOf, op, shown } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import { setup, test, type Setup } from '../../support/setup.mts';

/** Lists with a row for each variation, in Product: Create in Batch. */

const sent = ({ hub }: Pick<Setup, 'hub'>) =>
	bodies<{ produtos: IDataObject[] }>(hub, 'productBatch').flatMap(({ produtos }) => produtos);

/** A row of a variation, with the columns of its product as well. */
const row = (skuVariacao: string, changes: IDataObject = {}) =>
	productFields({
		skuProduto: 'A',
		skuVariacao,
		tamanho: skuVariacao,
		precoDe: 100,
		precoPor: 80,
		...changes,
	});
const own = (changes: IDataObject = {}) => productFields({ skuProduto: 'A', ...changes });
const variation = (skuVariacao: string, changes: IDataObject = {}) => ({
	skuVariacao,
	tamanho: skuVariacao,
	precoDe: 100,
	precoPor: 80,
	ean: '7891000315507',
	altura: 2,
	largura: 20,
	comprimento: 30,
	peso: 0.2,
	...changes,
});
const paired = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => [pairedItem].flat().map((pair) => (pair as { item: number }).item));

describe('rows of one product', () => {
	test('make one product in any order: its own row gives its values, the others its variations', async ({
		pair,
	}) => {
		const rows = [
			row('A-P', { precoPor: '79,90', peso: '0,25' }),
			productFields({ skuProduto: 'B' }),
			own({ skuVariacao: '', tamanho: '', precoDe: 120, precoPor: 110 }),
			row('A-M', { precoPor: 70 }),
		];
		const result = await pair.n8n.done(createBatch, rows);
		expect(sent(pair)).toEqual([
			{
				...own({ precoDe: 120, precoPor: 110 }),
				variacoes: [
					variation('A-P', { precoPor: 79.9, peso: 0.25 }),
					variation('A-M', { precoPor: 70 }),
				],
			},
			productFields({ skuProduto: 'B' }),
		]);
		expect(result.json().map(({ sku, sucesso }) => [sku, sucesso])).toEqual([
			['A', true],
			['B', true],
		]);
		expect(paired(result.items())).toEqual([[0, 2, 3], [1]]);
		expect(hintsOf(result).join()).not.toContain('reference does not know');
	});

	test('make a product with the values of the first row if it has no row of its own', async ({
		pair,
	}) => {
		await pair.n8n.done(createBatch, [
			row('A-P', { precoDe: 50, precoPor: 40, peso: 0.3 }),
			row('A-M', { ean: '' }),
		]);
		const { ean: _, ...other } = variation('A-M');
		expect(sent(pair)).toEqual([
			{
				...own({ precoDe: 50, precoPor: 40, peso: 0.3 }),
				variacoes: [variation('A-P', { precoDe: 50, precoPor: 40, peso: 0.3 }), other],
			},
		]);
	});

	test('may give the values of the product in only one of them', async ({ pair }) => {
		const { tamanho: Tamanho, ...first } = variation('A-M', { precoDe: 9, precoPor: 8 });
		await pair.n8n.done(createBatch, [{ skuProduto: '="A"', Tamanho, ...first }, row('A-P')]);
		expect(sent(pair)).toMatchObject([
			{
				nome: 'Camiseta azul',
				precoPor: 8,
				variacoes: [{ tamanho: 'A-M', ...first }, variation('A-P')],
			},
		]);
	});

	test('may spell the same value in different ways', async ({ pair }) => {
		await pair.n8n.done(createBatch, [
			row('A-P', { categoria: 'Moda, Camisetas', ativo: 'sim', nome: 'Camiseta azul ' }),
			row('A-M', { categoria: '["Moda","Camisetas"]', ativo: true }),
		]);
		expect(sent(pair)).toHaveLength(1);
	});

	test('may differ in columns that the hub does not know', async ({ pair }) => {
		await pair.n8n.done(createBatch, [
			row('A-P', { Prateleira: 1 }),
			row('A-M', { Prateleira: 2 }),
		]);
		expect(sent(pair)).toHaveLength(1);
	});

	test.each<[string, IDataObject[], string]>([
		[
			'another name and brand',
			[row('A-P'), row('A-M', { nome: 'Outra', marca: 'Outra' })],
			'the rows of this product differ in Name, Brand (rows 1, 2)',
		],
		[
			'two own rows with other prices',
			[own(), row('A-P'), own({ precoPor: 1 })],
			'the rows of this product differ in Sale Price (BRL) (rows 1, 3)',
		],
		[
			'a list of variations beside',
			[own({ variacoes: [variation('A-M')] }), row('A-P')],
			'Variations are given twice: in rows of their own (skuVariacao) and as a list',
		],
		['a variation twice', [row('A-P'), row('A-P', { precoPor: 1 })], '`A-P` stands twice'],
		['sizes and voltages', [row('A-P'), row('A-M', { voltagem: '110v' })], 'never both'],
		[
			'a variation without a price',
			[row('A-P', { precoDe: '' })],
			'List Price (BRL) (`precoDe`) of A-P is required',
		],
		['a damaged SKU', [row('#N/D')], 'must be a SKU'],
	])('%s: the product is refused, and the others are sent', async (_name, rows, message) => {
		const pair = await setup();
		const result = await pair.n8n.run(
			createBatch,
			[...rows, productFields({ skuProduto: 'B' })],
			go,
		);
		expect(sent(pair).map(({ skuProduto }) => skuProduto)).toEqual(['B']);
		expect(result.json()).toMatchObject([
			{ sku: 'A', sucesso: false, outcome: 'notSent' },
			{ sku: 'B', sucesso: true },
		]);
		expect(String(result.json()[0]?.error)).toContain(message);
		expect(paired(result.items())[0]).toEqual(rows.map((_row, index) => index));
	});

	test('without the SKU of their product are refused one by one', async ({ pair }) => {
		const rows = [row('A-P', { skuProduto: '' }), row('B-P', { skuProduto: '' }), row('A-M')];
		const result = await pair.n8n.run(createBatch, rows, go);
		expect(result.json().map(({ error }) => error)).toEqual([
			...['A-P', 'B-P'].map(() => expect.stringContaining('`skuProduto`) is required') as string),
			undefined,
		]);
		expect(sent(pair)).toMatchObject([{ skuProduto: 'A' }]);
	});

	test('are named by the SKU of their product in the message of a run that stops', async ({
		pair,
	}) => {
		const result = await pair.n8n.run(createBatch, [row('A-P'), row('A-M', { nome: 'Outra' })]);
		expect(shown(result.nodeError)).toMatch(
			/^A: Not sent, because the rows of this product differ in Name \(rows 1, 2\).*\n.*fill it in one row alone/,
		);
	});

	test('leave by the error output as one item', async ({ pair }) => {
		const rows = [row('A-P'), row('A-M', { nome: 'Outra' })];
		const result = await pair.n8n.run(createBatch, rows, { onError: 'continueErrorOutput' });
		expect(result.json()).toEqual([]);
		expect(result.json(1)).toMatchObject([{ sku: 'A', outcome: 'notSent' }]);
	});
});

describe('ways to give the rows', () => {
	const rows = [row('A-P'), row('A-M')];

	test('JSON', async ({ pair }) => {
		await pair.n8n.done(op('product createBatch', asJson(rows)));
		expect(sent(pair)).toMatchObject([{ variacoes: [variation('A-P'), variation('A-M')] }]);
	});

	test('mapped by hand', async ({ pair }) => {
		const schema = await columnsOf(pair, 'getProductRowFields');
		const names = schema.map(({ displayName }) => displayName);
		expect(names).toEqual(expect.arrayContaining(['Variation SKU', 'Size', 'Voltage']));
		const { imagens, categoria, ...texts } = row('');
		const columns = {
			...texts,
			...{ imagens: '={{ $json.imagens }}', categoria: '={{ $json.categoria }}' },
			...{ skuVariacao: '={{ $json.sku }}', tamanho: '={{ $json.sku }}' },
		};
		await pair.n8n.done(
			op('product createBatch', byHand(schema, columns)),
			['A-P', 'A-M'].map((sku) => ({ sku, imagens, categoria })),
		);
		expect(sent(pair)).toMatchObject([{ variacoes: [variation('A-P'), variation('A-M')] }]);
	});

	test('a cell such as - does not count as a variation', async ({ pair }) => {
		await pair.n8n.done(createBatch, [own({ skuVariacao: '-' })]);
		expect(sent(pair)).toEqual([own()]);
	});

	test('120 products go out in batches of 100, without results', async ({ pair }) => {
		const many = Array.from({ length: 120 }, (_, at) =>
			['P', 'M'].map((size) =>
				row(`N${at}-${size}`, { skuProduto: `N${at}`, skuProdutoLider: `N${at}` }),
			),
		).flat();
		const result = await pair.n8n.done({ ...createBatch, waitForResult: false }, many);
		expect(result.json().map(({ skus }) => (skus as string[]).length)).toEqual([100, 20]);
		expect(paired(result.items()).map(({ length }) => length)).toEqual([200, 40]);
	});

	test('Product: Create refuses them and names the operations that take them', async ({ pair }) => {
		const result = await pair.n8n.run(create, rows.slice(0, 1));
		expect(shown(result.nodeError)).toMatch(/Product > Create in Batch and Product > Sync/);
	});
});
