import { expect, test } from 'vitest';
import { matchByKey } from '../../nodes/MarketplaceHub/api/send/matchByKey.ts';

const match = (entries: string[], answers: string[]) =>
	matchByKey(entries, answers, String, String);

test('an answer in other capitals belongs to the entry', () => {
	expect(match(['abc', 'X'], ['ABC'])).toEqual({ matched: ['ABC', undefined], unmatched: [] });
});

test('a second answer about an entry is no answer about another one in other capitals', () => {
	expect(match(['abc', 'ABC'], ['ABC', 'ABC'])).toEqual({
		matched: [undefined, 'ABC'],
		unmatched: ['ABC'],
	});
});
