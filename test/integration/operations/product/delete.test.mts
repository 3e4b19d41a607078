import { expect } from 'vitest';
import { bySku, op, shown } from '../../../support/items.mts';
import { addProducts } from '../../../support/products.mts';
import { test } from '../../../support/setup.mts';

const remove = (sku: string) => op('product delete', { sku: bySku(sku) });

test('a product is deleted', async ({ hub, n8n }) => {
	addProducts(hub, [{ skuProduto: 'OLD' }]);
	expect((await n8n.done(remove('OLD'))).json()).toEqual([{ deleted: true }]);
	expect(hub.state.products.has('OLD')).toBe(false);
});

test('a product that is in a channel stays, and the message says why', async ({ hub, n8n }) => {
	addProducts(hub, [{ skuProduto: 'LINKED' }]);
	hub.state.linkedProducts.set('LINKED', [11]);
	expect(shown((await n8n.run(remove('LINKED'))).nodeError)).toMatch(
		/400: Produto vinculado a um canal/,
	);
	expect(hub.state.products.has('LINKED')).toBe(true);
});

test('a leader can be deleted only after its children', async ({ hub, n8n }) => {
	addProducts(hub, [{ skuProduto: 'L' }, { skuProduto: 'C', skuProdutoLider: 'L' }]);
	expect(shown((await n8n.run(remove('L'))).nodeError)).toMatch(
		/400: Produto com filhos[\s\S]*filho: C/,
	);
	for (const sku of ['C', 'L'])
		expect((await n8n.run(remove(sku))).json()).toEqual([{ deleted: true }]);
});

test('an unknown product gets a 404', async ({ n8n }) => {
	expect(shown((await n8n.run(remove('NADA'))).nodeError)).toMatch(/404: Produto/);
});
