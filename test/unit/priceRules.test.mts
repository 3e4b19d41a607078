import { describe, expect, test } from 'vitest';
import { codeNode, type Json } from '../support/exampleCode.mts';

const pricesByRule = codeNode('price-rules', 'Prices by Rule');

const rule = {
	...{ canal: 11, markup: 0, comissao: 20, taxaFixa: 6, margemMinima: 10 },
	...{ terminaEm: ',90', precoDeAcima: 0 },
};

/** Prices of costs by rules, both as *Read Rows* gives them, by the code of the example. */
const prices = (costs: Json[], ...rules: Json[]) => pricesByRule(rules, { 'Read Costs': costs });
const priceOf = (custo: unknown, changes: Json = {}) =>
	prices([{ skuProduto: 'A', custo }], { ...rule, ...changes })[0]!;

describe('a price', () => {
	test.each([
		// (3.73 + 6) / 0.7 is 13.900000000000002 in floats
		[3.73, {}, 13.9],
		[3.74, {}, 14.9],
		[3.73, { terminaEm: null }, 13.9],
		[3.74, { terminaEm: '' }, 13.92],
		[3.73, { terminaEm: '9,90' }, 19.9],
		[0.01, { taxaFixa: 0 }, 0.9],
		[100, { markup: 50, taxaFixa: 0, terminaEm: '' }, 187.5],
		[100, { markup: 0, taxaFixa: 0, terminaEm: '' }, 142.86],
		[1199.9, { taxaFixa: 0, comissao: 12.5, margemMinima: 0, terminaEm: '' }, 1371.32],
		[12.5, { comissao: 16.5, taxaFixa: 0, margemMinima: 0, terminaEm: '' }, 14.98],
	])('of the cost %s with %j is %d', (custo, changes, precoPor) => {
		expect(priceOf(custo, changes)).toMatchObject({ idCanalIntegracao: 11, precoPor });
	});

	test('keeps the least margin, to the cent and after rounding', () => {
		for (let cents = 1; cents < 2_000; cents += 7)
			for (const [comissao, margemMinima] of [
				[16, 12],
				[12.5, 7.25],
				[19.99, 33.33],
			] as const) {
				const changes = { comissao, margemMinima, taxaFixa: 4.5, terminaEm: '' };
				const price = Math.round(Number(priceOf(cents / 100, changes).precoPor) * 100);
				const left = (paid: number) =>
					BigInt(paid) * (10_000n - BigInt(Math.round((comissao + margemMinima) * 100)));
				const needed = BigInt(cents + 450) * 10_000n;
				expect(left(price) >= needed && left(price - 1) < needed).toBe(true);
			}
	});

	test('before discount is above the selling price and has the same ending', () => {
		expect(priceOf(3.73, { precoDeAcima: 20 })).toMatchObject({
			...{ precoPor: 13.9, precoDe: 16.9 },
		});
		expect(priceOf(3.73)).toMatchObject({ precoPor: 13.9, precoDe: 13.9 });
	});

	test('is made for each channel, or for the one that the row names', () => {
		const rules = [rule, { ...rule, canal: 12 }];
		const rows = [
			{ skuProduto: 'A', custo: 1, canal: null },
			{ skuProduto: 'B', custo: 1, canal: 12 },
		];
		expect(prices(rows, ...rules)).toMatchObject([
			{ skuProduto: 'A', idCanalIntegracao: 11 },
			{ skuProduto: 'A', idCanalIntegracao: 12 },
			{ skuProduto: 'B', idCanalIntegracao: 12 },
		]);
	});
});

describe('a row without a price says why', () => {
	test.each<[number, Json, string]>([
		[0, {}, 'custo must be more than zero'],
		[-1, {}, 'custo must be more than zero'],
		[10, { taxaFixa: -1 }, 'taxaFixa must not be below zero'],
		[10, { comissao: 90, margemMinima: 10 }, 'comissao and margemMinima leave nothing'],
		[10, { comissao: 120 }, 'comissao and margemMinima leave nothing'],
		[10, { terminaEm: '0.9' }, 'terminaEm is no ending such as ,90: 0.9'],
		[10, { error: 'Row 1: `markup` is missing' }, 'Row 1: `markup` is missing'],
	])('the cost %d with %j', (custo, changes, why) => {
		const row = priceOf(custo, changes);
		expect(row.error).toContain(why);
		expect(row).not.toHaveProperty('precoPor');
	});

	test('a row that nobody can read, in each channel', () => {
		const row = { skuProduto: 'A', custo: 'doze', error: 'Row 1: `custo` must be a price' };
		expect(prices([row], rule, { ...rule, canal: 12 })).toEqual([
			{ skuProduto: 'A', idCanalIntegracao: 11, error: row.error },
			{ skuProduto: 'A', idCanalIntegracao: 12, error: row.error },
		]);
	});

	test('a row whose channel has no rule', () => {
		expect(prices([{ skuProduto: 'A', custo: 1, canal: 13 }], rule)).toEqual([
			{ skuProduto: 'A', idCanalIntegracao: 13, error: 'no rule for the channel' },
		]);
	});
});
