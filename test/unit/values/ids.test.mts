import { expect, test } from 'vitest';
import {
	isNumericId,
	plainId,
	positiveDigits,
	withoutZeros,
} from '../../../nodes/MarketplaceHub/api/values/ids.ts';

const longest = '9'.repeat(18);

test.each([
	['1', true],
	['0', true],
	['0012', true],
	[longest, true],
	[`${longest}9`, false],
	['', false],
	['queue', false],
	['12a', false],
	['a12', false],
	[' 12', false],
	['-1', false],
	['1.5', false],
])('%j is an ID of the hub: %s', (text, expected) => {
	expect(isNumericId(text)).toBe(expected);
});

test.each([
	['007', '7'],
	['0', '0'],
	['000', '0'],
	['1001', '1001'],
	['A-007', 'A-007'],
	['0A7', '0A7'],
	['00A7', '0A7'],
	['', ''],
])('%j has no zeros in front of its digits as %j', (text, expected) => {
	expect(withoutZeros(text)).toBe(expected);
});

test.each<[unknown, string | undefined]>([
	[12, '12'],
	['0012', '12'],
	[' 12 ', '12'],
	[123456789012345678n, '123456789012345678'],
	[`000${longest}`, longest],
	[`${longest}9`, undefined],
	[0, undefined],
	['000', undefined],
	[-1, undefined],
	[1.5, undefined],
	['12 a', undefined],
	['', undefined],
	[null, undefined],
])('the digits of the whole number %s are %s', (value, expected) => {
	expect(positiveDigits(value)).toBe(expected);
});

test.each<[unknown, unknown]>([
	['1001', 1001],
	['1001', ' 0001001 '],
	['ml-7a', 'ML-7A'],
	['caf\u00e9', 'CAFE\u0301'],
	['0', '000'],
])('%j and %j are the same ID', (one, other) => {
	expect(plainId(one)).toBe(plainId(other));
	expect(plainId(one)).toBe(one);
});

test.each<[unknown, unknown]>([
	['1001', '10010'],
	['100', '1'],
	['ML-7', 'ML-07'],
	['A 1', 'A1'],
])('%j and %j are two IDs', (one, other) => {
	expect(plainId(one)).not.toBe(plainId(other));
});
