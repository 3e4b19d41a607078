import { describe, expect, test } from 'vitest';
import { bodies, itemOf, shown, op } from '../../support/items.mts';
import { byId, bySku } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

describe('security stock', () => {
	const set = (sku: string, estoqueSeguranca: number) =>
		op('securityStock set', { idCanalIntegracao: byId(11), sku: bySku(sku), estoqueSeguranca });

	test('a product with variations: one entry for each of them, all paired with the item', async () => {
		const { hub, n8n } = await setup({ strictStrings: true });
		const result = await n8n.run(set('CAMISETA-1', 4));
		expect(result.json()).toHaveLength(3);
		expect(result.items().map(itemOf)).toEqual([0, 0, 0]);
		for (const json of result.json())
			expect(json).toMatchObject({
				idCanalIntegracao: 11,
				estoqueSeguranca: 4,
				idAtributoSimples: expect.any(Number),
				dataCadastro: expect.any(String),
			});
		expect(new Set(result.json().map(({ idAtributoSimples }) => idAtributoSimples)).size).toBe(3);
		expect(bodies(hub, 'securityStockSet')).toEqual([
			{ idCanalIntegracao: 11, sku: 'CAMISETA-1', estoqueSeguranca: 4 },
		]);
	});

	test('0 is sent; an unknown product says so', async () => {
		const { hub, n8n } = await setup();
		expect((await n8n.run(set('CANECA-1', 0))).json()).toEqual([
			expect.objectContaining({ estoqueSeguranca: 0 }),
		]);
		expect(shown((await n8n.run(set('NONE', 1))).nodeError)).toMatch(/404: Produto/);
		expect(hub.count({ endpoint: 'securityStockSet' })).toBe(2);
	});
});
