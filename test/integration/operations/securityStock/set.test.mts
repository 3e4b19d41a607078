import { expect } from 'vitest';
import { bodies, byId, bySku, itemOf, op, shown } from '../../../support/items.mts';
import { setup, test } from '../../../support/setup.mts';

const set = (sku: string, estoqueSeguranca: number) =>
	op('securityStock set', { idCanalIntegracao: byId(11), sku: bySku(sku), estoqueSeguranca });

test('a product keeps the given stock back from the channel', async ({ hub, n8n }) => {
	const { json } = await n8n.done(set('CANECA-1', 4));
	expect(json()).toMatchObject([{ idCanalIntegracao: 11, estoqueSeguranca: 4 }]);
	expect([...hub.state.securityStock.values()]).toMatchObject([{ estoqueSeguranca: 4 }]);
});

test('a product with variations gives an entry for each variation, paired with its item', async () => {
	const { hub, n8n } = await setup({ strictStrings: true });
	const result = await n8n.run(set('CAMISETA-1', 4));
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

test('0 is sent, and an unknown product gets a 404', async ({ hub, n8n }) => {
	expect((await n8n.run(set('CANECA-1', 0))).json()).toMatchObject([{ estoqueSeguranca: 0 }]);
	expect(shown((await n8n.run(set('NONE', 1))).nodeError)).toMatch(/404: Produto/);
	expect(hub.count({ endpoint: 'securityStockSet' })).toBe(2);
});
