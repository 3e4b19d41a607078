import { describe, expect, test } from 'vitest';
import { fromComparable, toComparable } from '../../nodes/MarketplaceHub/api/sync/reading.ts';

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
		expect(toComparable({ precoPor: value }, prices)).toEqual({ precoPor: cents });
		expect(fromComparable({ precoPor: cents }, prices)).toEqual({ precoPor: cents / 100 });
	});

	test('what is no number is not there', () => {
		expect(toComparable({ precoDe: null, precoPor: 'x', estoque: 3 }, prices)).toEqual({});
	});
});
