import { describe, expect } from 'vitest';
import { customized, listing, pricesSent } from '../../support/batches.mts';
import { addSkus, channelPrice } from '../../support/products.mts';
import { answer, byId, go, itemOf, shown, split } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';
describe('customized prices', () => {
	test('250 entries take 3 requests, and each item has its own result', async ({ hub, n8n }) => {
		const skus = addSkus(hub, 250);
		for (const index of [0, 99, 100, 249]) hub.state.removeProduct(`S${index}`);
		const items = skus.map((sku, index) => ({
			...channelPrice(sku, 10, index === 120 ? 999 : 11),
			...(index === 7 && { precoDe: 0 }),
		}));
		const result = await n8n.run(customized, items, go);
		const sent = pricesSent(hub, 'customizedPriceSet');
		expect(sent.map(({ length }) => length)).toEqual([100, 100, 49]);
		expect(result.items().map(itemOf)).toEqual(items.map((_, index) => index));
		result.json().forEach((json, index) => {
			expect(json).toMatchObject({
				skuProduto: `S${index}`,
				sucesso: ![0, 7, 99, 100, 120, 249].includes(index),
			});
		});
		expect(result.json()[0]).toMatchObject({
			idCanalIntegracao: 11,
			error: 'Produto não encontrado.',
		});
		expect(result.json()[120]).toMatchObject({
			idCanalIntegracao: 999,
			error: 'Canal de integração não encontrado.',
		});
		expect(result.json()[7]?.error).toContain('`precoDe`');
		expect(result.json()[1]).toEqual({
			skuProduto: 'S1',
			idCanalIntegracao: 11,
			precoDe: 20,
			precoPor: 10,
			sucesso: true,
		});
		expect(hub.state.customizedPrices.size).toBe(244);
	});

	test('On Error stop names the failed entries, and the error output has them', async () => {
		const { hub, n8n } = await setup({ skus: 2 });
		const items = [
			channelPrice('S0'),
			channelPrice('NONE'),
			channelPrice('S1'),
			channelPrice('NADA'),
		];
		const stopped = await n8n.run(customized, items);
		expect(shown(stopped.nodeError)).toMatch(/NONE: [\s\S]*NADA: /);
		expect([...hub.state.customizedPrices.keys()]).toEqual(['11|S0', '11|S1']);
		const apart = await n8n.run(customized, items, split);
		expect(apart.items(0).map(itemOf)).toEqual([0, 2]);
		expect(apart.items(1).map(itemOf)).toEqual([1, 3]);
		expect(apart.json(1)[0]).toEqual({
			...items[1],
			sucesso: false,
			error: 'Produto não encontrado.',
		});
	});

	test('an entry that is not sent names its channel and SKU like the others', async () => {
		const { n8n } = await setup({ skus: 1 });
		const prices = { precoDe: 20, precoPor: 10 };
		const { json } = await n8n.run(
			{ ...customized, idCanalIntegracao: byId('11') },
			[
				{ skuProduto: 'S0', ...prices },
				{ skuProduto: 123, ...prices, precoDe: 0 },
				{ skuProduto: 'S0', ...prices, precoDe: 0, idCanalIntegracao: 'eleven' },
			],
			go,
		);
		expect(json().map((item) => [item.skuProduto, item.idCanalIntegracao])).toEqual([
			['S0', 11],
			['123', 11],
			['S0', 'eleven'],
		]);
	});

	test('an entry that the answer lacks is not a success, and an extra one is kept', async ({
		hub,
		n8n,
	}) => {
		const resultados = [
			{
				skuProduto: 'S1',
				sucessos: [{ idCanalIntegracao: 11, precoDe: '20,00', precoPor: '10,00' }],
			},
			{ skuProduto: 'X', erros: [{ idCanalIntegracao: 11, mensagem: 'Surpresa.' }] },
		];
		answer(hub, 'customizedPriceSet', { resultados }, 200);
		const result = await n8n.run(customized, [channelPrice('S0'), channelPrice('S1')], go);
		expect(result.json()).toHaveLength(3);
		expect(result.json()).toContainEqual(
			expect.objectContaining({
				skuProduto: 'S0',
				sucesso: false,
				error: expect.stringMatching(/not reported/i),
			}),
		);
		expect(result.json()).toContainEqual(
			expect.objectContaining({ skuProduto: 'S1', sucesso: true, precoDe: 20, precoPor: 10 }),
		);
		expect(result.json()).toContainEqual(
			expect.objectContaining({ skuProduto: 'X', sucesso: false, error: 'Surpresa.' }),
		);
	});
});

test('the price of a listing is not set for a product whose row names a variation', async ({
	hub,
	n8n,
}) => {
	const entry = { ...channelPrice('A'), prefixoCanalIntegracao: ' CLA ' };
	const rows = [
		{ ...entry, skuVariacao: 'A-M' },
		{ ...entry, skuVariacao: 'A' },
		{ ...entry, skuProduto: 'B', skuVariacao: '' },
	];
	const result = await n8n.run(listing, rows, go);
	expect(result.json()[0]).toMatchObject({
		error: expect.stringContaining('`skuVariacao`') as string,
	});
	expect(pricesSent(hub, 'listingPriceSet').flat()).toMatchObject([
		{ skuProduto: 'A', prefixoCanalIntegracao: 'CLA' },
		{ skuProduto: 'B', prefixoCanalIntegracao: 'CLA' },
	]);
});
