import range from 'lodash/range.js';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { codeNode, type Json } from '../support/exampleCode.mts';

const counts = codeNode('campaign', 'What Counts Now');
const at = (text: string) => DateTime.fromISO(text, { zone: 'America/Sao_Paulo' });
const row = (more: Json = {}): Json => ({
	idCanalIntegracao: 11,
	skuProduto: 'A',
	precoDe: 20,
	precoPor: 10,
	inicio: at('2026-11-26').toISO(),
	fim: at('2026-11-28').endOf('day').toISO(),
	...more,
});
const states = (rows: Json[], now: string) =>
	counts(rows, {}, at(now)).map(({ skuProduto, state, error }) => [skuProduto, state, error]);

test('twelve rows begin and end together', () => {
	const rows = range(12).map((nr) => row({ skuProduto: `S${nr}` }));
	const all = (state: string) => rows.map(({ skuProduto }) => [skuProduto, state, undefined]);
	expect(states(rows, '2026-11-25T23:59:59')).toEqual([]);
	expect(states(rows, '2026-11-26T00:00:00')).toEqual(all('running'));
	expect(states(rows, '2026-11-28T23:59:59')).toEqual(all('running'));
	expect(states(rows, '2026-11-29T00:00:00')).toEqual(all('ended'));
});

test('a row that runs counts, and an ended one of the same channel and SKU deletes nothing', () => {
	const ended = row({ fim: at('2026-11-26T12:00').toISO() });
	const next = row({ precoPor: 9, inicio: ended.fim });
	expect(states([ended, next], '2026-11-27')).toEqual([['A', 'running', undefined]]);
	const other = { ...next, idCanalIntegracao: 12 };
	expect(states([ended, other], '2026-11-27').map(([, state]) => state)).toEqual([
		'ended',
		'running',
	]);
});

test('two rows that run at once are one where they agree, and refused where they do not', () => {
	expect(states([row(), row()], '2026-11-27')).toEqual([['A', 'running', undefined]]);
	const told = 'two rows with different prices run at once';
	expect(states([row(), row({ precoPor: 9 }), row({ skuProduto: 'B' })], '2026-11-27')).toEqual([
		['A', 'refused', told],
		['A', 'refused', told],
		['B', 'running', undefined],
	]);
});

test('a row that ends before it begins holds back only itself', () => {
	const backwards = row({ inicio: at('2026-11-29').toISO() });
	expect(states([backwards, row()], '2026-11-27')).toEqual([
		['A', 'refused', 'fim lies before inicio'],
		['A', 'running', undefined],
	]);
});
