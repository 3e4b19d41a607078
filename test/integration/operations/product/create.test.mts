import { expect } from 'vitest';
import { answer, bodies, go } from '../../../support/items.mts';
import { create } from '../../../support/batches.mts';
import { productFields } from '../../../support/products.mts';
import { test } from '../../../support/setup.mts';

test('a product is created with the fields given and comes out as the hub holds it', async ({
	hub,
	n8n,
}) => {
	const { json } = await n8n.done(create, [productFields({ skuProduto: 'NEW' })]);
	expect(json()).toMatchObject([{ skuProduto: 'NEW', nome: 'Camiseta azul', precoPor: 79.9 }]);
	expect(bodies(hub, 'productCreate')).toEqual([productFields({ skuProduto: 'NEW' })]);
	expect(hub.state.products.has('NEW')).toBe(true);
});

test("a refused product shows the hub's words, and the others are created", async ({
	hub,
	n8n,
}) => {
	const skus = ['CANECA-1', 'NEW'];
	const rows = skus.map((skuProduto) => productFields({ skuProduto }));
	const result = await n8n.run(create, rows, go);
	expect(result.json()[0]).toMatchObject({
		skuProduto: 'CANECA-1',
		httpStatus: 400,
		details: ['skuProduto: já cadastrado'],
		requestId: expect.any(String),
	});
	expect(result.json()[1]).toMatchObject({ skuProduto: 'NEW', nome: 'Camiseta azul' });
	expect(hub.state.products.has('NEW')).toBe(true);
});

test('a child is not sent where nobody knows whether the hub has its refused leader, and says so', async ({
	hub,
	n8n,
}) => {
	hub.faults.add({ endpoint: 'productGet', kind: 'status', status: 500, times: Infinity });
	const child = productFields({ skuProduto: 'NEW', skuProdutoLider: 'CANECA-1' });
	const rows = [productFields({ skuProduto: 'CANECA-1' }), child];
	const { json } = await n8n.run(create, rows, go);
	expect(json()[1]!.error).toBe('Not sent, because its leader CANECA-1 could not be looked up');
	expect(hub.state.products.has('NEW')).toBe(false);
});

test('a child is sent where the outcome of its leader is unknown and the hub has the leader', async ({
	hub,
	n8n,
}) => {
	answer(hub, 'productCreate', { ok: true }, 201);
	const leader = { skuProduto: 'CANECA-1', nome: 'Another name' };
	const child = productFields({ skuProduto: 'NEW', skuProdutoLider: 'CANECA-1' });
	const { json } = await n8n.run(create, [productFields(leader), child], go);
	expect(json()).toMatchObject([{ outcome: 'unknown' }, { skuProduto: 'NEW' }]);
	expect(json()[1]).not.toHaveProperty('error');
	expect(hub.state.products.has('NEW')).toBe(true);
});

test('a product without a required field is refused before it is sent', async ({ hub, n8n }) => {
	const { json } = await n8n.run(create, [productFields({ skuProduto: 'NEW', ean: '' })], go);
	expect(json()[0]!.error).toContain('`ean`) is required');
	expect(hub.count({ endpoint: 'productCreate' })).toBe(0);
});

test("a product without a leader's SKU leads itself", async ({ hub, n8n }) => {
	const rows = [productFields({ skuProduto: 'NEW', skuProdutoLider: '' })];
	const { json } = await n8n.done(create, rows);
	expect(json()).toMatchObject([{ skuProduto: 'NEW', skuProdutoLider: 'NEW' }]);
	expect(bodies(hub, 'productCreate')).toEqual([productFields({ skuProduto: 'NEW' })]);
});
