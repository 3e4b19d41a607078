import { describe, expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';
import { entry, type Prices } from './priceEntries.mts';

const customized = { resource: 'customizedPrice', operation: 'set', ...mapped };
const go = { onError: 'continueRegularOutput' as const };

describe('customized prices', () => {
	test('250 entries are 3 requests; success and failure of a 200 each with its own item', async () => {
		const { hub, n8n } = await setup();
		const skus = addSkus(hub, 250);
		for (const index of [0, 99, 100, 249]) hub.state.removeProduct(`S${index}`);
		const items = skus.map((sku, index) => ({
			...entry(sku, index === 120 ? 999 : 11),
			...(index === 7 && { precoDe: 0 }),
		}));
		const result = await n8n.run(customized, items, go);
		expect(bodies<Prices>(hub, 'customizedPriceSet').map(({ precos }) => precos.length)).toEqual([
			100, 100, 49,
		]);
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

	test('one SKU in several channels and twice in one channel', async () => {
		const { hub, n8n } = await setup({ strictStrings: true });
		addSkus(hub, 1);
		const result = await n8n.run(
			customized,
			[
				entry('S0', 11),
				entry('S0', 999),
				{ ...entry('S0', 12), precoPor: 15 },
				{ ...entry('S0', 11), precoPor: 9 },
			],
			go,
		);
		expect(
			result
				.json()
				.map(({ idCanalIntegracao, sucesso, precoPor }) => [idCanalIntegracao, sucesso, precoPor]),
		).toEqual([
			[11, true, 10],
			[999, false, undefined],
			[12, true, 15],
			[11, true, 9],
		]);
	});

	test('On Error stop names the failed entries; the error output holds them', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 2);
		const items = [entry('S0'), entry('NONE'), entry('S1'), entry('NADA')];
		const stopped = await n8n.run(customized, items);
		expect(shown(stopped.nodeError)).toMatch(/item 1\b[\s\S]*item 3\b/);
		expect([...hub.state.customizedPrices.keys()]).toEqual(['11|S0', '11|S1']);
		const split = await n8n.run(customized, items, { onError: 'continueErrorOutput' });
		expect(split.items(0).map(itemOf)).toEqual([0, 2]);
		expect(split.items(1).map(itemOf)).toEqual([1, 3]);
		expect(split.json(1)[0]).toEqual({
			...items[1],
			sucesso: false,
			error: 'Produto não encontrado.',
		});
	});

	test('an entry that is not sent names its channel and its SKU as the others do', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
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

	test('precoPor above precoDe is allowed here, as the reference sets no such rule', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		const result = await n8n.run(customized, [{ ...entry('S0'), precoPor: 30 }]);
		expect(result.json()).toEqual([
			expect.objectContaining({ precoDe: 20, precoPor: 30, sucesso: true }),
		]);
	});

	test('an entry that the answer leaves out is no success, one that is too much is not lost', async () => {
		const { hub, n8n } = await setup();
		const resultados = [
			{
				skuProduto: 'S1',
				sucessos: [{ idCanalIntegracao: 11, precoDe: '20,00', precoPor: '10,00' }],
			},
			{ skuProduto: 'X', erros: [{ idCanalIntegracao: 11, mensagem: 'Surpresa.' }] },
		];
		hub.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'customizedPriceSet',
			body: { resultados },
		});
		const result = await n8n.run(customized, [entry('S0'), entry('S1')], go);
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

	test.each(['resetBefore', 'resetAfter'] as const)(
		'%s: sent again, as the same price twice is harmless',
		async (kind) => {
			const { hub, n8n } = await setup();
			addSkus(hub, 1);
			hub.faults.add({ kind, endpoint: 'customizedPriceSet' });
			const result = await n8n.run(customized, [entry('S0')]);
			expect(result.json()).toEqual([expect.objectContaining({ sucesso: true })]);
			expect(hub.count({ endpoint: 'customizedPriceSet' })).toBe(2);
		},
	);
});
