import { expect } from 'vitest';
import { op, shown } from '../../../support/items.mts';
import { test } from '../../../support/setup.mts';

const getVariation = (skuVariacao: string, more = {}) =>
	op('product getVariation', { skuVariacao, ...more });

test('a variation is found by its own SKU, with size, prices and stock', async ({ hub, n8n }) => {
	const { skuVariacao, tamanho, precoPor, estoque } =
		hub.state.products.get('CAMISETA-1')!.variacoes[1]!;
	const { json } = await n8n.done(getVariation(skuVariacao));
	expect(json()).toMatchObject([{ skuVariacao, tamanho, precoPor, estoque }]);
});

test('the SKU of a product gets a 404', async ({ n8n }) => {
	expect(shown((await n8n.run(getVariation('CAMISETA-1'))).nodeError)).toMatch(/404/);
});

test('an empty SKU is refused before anything is sent', async ({ hub, n8n }) => {
	expect((await n8n.run(getVariation(' '))).nodeError?.message).toContain('is empty');
	expect(hub.log).toEqual([]);
});
