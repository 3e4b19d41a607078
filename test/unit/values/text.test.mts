import { describe, expect, test } from 'vitest';
import {
	holdsHalfCharacter,
	listed,
	printable,
	shortDetails,
	shorten,
	withoutStop,
} from '../../../nodes/MarketplaceHub/api/values/text.ts';
import { inWords } from '../../../nodes/MarketplaceHub/api/values/amounts.ts';

test.each([
	['Caneca azul 👍 nº 1', 'Caneca azul 👍 nº 1'],
	['a\nb\tc\rd', 'a b c d'],
	['a\r\nb', 'a b'],
	['a\u2028b\u2029c', 'a b c'],
	['a\u0000b\u001bc', 'a\ufffdb\ufffdc'],
	['a\u202eb\u200bc', 'a\ufffdb\ufffdc'],
	['a\ud83d', 'a\ufffd'],
])('%j is shown on one line, with marks for what nobody sees', (text, shown) => {
	expect(printable(text)).toBe(shown);
});

test.each([
	['👍', false],
	['a ç 字', false],
	['', false],
	['a\ud83d', true],
	['\udc4d', true],
])('%j holds half of a character: %s', (text, expected) => {
	expect(holdsHalfCharacter(text)).toBe(expected);
});

describe('a long text is cut', () => {
	test.each([
		['abcde', 5, 'abcde'],
		['abcdef', 5, 'abcd…'],
		['abcdefghij', 5, 'abcd…'],
		['a\r\nbcd', 5, 'a bcd'],
		['ab👍cd', 4, 'ab…'],
		['', 5, ''],
	])('%j to %d characters: %j', (text, most, expected) => {
		expect(shorten(text, most)).toBe(expected);
	});
});

test.each([
	['Falhou.', 'Falhou'],
	['Falhou. ', 'Falhou'],
	['Falhou ...', 'Falhou'],
	['Falhou', 'Falhou'],
	['Sr. Silva falhou', 'Sr. Silva falhou'],
	['Falhou!', 'Falhou!'],
	['.', ''],
])('%j is %j without its full stop', (text, expected) => {
	expect(withoutStop(text)).toBe(expected);
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a list in a message', () => {
	test.each<[Iterable<unknown>, string]>([
		[[], ''],
		[['a'], 'a'],
		[['a', 'b', 'c'], 'a, b, c'],
		[['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
		[numbers(10), '1, 2, 3 and 7 more'],
		[new Set([1, 2]), '1, 2'],
		[new Map([[1, 'a']]).values(), 'a'],
	])('%# names three at most: %s', (values, expected) => {
		expect(listed(values, 3)).toBe(expected);
	});

	test('names twenty where nothing else is said', () => {
		expect(listed(numbers(20))).toBe(numbers(20).join(', '));
		expect(listed(numbers(23))).toBe(`${numbers(20).join(', ')} and 3 more`);
	});
});

describe('details of a message', () => {
	test('are twenty at most, and then how many more there are', () => {
		expect(shortDetails(numbers(20))).toEqual(numbers(20).map(String));
		expect(shortDetails(numbers(21))).toEqual([...numbers(20).map(String), 'and 1 more']);
	});

	test.each([
		[[], []],
		[
			['a', 'b'],
			['A', 'B'],
		],
		[
			['a', 'b', 'c', 'd'],
			['A', 'B', 'and 2 more'],
		],
	])('%j are shown in their words as %j', (details, expected) => {
		expect(shortDetails(details, (detail) => detail.toUpperCase(), 2)).toEqual(expected);
	});

	test('are cut after 300 characters and stay on one line', () => {
		const [long, lines] = shortDetails(['x'.repeat(301), 'a\nb']);
		expect(long).toBe(`${'x'.repeat(299)}…`);
		expect(lines).toBe('a b');
	});
});

test.each([
	[0, '0 seconds'],
	[1, '1 second'],
	[1_000, '1 second'],
	[1_001, '2 seconds'],
	[59_000, '59 seconds'],
	[59_001, '1 minute'],
	[59_500, '1 minute'],
	[60_000, '1 minute'],
	[62_000, '1 minute'],
	[63_000, '1,1 minutes'],
	[90_000, '1,5 minutes'],
	[300_000, '5 minutes'],
	[3_570_000, '59,5 minutes'],
	[3_599_000, '60 minutes'],
])('%d ms are %s', (ms, words) => {
	expect(inWords(ms)).toBe(words);
});
