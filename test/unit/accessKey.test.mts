import { describe, expect, test } from 'vitest';
import { checkDigitOf, readAccessKey } from '../../nodes/MarketplaceHub/api/values/accessKey.ts';

/** A real, published NF-e key (manual of the NF-e, annex: key composition) and keys made by hand. */
const published = '52060433009911002506550120000007800267301615';

describe('NF-e access key', () => {
	test('a published key has the right check digit', () => {
		expect(checkDigitOf(published.slice(0, 43))).toBe(5);
		expect(readAccessKey(published)).toBe(published);
	});

	test('a remainder of 0 or 1 gives the digit 0', () => {
		// only the last of the 43 digits counts (weight 2), then the next (weight 3)
		expect(checkDigitOf('0'.repeat(43))).toBe(0);
		expect(checkDigitOf(`${'0'.repeat(42)}6`)).toBe(0); // 12 mod 11 = 1
		expect(checkDigitOf(`${'0'.repeat(42)}1`)).toBe(9); // 11 - 2
	});

	test('every single mistyped digit is found', () => {
		for (let place = 0; place < 43; place++) {
			const wrong = `${published.slice(0, place)}${(Number(published[place]) + 1) % 10}${published.slice(place + 1)}`;
			// modulo 11 leaves 0 and 1 alike: such a pair of keys shares the digit 0, never another one
			if (checkDigitOf(wrong.slice(0, 43)) === 5) throw new Error(`digit ${place} is not covered`);
			expect(() => readAccessKey(wrong), `digit ${place}`).toThrow(/check digit/);
		}
	});
});
