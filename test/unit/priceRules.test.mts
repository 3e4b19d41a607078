import { describe, expect, test } from 'vitest';
import { codeNode } from '../support/exampleCode.mts';

const pricesByRule = codeNode('price-rules', 'Prices by Rule');

const rule = {
	...{ canal: '11', markup: '0', comissao: '20', taxaFixa: '6', margemMinima: '10' },
	...{ terminaEm: ',90', precoDeAcima: '0' },
};

/** Prices of a list of costs, by the code of the example. */
function prices(linhas: object[], ...regras: object[]) {
	return pricesByRule([], { Costs: [{ linhas }], Rules: [{ regras }] });
}
const priceOf = (custo: unknown, changes = {}) =>
	prices([{ skuProduto: 'A', custo }], { ...rule, ...changes })[0]!;

describe('a price', () => {
	test.each([
		// (3.73 + 6) / 0.7 is 13.900000000000002 in floats
		['3,73', {}, 13.9],
		['3,74', {}, 14.9],
		['3,73', { terminaEm: '' }, 13.9],
		['3,74', { terminaEm: '' }, 13.92],
		['3,73', { terminaEm: '9,90' }, 19.9],
		['0,01', { taxaFixa: '0' }, 0.9],
		['100', { markup: '50', taxaFixa: '0', terminaEm: '' }, 187.5],
		['100', { markup: '0', taxaFixa: '0', terminaEm: '' }, 142.86],
		['1.199,90', { taxaFixa: '0', comissao: '12,5', margemMinima: '0', terminaEm: '' }, 1371.32],
		[12.5, { comissao: 16.5, taxaFixa: 0, margemMinima: 0, terminaEm: '' }, 14.98],
	])('of the cost %s with %j is %d', (custo, changes, precoPor) => {
		expect(priceOf(custo, changes)).toMatchObject({ idCanalIntegracao: '11', precoPor });
	});

	test('keeps the least margin, to the cent and after rounding', () => {
		for (let cents = 1; cents < 2_000; cents += 7)
			for (const [comissao, margemMinima] of [
				[16, 12],
				[12.5, 7.25],
				[19.99, 33.33],
			] as const) {
				const changes = { comissao, margemMinima, taxaFixa: '4,5', terminaEm: '' };
				const price = Math.round(Number(priceOf(cents / 100, changes).precoPor) * 100);
				const left = (paid: number) =>
					BigInt(paid) * (10_000n - BigInt(Math.round((comissao + margemMinima) * 100)));
				const needed = BigInt(cents + 450) * 10_000n;
				expect(left(price) >= needed && left(price - 1) < needed).toBe(true);
			}
	});

	test('before discount is above the selling price and has the same ending', () => {
		expect(priceOf('3,73', { precoDeAcima: '20' })).toMatchObject({
			...{ precoPor: 13.9, precoDe: 16.9 },
		});
		expect(priceOf('3,73')).toMatchObject({ precoPor: 13.9, precoDe: 13.9 });
	});

	test('is made for each channel, or for the one that the row names', () => {
		const rules = [rule, { ...rule, canal: 'Mercado Azul' }];
		const rows = [
			{ skuProduto: 'A', custo: 1 },
			{ skuProduto: 'B', custo: 1, canal: 'mercado azul' },
		];
		expect(prices(rows, ...rules)).toMatchObject([
			{ skuProduto: 'A', idCanalIntegracao: '11' },
			{ skuProduto: 'A', idCanalIntegracao: 'Mercado Azul' },
			{ skuProduto: 'B', idCanalIntegracao: 'Mercado Azul' },
		]);
	});
});

describe('a row without a price says why', () => {
	test.each([
		['0', {}, 'custo must be more than zero'],
		['-1', {}, 'custo must be more than zero'],
		['', {}, 'custo is missing'],
		[undefined, {}, 'custo is missing'],
		['doze', {}, 'custo is no number: doze'],
		['1,199', {}, 'custo is no number: 1,199'],
		['10', { taxaFixa: '' }, 'taxaFixa is missing'],
		['10', { taxaFixa: '-1' }, 'taxaFixa must not be below zero'],
		['10', { comissao: undefined }, 'comissao is missing'],
		['10', { canal: '' }, 'canal is missing'],
		['10', { comissao: '90', margemMinima: '10' }, 'comissao and margemMinima leave nothing'],
		['10', { comissao: '120' }, 'comissao and margemMinima leave nothing'],
		['10', { terminaEm: '0.9' }, 'terminaEm is no ending such as ,90: 0.9'],
		['12%', {}, 'custo is no number: 12%'],
		['10', { comissao: '16 %' }, 'comissao is no number: 16 %'],
		[[12], {}, 'custo is no number: [12]'],
		['10', { margemMinima: [12] }, 'margemMinima is no number: [12]'],
		['10', { taxaFixa: true }, 'taxaFixa is no number: true'],
	])('the cost %s with %j', (custo, changes, why) => {
		const row = priceOf(custo, changes);
		expect(row.held).toContain(why);
		expect(row).not.toHaveProperty('precoPor');
	});

	test('a row whose channel has no rule', () => {
		expect(prices([{ skuProduto: 'A', custo: 1, canal: 'Loja' }], rule)).toEqual([
			{ skuProduto: 'A', idCanalIntegracao: 'Loja', held: 'no rule for the channel Loja' },
		]);
	});
});
