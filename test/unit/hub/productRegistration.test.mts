import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';
import { product, variation } from './samples.mts';

type Json = Record<string, unknown>;

const t = useHub({ limits: false });
let counter = 0;
const fresh = (changes: object = {}): Json => product(`NOVO-${++counter}`, changes);

describe('product registration', () => {
	it('answers the full record', async () => {
		const body = fresh({
			idCategoriaExterna: 12,
			cor: 'azul',
			tags: ['a'],
			caracteristicas: { Cor: 'azul' },
			variacoes: [variation('FULL-P', { tamanho: 'P', ean: '7891234567895', peso: 0.001 })],
			extra: 1,
		});
		const answer = await t.client.post('/v1/products', body);
		const { extra: _extra, variacoes: _variacoes, idCategoriaExterna: _id, ...plain } = body;
		expect(answer).toMatchObject({
			status: 201,
			json: { ...plain, idCategoriaExterna: '12', estoque: 0 },
		});
		expect(answer.json).toMatchObject({
			condicao: 'indefinido',
			precoDeMidia: 20,
			precoPorMidia: 10.5,
		});
		expect((answer.json as { variacoes: Json[] }).variacoes[0]).toMatchObject({
			tamanho: 'P',
			peso: 0.001,
			altura: 2,
		});
		expect((await t.client.get(`/v1/products/${String(body.skuProduto)}`)).json).toEqual(
			answer.json,
		);
	});

	it('refuses what the rules between fields forbid, all at once', async () => {
		const post = (body: Json) => t.client.post('/v1/products', body);
		expectRefusal(await post(product('CANECA-1')), 400, /skuProduto: já cadastrado/);
		expectRefusal(await post(product('CAMISETA-1-P')), 400, /SKU de uma variação/);
		expectRefusal(await post(fresh({ skuProdutoLider: 'NADA' })), 400, /líder não cadastrado/);
		expectRefusal(await post(fresh({ precoDeMidia: 1, precoPorMidia: 2 })), 400, /precoPorMidia/);
		const both = [variation('B-1', { tamanho: 'P' }), variation('B-2', { voltagem: '110v' })];
		expectRefusal(await post(fresh({ variacoes: both })), 400, /nunca ambos/);
		expectRefusal(
			await post(fresh({ variacoes: [variation('B-3', { tamanho: 'P', voltagem: '1' })] })),
			400,
			/nunca ambos/,
		);
		expectRefusal(
			await post(fresh({ variacoes: [variation('B-4'), variation('B-4')] })),
			400,
			/repetido/,
		);
		expectRefusal(
			await post(fresh({ variacoes: [variation('CAMISETA-1-P')] })),
			400,
			/já cadastrado/,
		);
		expectRefusal(await post(fresh({ variacoes: [variation('CANECA-1')] })), 400, /já cadastrado/);
		const answer = await post(product('CANECA-1', { skuProdutoLider: 'NADA', precoPor: 30 }));
		expect((answer.json as { details: string[] }).details).toHaveLength(3);
	});
});
