import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';
import { product, variation } from './samples.mts';

type Json = Record<string, unknown>;

const t = useHub({ limits: false });
let counter = 0;
const fresh = (changes: object = {}): Json => product(`NOVO-${++counter}`, changes);
const at = (sku: unknown): string => `/v1/products/${encodeURIComponent(String(sku))}`;

describe('reading', () => {
	it('lists basic items in order of registration', async () => {
		const { json } = await t.client.get('/v1/products?offset=0&limit=100');
		const items = (json as { produtos: Json[] }).produtos;
		expect(items.map(({ skuProduto }) => skuProduto)).toEqual([...t.hub.state.products.keys()]);
		expect(Object.keys(items[0] as Json)).toHaveLength(11);
		for (const { skuProduto, links } of items) {
			const url = t.hub.url + at(skuProduto);
			expect(links).toEqual({ GET: url, PUT: url });
			expect(await t.client.get(url.slice(t.hub.url.length))).toMatchObject({
				status: 200,
				json: { skuProduto },
			});
		}
	});

	it('sums the stock of the variations', async () => {
		const { json } = await t.client.get('/v1/products/CAMISETA-1');
		const { estoque, variacoes } = json as { estoque: number; variacoes: { estoque: number }[] };
		expect(variacoes).toHaveLength(3);
		expect(estoque).toBe(variacoes.reduce((sum, each) => sum + each.estoque, 0));
	});

	it('reads variations by their own SKU', async () => {
		const answer = await t.client.get('/v1/products/variation/LIQUIDIFICADOR-1-220v');
		expect(answer).toMatchObject({
			status: 200,
			json: { skuProduto: 'LIQUIDIFICADOR-1', voltagem: '220v', tamanho: '', peso: 2.4 },
		});
		expectRefusal(await t.client.get('/v1/products/variation/LIQUIDIFICADOR-1'), 404);
		expectRefusal(await t.client.get('/v1/products/LIQUIDIFICADOR-1-220v'), 404);
		expectRefusal(await t.client.get('/v1/products/NADA'), 404);
	});
});

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

describe('deletion', () => {
	it('refuses linked products and leaders with children', async () => {
		const [linked] = t.hub.state.linkedProducts.keys();
		expectRefusal(await t.client.delete(at(linked)), 400);
		expectRefusal(await t.client.delete('/v1/products/TENIS-1-AZUL'), 400, /TENIS-1-VERMELHO/);
		expect((await t.client.delete('/v1/products/TENIS-1-VERMELHO')).status).toBe(204);
		expect(await t.client.delete('/v1/products/TENIS-1-AZUL')).toMatchObject({
			status: 204,
			text: '',
		});
		expectRefusal(await t.client.delete('/v1/products/TENIS-1-AZUL'), 404);
		expectRefusal(await t.client.get('/v1/products/variation/TENIS-1-AZUL-38'), 404);
	});
});
