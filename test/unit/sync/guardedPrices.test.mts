import { expect, test } from 'vitest';
import type { Comparable } from '../../../nodes/MarketplaceHub/api/snapshot/comparable.ts';
import {
	brl,
	somePrice,
	someShare,
} from '../../../nodes/MarketplaceHub/actions/sync/guards/guardedPrices.ts';
import { percent } from '../../../nodes/MarketplaceHub/actions/sync/guards/shares.ts';

/* The prices of a row, in cents. */

const pricesIn = (before: Comparable | undefined, after: Comparable) => {
	const found: unknown[] = [];
	somePrice({ before, after }, ({ field, is, was, isOfProduct, nameOf }) => {
		found.push([nameOf(field), is, was, isOfProduct]);
		return false;
	});
	return found;
};

test('cents as BRL and shares for messages', () => {
	expect([brl(1234), brl(5), percent(33.333), percent(50)]).toEqual([
		'12,34',
		'0,05',
		'33,3 %',
		'50 %',
	]);
});

test.each<[string, Comparable | undefined, Comparable, unknown[]]>([
	[
		'beside that of the hub',
		{ precoDe: 300, precoPor: 200 },
		{ precoDe: 400, precoPor: 100 },
		[
			['`precoDe`', 400, 300, false],
			['`precoPor`', 100, 200, false],
		],
	],
	['where the hub has none', undefined, { precoPor: 100 }, [['`precoPor`', 100, 0, true]]],
	['where the hub has 0', { precoPor: 0 }, { precoPor: 100 }, [['`precoPor`', 100, 0, true]]],
	[
		'for media beside the usual one',
		{ precoPor: 200 },
		{ precoPorMidia: 100 },
		[['`precoPorMidia`', 100, 200, true]],
	],
	[
		'for media beside its own',
		{ precoPor: 200, precoPorMidia: 150 },
		{ precoPorMidia: 100 },
		[['`precoPorMidia`', 100, 150, false]],
	],
	['but nothing that is no price', { altura: 1 }, { altura: 2, meuprecoDe: 1, precoDeX: 1 }, []],
])('a price %s', (_what, before, after, found) => {
	expect(pricesIn(before, after)).toEqual(found);
});

test('prices of variations are compared with their own, else with those of the product', () => {
	const variacoes = (records: Record<string, Comparable>) => new Map(Object.entries(records));
	const before = {
		precoPor: 200,
		variacoes: variacoes({ M: { precoPor: 190 }, G: { precoPor: 0 } }),
	};
	const after = {
		variacoes: variacoes({
			M: { precoPor: 100 },
			G: { precoPor: 100 },
			N: { precoPor: 100, precoPorMidia: 90 },
		}),
	};
	expect(pricesIn(before, after)).toEqual([
		['`variacoes[M].precoPor`', 100, 190, false],
		['`variacoes[G].precoPor`', 100, 200, true],
		['`variacoes[N].precoPor`', 100, 200, true],
		['`variacoes[N].precoPorMidia`', 90, 200, true],
	]);
});

test('the first price of which something is said ends the look', () => {
	const after = { precoDe: 2, precoPor: 1 };
	expect(somePrice({ after }, ({ field }) => field)).toBe('precoDe');
	expect(somePrice({ after }, ({ field }) => field === 'precoPor' && field)).toBe('precoPor');
	expect(somePrice({ after }, () => false)).toBeUndefined();
});

const low = '`precoPor` 1,00 is 50 % of `precoDe` 2,00';
test.each<[string, Comparable, Comparable, string | undefined]>([
	['both new', {}, { precoDe: 200, precoPor: 100 }, low],
	['the other one of the hub', { precoDe: 200 }, { precoPor: 100 }, low],
	['the price before discount changes', { precoPor: 100 }, { precoDe: 200 }, low],
	[
		'for media',
		{},
		{ precoDeMidia: 200, precoPorMidia: 100 },
		'`precoPorMidia` 1,00 is 50 % of `precoDeMidia` 2,00',
	],
	['no price before discount', {}, { precoPor: 100 }, undefined],
	['a price before discount of 0', { precoDe: 0 }, { precoPor: 100 }, undefined],
	['no selling price', {}, { precoDe: 100 }, undefined],
	['a selling price of 0', { precoPor: 0 }, { precoDe: 100 }, undefined],
])('the share of a selling price: %s', (_what, before, after, said) => {
	expect(someShare({ before, after }, () => true)).toBe(said);
	expect(someShare({ before, after }, () => false)).toBeUndefined();
	const shares: number[] = [];
	someShare({ before, after }, (share) => shares.push(share) === 0);
	expect(new Set(shares)).toEqual(new Set(said === undefined ? [] : [50]));
});
