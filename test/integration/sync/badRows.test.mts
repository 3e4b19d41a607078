import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { bodies, go, hintsOf, mapped, op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	custom,
	heldBy,
	priceSync,
	productSync,
	securitySync,
	statuses,
	stockIn,
	stockSync,
	wholeProducts,
	writes,
} from '../../support/sync.mts';

/* A bad row holds the good ones only where it looks like an accident of the list. */

const at = setupEach({ seed: { products: 0 } });
const prices = (rows: number, change: (index: number) => IDataObject) =>
	addSimple(at.hub, rows).map((skuProduto, index) => ({
		...{ skuProduto, precoDe: 99.9, precoPor: index === 0 ? 78.9 : 79.9 },
		...change(index),
	}));
/** A list of 12 prices, of which the first changes and the last four are `bad`. */
const fourBad = (bad: IDataObject) => prices(12, (index) => (index < 8 ? {} : bad));

describe('Held or Refused', () => {
	test.each<[string, IDataObject]>([
		['a missing price', { precoPor: '' }],
		['a price over the bound', { precoDe: 9_999_999 }],
		['a price of nothing', { precoPor: 0 }],
		['no SKU', { skuProduto: '' }],
	])('%s in a third of the rows lets the others go', async (_name, bad) => {
		const result = await at.n8n.run(priceSync, fourBad(bad), go);
		expect(result.json().map(({ status }) => status)).toEqual([
			'updated',
			...Array<string>(7).fill('unchanged'),
			...Array<string>(4).fill('notSent'),
		]);
	});

	test.each<[string, IDataObject]>([
		['text', { precoPor: 'Camiseta' }],
		['a selling price above the price before discount', { precoPor: 100 }],
		['a price below zero', { precoPor: -79.9 }],
		['a price that Price Change holds', { precoPor: 7.99 }],
		['a damaged SKU', { skuProduto: '#N/D' }],
	])('%s in a third of the rows holds all', async (_name, bad) => {
		const result = await at.n8n.run(priceSync, fourBad(bad), go);
		expect(writes(at.hub)).toEqual([]);
		expect(result.json()[0]).toMatchObject({
			status: 'held',
			error: expect.stringContaining('Held or Refused (%) is 20') as string,
		});
	});

	test('SKUs and pieces that are swapped in a third of the rows hold all', async () => {
		addSimple(at.hub, 8);
		const good = Array.from({ length: 8 }, (_, index) => ({ sku: `P${index}`, estoque: 5 }));
		good[0]!.estoque = 4;
		const swapped = [5, 6, 7, 8].map((sku) => ({ sku, estoque: `78910003155${sku}7` }));
		await at.n8n.run(stockSync, [...good, ...swapped], go);
		expect(writes(at.hub)).toEqual([]);
	});

	test('new products that lack fields let the known ones go', async () => {
		const known = wholeProducts(addSimple(at.hub, 8));
		known[0]!.nome = 'Outro nome';
		const lacking = ['N0', 'N1', 'N2', 'N3'].map((skuProduto) => ({ skuProduto, nome: 'Nova' }));
		const result = statuses((await at.n8n.run(productSync, [...known, ...lacking], go)).json());
		expect(result).toMatchObject({ P0: 'updated', P1: 'unchanged', N0: 'notSent', N3: 'notSent' });
	});
});

const stock = (rows: number, negative: number) =>
	addSimple(at.hub, rows).map((sku, index) => ({
		sku,
		estoque: index < negative ? -2 - index : 5,
	}));

describe('stock below zero', () => {
	test.each([
		[1, 1],
		[2, 1],
		[10, 2],
		[100, 20],
	])('of %d rows %d below zero: sent as 0, and told', async (rows, negative) => {
		const result = await at.n8n.run(custom0, stock(rows, negative), go);
		const zeros = Array.from({ length: negative }, (_, index) => `P${index}`);
		expect(Object.values(stockIn(at.hub, zeros))).toEqual(zeros.map(() => 0));
		expect(hintsOf(result).join()).toContain(
			`sent as 0, because nothing of it can be sold: ${rows === 1 ? '1 entry' : `${negative} of ${rows} entries`}`,
		);
	});

	test.each([
		[5, 2],
		[12, 5],
		[1_000, 400],
	])('of %d rows %d: a list of movements, of which nothing is sent', async (rows, negative) => {
		const list = stock(rows, negative).map((row, index) => ({
			...row,
			estoque: index < negative ? row.estoque : 1 + (index % 3),
		}));
		for (const onlyChanges of [false, true]) {
			const result = await at.n8n.run({ ...stockSync, onlyChanges }, list, go);
			expect(writes(at.hub)).toEqual([]);
			expect(result.json()[0]).toMatchObject({
				status: 'notSent',
				error: expect.stringContaining('must be at least 0, got -2') as string,
				description: expect.stringContaining('column of movements') as string,
			});
			expect(result.json().at(-1)).toMatchObject({ status: 'held' });
		}
	});

	test.each<[string, GivenStock[], Array<number | undefined>]>([
		['one', [-3, 4, 6], [0, 4, 6]],
		['text', ['-3', 4], [0, 4]],
		['a fifth', [-3, 4, 4, 4, 4, 4, 4, 4, 4, '-1,00'], [0, 4, 4, 4, 4, 4, 4, 4, 4, 0]],
		['more', [-3, -4, 4, 4, 4], [5, 5, 4, 4, 4]],
		['less than whole pieces', [-2.5, 4], [5, 4]],
	])('Update in Batch, %s: %j leaves %j', async (_name, given, held) => {
		const skus = addSimple(at.hub, given.length);
		const list = given.map((estoque, index) => ({ sku: skus[index]!, estoque }));
		const result = await at.n8n.run(op('stock updateBatch', mapped), list, go);
		expect(Object.values(stockIn(at.hub, skus))).toEqual(held);
		const refused = result.json().filter(({ error }) => error !== undefined);
		expect(refused).toHaveLength(held.filter((value) => value === 5).length);
	});

	test('security stock below zero is refused, also a single one', async () => {
		addSimple(at.hub, 1);
		const list = [{ idCanalIntegracao: 11, sku: 'P0', estoqueSeguranca: -1 }];
		const result = await at.n8n.run(securitySync, list, go);
		expect(result.json()).toMatchObject([{ status: 'notSent' }]);
		expect(bodies(at.hub, 'securityStockSet')).toEqual([]);
	});

	test('an entry that is at zero already stays unchanged', async () => {
		addSimple(at.hub, 2);
		heldBy(at.hub, 'P0')!.estoque = 0;
		const result = await at.n8n.run(stockSync, [
			{ sku: 'P0', estoque: -1 },
			{ sku: 'P1', estoque: 4 },
		]);
		expect(statuses(result.json())).toEqual({ P0: 'unchanged', P1: 'updated' });
	});
});

type GivenStock = number | string;
const custom0 = { ...stockSync, ...custom({ zeroShare: 0, changeShare: 0 }) };
