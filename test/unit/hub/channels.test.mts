import { describe, expect, it } from 'vitest';
import { useHub } from './client.mts';

type Json = Record<string, unknown>;

const t = useHub({ limits: false, clock: 'manual' });

describe('security stock', () => {
	const path = '/v1/erp/products/security-stock';
	const set = (idCanalIntegracao: unknown, sku: unknown, estoqueSeguranca: unknown) =>
		t.client.put(path, { idCanalIntegracao, sku, estoqueSeguranca });
	const read = async (query = '') => {
		const page = `${path}?offset=0&limit=100${query}`;
		const answer = await t.client.read<Record<string, Record<string, Json[]>>>(page);
		return answer.produtosEstoqueSeguranca!;
	};

	it('is set per variation and read per product, by channel name', async () => {
		expect(await read()).toEqual({});
		const answer = await set(11, 'CAMISETA-1', 4);
		expect(answer.status).toBe(200);
		const written = (answer.json as { ProdutoEstoqueSeguranca: Json[] }).ProdutoEstoqueSeguranca;
		expect(written).toHaveLength(3);
		expect(new Set(written.map(({ idAtributoSimples }) => idAtributoSimples)).size).toBe(3);
		for (const entry of written)
			expect(entry).toMatchObject({ estoqueSeguranca: 4, idCanalIntegracao: 11 });
		await set(11, 'CANECA-1', 1.5);
		await set(12, 'CANECA-1', 2);
		const groups = await read();
		expect(Object.keys(groups)).toEqual(['Mercado Azul - Loja Oficial', 'Praça Verde - Principal']);
		expect(groups['Mercado Azul - Loja Oficial']).toMatchObject([
			{ skuProduto: 'CANECA-1', idCanalIntegracao: 11, qtdEstoqueSeguranca: 1.5 },
			{ skuProduto: 'CAMISETA-1', qtdEstoqueSeguranca: 4 },
		]);
	});

	it('is updated in place, and not shown when it is 0', async () => {
		const first = (await set(12, 'FONE-1', 3)).json as { ProdutoEstoqueSeguranca: Json[] };
		t.hub.clock.advance(5000);
		const second = (await set(12, 'FONE-1', 0)).json as { ProdutoEstoqueSeguranca: Json[] };
		const [before, after] = [first.ProdutoEstoqueSeguranca[0], second.ProdutoEstoqueSeguranca[0]];
		expect(after).toMatchObject({
			idIntegracao: before?.idIntegracao,
			dataCadastro: before?.dataCadastro,
			estoqueSeguranca: 0,
		});
		expect(after?.dataAtualizacao).not.toBe(before?.dataAtualizacao);
		expect(await read('&sku=FONE-1')).toEqual({});
	});
});
