import { describe, expect, it } from 'vitest';
import { productFields } from '../../support/products.mts';
import { expectRefusal, useHub } from './client.mts';

type Json = Record<string, unknown>;

const t = useHub({ limits: false });
const product = (skuProduto: string, changes: object = {}): Json =>
	productFields({ precoDe: 20, precoPor: 10.5, ...changes, skuProduto });
const variation = (skuVariacao: string, changes: object): Json => ({
	...{ skuVariacao, precoDe: 5, precoPor: 5 },
	...changes,
});
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

	it('follows the rules with the merged record', async () => {
		const body = fresh();
		await t.client.post('/v1/products', body);
		const put = (changes: Json) => t.client.put(at(body.skuProduto), changes);
		expectRefusal(await put({ precoPor: 20.01 }), 400, /precoPor/);
		expectRefusal(await put({ precoDe: 10 }), 400, /precoPor/);
		expectRefusal(await put({ nome: '' }), 400, /nome/);
		expectRefusal(await put({}), 400);
		expectRefusal(await put({ skuProdutoLider: 'NADA' }), 400, /líder/);
		expectRefusal(await put({ skuProduto: 'OUTRO' }), 400, /não pode ser alterado/);
		const led = { skuProduto: body.skuProduto, skuProdutoLider: 'CANECA-1' };
		expect((await put(led)).status).toBe(200);
		expectRefusal(await t.client.put('/v1/products/NADA', { nome: 'x' }), 404);
	});
});

/** With variations, of which each is as given. */
const varied = (...variacoes: object[]): Json =>
	fresh({ variacoes: variacoes.map((each, index) => variation(`B-${index}`, each)) });

it.each<[Json, RegExp]>([
	[product('CANECA-1'), /skuProduto: já cadastrado/],
	[product('CAMISETA-1-P'), /SKU de uma variação/],
	[fresh({ skuProdutoLider: 'NADA' }), /líder não cadastrado/],
	[fresh({ precoDeMidia: 1, precoPorMidia: 2 }), /precoPorMidia/],
	[varied({ tamanho: 'P' }, { voltagem: '110v' }), /nunca ambos/],
	[varied({ tamanho: 'P', voltagem: '1' }), /nunca ambos/],
	[varied({ skuVariacao: 'B' }, { skuVariacao: 'B' }), /repetido/],
	[varied({ skuVariacao: 'CAMISETA-1-P' }), /já cadastrado/],
	[varied({ skuVariacao: 'CANECA-1' }), /já cadastrado/],
	// all at once
	[product('CANECA-1', { skuProdutoLider: 'NADA', precoPor: 30 }), /^.+\n.+\n.+$/],
])('registration enforces the rules between fields: %#', async (body, detail) => {
	expectRefusal(await t.client.post('/v1/products', body), 400, detail);
});
