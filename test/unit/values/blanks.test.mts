import { describe, expect, test } from 'vitest';
import {
	isBlank,
	trimmed,
	withoutBlanks,
} from '../../../nodes/MarketplaceHub/api/values/blanks.ts';

test.each<[unknown, boolean]>([
	[null, true],
	[undefined, true],
	['', true],
	[' \n\u00a0\u200b', true],
	['.', false],
	[' a ', false],
	[0, false],
	[false, false],
	[NaN, false],
	[[], false],
	[{}, false],
])('%j counts as left out: %s', (value, expected) => {
	expect(isBlank(value)).toBe(expected);
});

describe('blanks', () => {
	test.each<[unknown, unknown]>([
		[' a b ', 'a b'],
		['\u200b\u00a0a\n', 'a'],
		['a', 'a'],
		['', ''],
		[' \n ', ''],
		[' 👍 ', '👍'],
	])('around %j are left away: %j', (value, expected) => {
		expect(trimmed(value)).toBe(expected);
	});

	test.each<[unknown]>([[7], [null], [undefined], [true], [[' a ']]])(
		'are looked for in text only: %j stays',
		(value) => {
			expect(trimmed(value)).toBe(value);
		},
	);

	test.each([
		[' 789 1000\u00a0315507\u200b', '7891000315507'],
		['a', 'a'],
		[' ', ''],
	])('anywhere in %j are left away: %j', (text, expected) => {
		expect(withoutBlanks(text)).toBe(expected);
	});
});
