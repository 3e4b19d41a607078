import { describe, expect } from 'vitest';
import { addProducts, productFields } from '../../support/products.mts';
import { asJson, bodies, bySku, go, mapped, op, shown } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';
const create = op('product create', mapped);
const update = (sku: string, parameters: object) =>
	op('product update', { sku: bySku(sku), ...parameters });
const remove = (sku: string) => op('product delete', { sku: bySku(sku) });

test('create: a refused one keeps its words, the others are created', async ({ hub, n8n }) => {
	const result = await n8n.run(
		create,
		[productFields({ skuProduto: 'CANECA-1' }), productFields({ skuProduto: 'NEW' })],
		go,
	);
	expect(result.json()[0]).toMatchObject({
		skuProduto: 'CANECA-1',
		httpStatus: 400,
		details: ['skuProduto: já cadastrado'],
		requestId: expect.any(String),
	});
	expect(result.json()[1]).toMatchObject({ skuProduto: 'NEW', nome: 'Camiseta azul' });
	expect(hub.state.products.has('NEW')).toBe(true);
});

describe('update', () => {
	test('only the fields given are sent, also as text from a spreadsheet', async ({ hub, n8n }) => {
		const result = await n8n.run(update('CANECA-1', mapped), [
			{ precoPor: '19,90', nome: 'Caneca nova', cor: '', urlVideo: ' https://a.b/c\n', Outra: 1 },
		]);
		expect(bodies(hub, 'productUpdate')).toEqual([
			{ nome: 'Caneca nova', precoPor: 19.9, urlVideo: 'https://a.b/c' },
		]);
		expect(result.json()).toEqual([
			expect.objectContaining({
				skuProduto: 'CANECA-1',
				nome: 'Caneca nova',
				precoPor: 19.9,
				precoDe: 39.9,
			}),
		]);
	});

	test.each([
		[{ precoDe: 10, precoPor: 11 }, /`precoPor` must not be above `precoDe` \(10\), got 11/],
		[{ altura: 0 }, /`altura` must be at least 0.01, got 0/],
		[{}, /no field to change/],
		[{ nome: '' }, /no field to change/],
		[{ variacoes: [null], tags: ['', ' '] }, /no field to change/],
		[{ variacoes: { 1: { skuVariacao: 'M' } } }, /`variacoes` must be a list of objects/],
	])('%j is not sent', async (fields, message) => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(update('CANECA-1', asJson(fields)));
		expect(shown(result.nodeError)).toMatch(message);
		expect(hub.count({ endpoint: 'productUpdate' })).toBe(0);
	});

	test('a list as JSON is refused, an unknown SKU is a 404', async ({ hub, n8n }) => {
		expect(
			shown((await n8n.run(update('CANECA-1', asJson([{ nome: 'a' }, { nome: 'b' }])))).nodeError),
		).toMatch(/one object/);
		expect(hub.count({ endpoint: 'productUpdate' })).toBe(0);
		expect(shown((await n8n.run(update('NONE', asJson({ nome: 'a' })))).nodeError)).toMatch(
			/404: Produto/,
		);
	});

	test('an answer without a body: the SKU and that it is updated', async ({ hub, n8n }) => {
		hub.faults.add({ kind: 'status', status: 204, endpoint: 'productUpdate', applied: true });
		expect((await n8n.run(update('CANECA-1', asJson({ nome: 'a' })))).json()).toEqual([
			{ skuProduto: 'CANECA-1', updated: true },
		]);
	});
});

test('delete: a linked product and a leader with children stay', async ({ hub, n8n }) => {
	addProducts(hub, [
		{ skuProduto: 'L' },
		{ skuProduto: 'C', skuProdutoLider: 'L' },
		{ skuProduto: 'LINKED' },
	]);
	hub.state.linkedProducts.set('LINKED', [11]);
	expect(shown((await n8n.run(remove('LINKED'))).nodeError)).toMatch(
		/400: Produto vinculado a um canal/,
	);
	expect(shown((await n8n.run(remove('L'))).nodeError)).toMatch(
		/400: Produto com filhos[\s\S]*filho: C/,
	);
	expect((await n8n.run(remove('C'))).json()).toEqual([{ deleted: true }]);
	expect((await n8n.run(remove('L'))).json()).toEqual([{ deleted: true }]);
	expect(['L', 'C', 'LINKED'].filter((sku) => hub.state.products.has(sku))).toEqual(['LINKED']);
});
