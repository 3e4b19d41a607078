import { describe, expect, test } from 'vitest';
import { reasonToHold, reasonToHoldRun } from '../../nodes/MarketplaceHub/api/sync/guards.ts';
import { inFilters } from '../../nodes/MarketplaceHub/api/sync/readCustomizedPrices.ts';
import { planSync } from '../../nodes/MarketplaceHub/api/sync/plan.ts';
import { fromStored, toStored } from '../../nodes/MarketplaceHub/api/sync/stored.ts';

const prices = { precoDe: 'cents', precoPor: 'cents' } as const;

describe('values as the hub stores them', () => {
	test.each([
		['12,90', 1290],
		['12.9', 1290],
		[12.9, 1290],
		[12.899999999999999, 1290],
		[1.005, 101],
		[0.1 + 0.2, 30],
		[999999.99, 99999999],
	])('%s is %i cents', (value, cents) => {
		expect(toStored({ precoPor: value }, prices)).toEqual({ precoPor: cents });
		expect(fromStored({ precoPor: cents }, prices)).toEqual({ precoPor: cents / 100 });
	});

	test('what is no number is not there', () => {
		expect(toStored({ precoDe: null, precoPor: 'x', estoque: 3 }, prices)).toEqual({});
	});
});

describe('guards', () => {
	const change = (before: number | undefined, after: number) => ({
		key: 'A',
		before: before === undefined ? undefined : { precoPor: before },
		after: { precoPor: after },
	});

	test.each([
		[1000, 1500, false],
		[1000, 1501, true],
		[1000, 500, false],
		[1000, 499, true],
		[0, 900, false],
		[undefined, 900, false],
	])('a price from %s to %i cents is held: %s', (before, after, held) => {
		expect(reasonToHold(change(before, after), { priceChange: 50 }) !== undefined).toBe(held);
	});

	test('a guard that is off holds nothing', () => {
		expect(reasonToHold(change(1000, 1), {})).toBeUndefined();
		const all = { compared: 100, changing: 100, toZero: 100, whole: { named: 0, inHub: 100 } };
		expect(reasonToHoldRun(all, {})).toBeUndefined();
	});

	test.each([
		[9, 9, false],
		[10, 2, false],
		[10, 3, true],
		[100, 20, false],
		[100, 21, true],
	])('of %i entries %i to zero: held %s', (compared, toZero, held) => {
		const reason = reasonToHoldRun({ compared, changing: toZero, toZero }, { zeroShare: 20 });
		expect(reason !== undefined).toBe(held);
	});

	test('an empty hub has no incomplete list', () => {
		const numbers = { compared: 0, changing: 0, toZero: 0, whole: { named: 0, inHub: 0 } };
		expect(reasonToHoldRun(numbers, { wholeShare: 50 })).toBeUndefined();
	});
});

test('a held run keeps the reasons of entries that are held anyway, and sends nothing', () => {
	const ten = Array.from({ length: 10 }, (_, index) => `K${index}`);
	const hub = new Map(ten.map((key) => [key, { precoPor: 1000 }]));
	const wanted = new Map(ten.map((key, index) => [key, { precoPor: index === 0 ? 9000 : 1100 }]));
	const guards = { priceChange: 50, changeShare: 10 };
	const { decisions, changes, held } = planSync({ wanted, hub, createsMissing: false, guards });
	expect(changes).toEqual([]);
	expect(held).toContain('10 of 10 entries (100 %) would change');
	expect(decisions.get('K0')).toMatchObject({ status: 'held', reason: expect.any(String) });
	expect(decisions.get('K1')).not.toHaveProperty('reason');
});

test('filters stay short enough for an address, and leave out what would split them', () => {
	const skus = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(250, 'Ç'));
	const filters = inFilters([...skus, 'A|B']);
	expect(filters.flatMap((filter) => filter.split('|'))).toEqual(skus);
	for (const filter of filters.filter((each) => each.includes('|')))
		expect(encodeURIComponent(filter).length).toBeLessThanOrEqual(1_500);
	expect(inFilters(['A', 'B'])).toEqual(['A|B']);
	expect(inFilters([])).toEqual([]);
});
