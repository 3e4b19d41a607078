import { describe, expect, test } from 'vitest';
import { addProducts, productFields } from '../../support/products.mts';
import { asJson, bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { bySku } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

const go = { onError: 'continueRegularOutput' as const };
const create = { resource: 'product', operation: 'create', ...mapped };
const update = (sku: string, parameters: object) => ({
	resource: 'product',
	operation: 'update',
	sku: bySku(sku),
	...parameters,
});
const remove = (sku: string) => ({ resource: 'product', operation: 'delete', sku: bySku(sku) });

describe('create', () => {
	test('leaders go first, results stay in the order of the items', async () => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(create, [
			productFields({ skuProduto: 'C1', skuProdutoLider: 'L1' }),
			productFields({ skuProduto: 'L1' }),
		]);
		expect(
			bodies<{ skuProduto: string }>(hub, 'productCreate').map(({ skuProduto }) => skuProduto),
		).toEqual(['L1', 'C1']);
		expect(
			result.items().map((item) => [itemOf(item), item.json.skuProduto, item.json.skuProdutoLider]),
		).toEqual([
			[0, 'C1', 'L1'],
			[1, 'L1', 'L1'],
		]);
		expect(result.json()[0]).toMatchObject({ precoDe: 99.9, estoque: 0, ativo: true });
	});

	test('what the hub refuses keeps its words, the others are created', async () => {
		const { hub, n8n } = await setup();
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

	test.each(['resetBefore', 'resetAfter', 'truncate'] as const)(
		'%s: not repeated, outcome unknown, the next product is created',
		async (kind) => {
			const { hub, n8n } = await setup();
			hub.faults.add({ kind, endpoint: 'productCreate' });
			const result = await n8n.run(
				create,
				[productFields({ skuProduto: 'A' }), productFields({ skuProduto: 'B' })],
				go,
			);
			expect(
				bodies<{ skuProduto: string }>(hub, 'productCreate').map(({ skuProduto }) => skuProduto),
			).toEqual(['A', 'B']);
			expect(result.json()[0]).toMatchObject({
				skuProduto: 'A',
				error: expect.stringMatching(/unknown/),
			});
			expect(result.json()[1]).toMatchObject({ skuProduto: 'B', nome: 'Camiseta azul' });
		},
	);
});

describe('update', () => {
	test('only the fields given are sent, also as text from a spreadsheet', async () => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(update('CANECA-1', mapped), [
			{ precoPor: '19,90', nome: 'Caneca nova', cor: '', 'Outra coluna': 1 },
		]);
		expect(bodies(hub, 'productUpdate')).toEqual([{ nome: 'Caneca nova', precoPor: 19.9 }]);
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
	])('%j is not sent', async (fields, message) => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(update('CANECA-1', asJson(fields)));
		expect(shown(result.nodeError)).toMatch(message);
		expect(hub.count({ endpoint: 'productUpdate' })).toBe(0);
	});

	test('a list as JSON is refused, an unknown SKU is a 404', async () => {
		const { hub, n8n } = await setup();
		expect(
			shown((await n8n.run(update('CANECA-1', asJson([{ nome: 'a' }, { nome: 'b' }])))).nodeError),
		).toMatch(/one object/);
		expect(hub.count({ endpoint: 'productUpdate' })).toBe(0);
		expect(shown((await n8n.run(update('NONE', asJson({ nome: 'a' })))).nodeError)).toMatch(
			/404: Produto/,
		);
	});

	test('repeated after a lost answer', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'resetAfter', endpoint: 'productUpdate' });
		hub.faults.add({ kind: 'status', status: 503, endpoint: 'productUpdate' });
		expect((await n8n.run(update('CANECA-1', asJson({ nome: 'a' })))).json()).toEqual([
			expect.objectContaining({ nome: 'a' }),
		]);
		expect(hub.count({ endpoint: 'productUpdate' })).toBe(3);
	});

	test('a hub that answers without a body: the SKU and that it is updated', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'status', status: 204, endpoint: 'productUpdate', applied: true });
		expect((await n8n.run(update('CANECA-1', asJson({ nome: 'a' })))).json()).toEqual([
			{ skuProduto: 'CANECA-1', updated: true },
		]);
	});
});

describe('delete', () => {
	test("a product linked to a channel and a leader with children stay, with the hub's reason", async () => {
		const { hub, n8n } = await setup();
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

	test('several items: one that fails does not keep the others from going on', async () => {
		const { hub, n8n } = await setup();
		addProducts(hub, [{ skuProduto: 'A' }, { skuProduto: 'B' }]);
		const bySkuOfItem = {
			resource: 'product',
			operation: 'delete',
			sku: { __rl: true, mode: 'sku', value: '={{ $json.sku }}' },
		};
		const result = await n8n.run(bySkuOfItem, [{ sku: 'A' }, { sku: 'NONE' }, { sku: 'B' }], {
			onError: 'continueErrorOutput',
		});
		expect(result.items(0).map((item) => [itemOf(item), item.json])).toEqual([
			[0, { deleted: true }],
			[2, { deleted: true }],
		]);
		expect(result.items(1).map((item) => [itemOf(item), item.json.sku, item.json.error])).toEqual([
			[1, 'NONE', expect.stringContaining('404')],
		]);
		expect(hub.state.products.has('B')).toBe(false);
	});

	test('404 after a lost answer is success, 404 at the first try is not', async () => {
		const { hub, n8n } = await setup();
		addProducts(hub, [{ skuProduto: 'A' }]);
		hub.faults.add({ kind: 'resetAfter', endpoint: 'productDelete' });
		expect((await n8n.run(remove('A'))).json()).toEqual([{ deleted: true }]);
		expect(shown((await n8n.run(remove('A'))).nodeError)).toMatch(/404/);
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'productDelete',
			headers: { 'Retry-After': '0' },
		});
		expect(shown((await n8n.run(remove('A'))).nodeError)).toMatch(/404/);
	});
});
