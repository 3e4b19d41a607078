import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';
import { product, variation } from './samples.mts';

type Json = Record<string, unknown>;

const t = useHub({ limits: false });
let counter = 0;
const fresh = (changes: object = {}): Json => product(`NOVO-${++counter}`, changes);
const at = (sku: unknown): string => `/v1/products/${encodeURIComponent(String(sku))}`;

describe('change', () => {
	it('takes any part of the write shape and answers the full record', async () => {
		const body = fresh({
			variacoes: [variation('M-P', { tamanho: 'P' }), variation('M-G', { tamanho: 'G' })],
		});
		await t.client.post('/v1/products', body);
		const stored = t.hub.state.products.get(String(body.skuProduto));
		if (stored?.variacoes[0]) stored.variacoes[0].estoque = 9;
		const answer = await t.client.put(at(body.skuProduto), { nome: 'Outro', precoDe: 30 });
		expect(answer).toMatchObject({
			status: 200,
			json: { nome: 'Outro', precoDe: 30, precoPor: 10.5, estoque: 9 },
		});
		const fewer = await t.client.put(at(body.skuProduto), {
			variacoes: [variation('M-P', { tamanho: 'PP' })],
		});
		expect((fewer.json as { variacoes: Json[] }).variacoes).toMatchObject([
			{ tamanho: 'PP', estoque: 9 },
		]);
		expectRefusal(await t.client.get('/v1/products/variation/M-G'), 404);
	});

	it('keeps to the rules, against the merged record', async () => {
		const body = fresh();
		await t.client.post('/v1/products', body);
		const put = (changes: Json) => t.client.put(at(body.skuProduto), changes);
		expectRefusal(await put({ precoPor: 20.01 }), 400, /precoPor/);
		expectRefusal(await put({ precoDe: 10 }), 400, /precoPor/);
		expectRefusal(await put({ nome: '' }), 400, /nome/);
		expectRefusal(await put({}), 400);
		expectRefusal(await put({ skuProdutoLider: 'NADA' }), 400, /líder/);
		expectRefusal(await put({ skuProduto: 'OUTRO' }), 400, /não pode ser alterado/);
		expect((await put({ skuProduto: body.skuProduto, skuProdutoLider: 'CANECA-1' })).status).toBe(
			200,
		);
		expectRefusal(await t.client.put('/v1/products/NADA', { nome: 'x' }), 404);
	});
});

it('registration refuses what the rules between fields forbid, all at once', async () => {
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
