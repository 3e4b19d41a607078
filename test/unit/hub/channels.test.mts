import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';

type Json = Record<string, unknown>;

const t = useHub({ limits: false, clock: 'manual' });

describe('channels', () => {
	it('lists all, with the total only', async () => {
		const { json } = await t.client.get('/v1/erp/channels');
		expect(json).toEqual({ canais: [...t.hub.state.channels.values()], info: { total: 3 } });
	});
});

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

	it('filters by channels and SKUs', async () => {
		expect(Object.keys(await read('&idCanalIntegracao=12'))).toEqual(['Praça Verde - Principal']);
		expect(
			Object.values(await read('&idCanalIntegracao=11%7C12&sku=CANECA-1%7CNADA')).flat(),
		).toHaveLength(2);
		expect(await read('&idCanalIntegracao=99')).toEqual({});
		expectRefusal(
			await t.client.get(`${path}?offset=0&limit=1&idCanalIntegracao=11,12`),
			400,
			/idCanalIntegracao/,
		);
	});

	it('needs a channel and a product that it knows', async () => {
		expectRefusal(await set(99, 'CANECA-1', 1), 404);
		expectRefusal(await set(11, 'NADA', 1), 404);
	});
});

describe('customized prices of products', () => {
	const path = '/v1/erp/products/customized-prices';
	const item = (changes: object = {}): Json => ({
		idCanalIntegracao: 11,
		skuProduto: 'CANECA-1',
		precoDe: 12.9,
		precoPor: 10,
		...changes,
	});
	const read = async (query = '') => {
		const page = `${path}?offset=0&limit=100${query}`;
		const answer = await t.client.read<Record<string, Record<string, Json[]>>>(page);
		return answer.produtosPrecoPersonalizado!;
	};

	it('succeed and fail per item, one result per SKU', async () => {
		const answer = await t.client.put(path, {
			precos: [
				item(),
				item({ skuProduto: 'NADA' }),
				item({ idCanalIntegracao: 12, precoDe: 5, precoPor: 9 }),
				item({ idCanalIntegracao: 99 }),
				item({ skuProduto: 'CAMISETA-1-P' }),
			],
		});
		expect(answer).toMatchObject({ status: 200 });
		expect((answer.json as { resultados: Json[] }).resultados).toEqual([
			{
				skuProduto: 'CANECA-1',
				sucessos: [
					{ idCanalIntegracao: 11, precoDe: 12.9, precoPor: 10 },
					{ idCanalIntegracao: 12, precoDe: 5, precoPor: 9 },
				],
				erros: [{ idCanalIntegracao: 99, mensagem: expect.stringContaining('Canal') as string }],
			},
			{
				skuProduto: 'NADA',
				sucessos: [],
				erros: [{ idCanalIntegracao: 11, mensagem: expect.stringContaining('Produto') as string }],
			},
			{ skuProduto: 'CAMISETA-1-P', sucessos: [expect.anything()], erros: [] },
		]);
	});

	it('are read by channel name, with decimal commas or as numbers', async () => {
		const groups = await read('&sku=CANECA-1');
		expect(groups['Mercado Azul - Loja Oficial']).toMatchObject([
			{ skuProduto: 'CANECA-1', precoDePersonalizado: '12,90', precoPorPersonalizado: '10,00' },
		]);
		t.hub.quirks.decimalCommas = false;
		expect((await read('&idCanalIntegracao=12'))['Praça Verde - Principal']).toMatchObject([
			{ precoDePersonalizado: 5, precoPorPersonalizado: 9 },
		]);
		t.hub.quirks.decimalCommas = true;
		expect(Object.values(await read('&sku=CAMISETA-1')).flat()).toMatchObject([
			{ skuProduto: 'CAMISETA-1-P' },
		]);
	});

	it('are removed one by one', async () => {
		expect(await t.client.delete(`${path}/12/CANECA-1`)).toMatchObject({ status: 204, text: '' });
		expectRefusal(await t.client.delete(`${path}/12/CANECA-1`), 404);
		expectRefusal(await t.client.delete(`${path}/11/NADA`), 404);
		expectRefusal(await t.client.delete(`${path}/x/CANECA-1`), 400, /idCanalIntegracao/);
		const sku = [...t.hub.state.products.keys()].find((candidate) =>
			candidate.includes('/'),
		) as string;
		await t.client.put(path, { precos: [item({ skuProduto: sku })] });
		expect((await t.client.delete(`${path}/11/${encodeURIComponent(sku)}`)).status).toBe(204);
	});
});

describe('customized prices of listings', () => {
	const path = '/v1/erp/marketplacex/items/customized-prices';
	const item = (changes: object = {}): Json => ({
		idCanalIntegracao: 11,
		prefixoCanalIntegracao: 'CLA',
		skuProduto: 'LUMINARIA-1',
		precoDe: 12.9,
		precoPor: 10,
		...changes,
	});

	it('need a published listing', async () => {
		const answer = await t.client.put(path, {
			precos: [
				item(),
				item({ prefixoCanalIntegracao: 'PRE' }),
				item({ prefixoCanalIntegracao: 'XYZ' }),
				item({ skuProduto: 'JAQUETA-1', prefixoCanalIntegracao: 'PRE' }),
				item({ skuProduto: 'NADA' }),
				item({ idCanalIntegracao: 99 }),
			],
		});
		const place = { idCanalIntegracao: 11, prefixoCanalIntegracao: 'CLA' };
		expect((answer.json as { resultados: Json[] }).resultados).toMatchObject([
			{
				skuProduto: 'LUMINARIA-1',
				sucessos: [
					{
						...place,
						codigoMkt: expect.stringMatching(/^MKT/) as string,
						precoDe: 12.9,
						precoPor: 10,
					},
					{ ...place, prefixoCanalIntegracao: 'PRE' },
				],
				erros: [
					{ prefixoCanalIntegracao: 'XYZ', mensagem: expect.stringContaining('Prefixo') as string },
					{ idCanalIntegracao: 99, mensagem: expect.stringContaining('Canal') as string },
				],
			},
			{
				skuProduto: 'JAQUETA-1',
				sucessos: [],
				erros: [{ mensagem: expect.stringContaining('não publicado') as string }],
			},
			{
				skuProduto: 'NADA',
				sucessos: [],
				erros: [{ mensagem: expect.stringContaining('Produto') as string }],
			},
		]);
	});

	it('are removed one by one', async () => {
		expect(await t.client.delete(`${path}/11/CLA/LUMINARIA-1`)).toMatchObject({
			status: 204,
			text: '',
		});
		expectRefusal(await t.client.delete(`${path}/11/CLA/LUMINARIA-1`), 404);
		expectRefusal(await t.client.delete(`${path}/11/CLA/NADA`), 404);
	});
});
