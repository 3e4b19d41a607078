import { expect, test } from 'vitest';
import { op, requests } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { products: 250 } });
const getMany = async (more: object) => (await at.n8n.done(op('product getMany', more))).json();
const held = () => [...at.hub.state.products.keys()];
const skus = (products: Array<{ skuProduto?: unknown }>) =>
	products.map(({ skuProduto }) => skuProduto);

test('products come in the order in which they were registered', async () => {
	const products = await getMany({ limit: 5 });
	expect(skus(products)).toEqual(held().slice(0, 5));
	expect(products[0]).toMatchObject({ nome: expect.any(String), precoPor: expect.any(Number) });
});

test('Return All gives each product once, a hundred in each request', async () => {
	expect(skus(await getMany({ returnAll: true }))).toEqual(held());
	expect(requests(at.hub, 'productList')).toHaveLength(Math.ceil(held().length / 100));
});

test('Limit reads no more pages than it needs', async () => {
	expect(skus(await getMany({ limit: 130 }))).toEqual(held().slice(0, 130));
	expect(requests(at.hub, 'productList')).toHaveLength(2);
});
