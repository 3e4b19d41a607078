import { expect } from 'vitest';
import { bySku, op, requests, shown } from '../../../support/items.mts';
import { addSkus } from '../../../support/products.mts';
import { test } from '../../../support/setup.mts';

const get = (sku: string, more = {}) => op('product get', { sku: bySku(sku), ...more });

test('a product comes with its most used fields', async ({ n8n }) => {
	const [record] = (await n8n.done(get('CANECA-1'))).json();
	expect(record).toMatchObject({ skuProduto: 'CANECA-1', precoDe: 39.9 });
	expect(record).not.toHaveProperty('links');
});

test('the whole product, with its variations, comes out without Simplify', async ({ hub, n8n }) => {
	const [record] = (await n8n.done(get('CAMISETA-1', { simplify: false }))).json();
	const skus = hub.state.products
		.get('CAMISETA-1')!
		.variacoes.map(({ skuVariacao }) => skuVariacao);
	expect(record).toMatchObject({ variacoes: skus.map((skuVariacao) => ({ skuVariacao })) });
});

test('a SKU with slashes and blanks is found', async ({ hub, n8n }) => {
	addSkus(hub, ['A/B C']);
	expect((await n8n.done(get('A/B C'))).json()).toMatchObject([{ skuProduto: 'A/B C' }]);
	expect(requests(hub, 'productGet')[0]?.path).toBe('/v1/products/A%2FB%20C');
});

test('an unknown SKU gets a 404', async ({ n8n }) => {
	expect(shown((await n8n.run(get('NADA'))).nodeError)).toMatch(/404: Produto/);
});
