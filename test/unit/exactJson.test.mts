import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	fromJson,
	stringifyJson,
	tryParseExactJson,
	tryParseJson,
} from '../../nodes/MarketplaceHub/api/values/json.ts';

/** Whole numbers as JSON allows them, of any length: by default fast-check keeps them short. */
const number = fc.stringMatching(/^-?(0|[1-9]\d{0,40})$/, { size: 'max' });

test('every integer of a JSON text is sent with all its digits', () => {
	fc.assert(
		fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
			const text = `{"lista":[${numbers.join(', ')}],"texto":"${numbers.join(' ')}"}`;
			const sent = stringifyJson(tryParseExactJson(text)!.value);
			const [, list = ''] = /"lista":\[(.*?)\]/.exec(sent)!;
			expect(list.split(',').map(BigInt)).toEqual(numbers.map(BigInt));
			expect(sent).toContain(`"texto":"${numbers.join(' ')}"`);
		}),
	);
});

test('JSON without large integers is read and written as by JSON.parse', () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			const plain: unknown = JSON.parse(text);
			expect(JSON.parse(stringifyJson(tryParseExactJson(text)!.value))).toEqual(plain);
			if (!/\d{16}/.test(text)) expect(tryParseJson(text)!.value).toEqual(plain);
		}),
	);
});

test('every large integer of an answer is found, wherever it stands and whatever stands before it', () => {
	const around = fc.oneof(fc.string(), fc.stringMatching(/^[\d":,.\\ -]{0,60}$/));
	fc.assert(
		fc.property(
			around,
			fc.nat(40),
			number,
			fc.constantFrom('', ' ', '\n\t'),
			(text, length, digits, gap) => {
				const list = `[${gap}${JSON.stringify(text + '9'.repeat(length))},${gap}${digits}${gap},1]`;
				const read = Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
				expect(tryParseJson(list)!.value).toEqual([text + '9'.repeat(length), read, 1]);
			},
		),
		{ numRuns: 2_000 },
	);
});

test('text that is not JSON has no value', () => {
	for (const text of ['', '{', '01', '1.', '"', '{"a":9007199254740993,']) {
		expect(tryParseExactJson(text)).toBeUndefined();
	}
});

test('text that looks like the inner marker of an exact number stays text', () => {
	const odd = { a: '\u0000exact:12', b: '"\\u0000exact:12"', c: 'exact:12' };
	expect(JSON.parse(stringifyJson(odd))).toEqual(odd);
});

describe('a large whole number of an answer', () => {
	test.each<[string, unknown]>([
		['9007199254740993', '9007199254740993'],
		['-9007199254740993', '-9007199254740993'],
		['{"id":9007199254740993}', { id: '9007199254740993' }],
		['{"id": 123456789012345678 }', { id: '123456789012345678' }],
		['[1,12345678901234567890]', [1, '12345678901234567890']],
		['[\n12345678901234567890\n]', ['12345678901234567890']],
	])('is read with all its digits from %j', (text, expected) => {
		expect(tryParseJson(text)).toEqual({ value: expected });
	});

	test.each<[string, string]>([
		['that is exact', '{"id":9007199254740991,"menos":-9007199254740991}'],
		['with decimals', '{"peso":0.12345678901234567890,"preco":1234567890123456.5}'],
		['with a power of ten', '[1234567890123456789e5,1]'],
		['in a text', '{"texto":"9007199254740993, \\"id\\": 9007199254740993","id":1234567890123456}'],
	])('stays a number or text %s', (_what, text) => {
		expect(tryParseJson(text)).toEqual({ value: JSON.parse(text) as unknown });
	});
});

describe('a large whole number that a user gives', () => {
	test.each([
		['{"id":9007199254740993}', '{"id":9007199254740993}'],
		['[ -12345678901234567890, 1.50 ]', '[-12345678901234567890,1.5]'],
		[
			'{"id":"9007199254740993","n":9007199254740993}',
			'{"id":"9007199254740993","n":9007199254740993}',
		],
	])('is sent with all its digits: %s', (text, sent) => {
		expect(stringifyJson(tryParseExactJson(text)!.value)).toBe(sent);
	});

	test('counts as the number that it is', () => {
		expect(fromJson('{"id":9007199254740993,"nome":"a"}')).toEqual({
			id: 9007199254740993n,
			nome: 'a',
		});
	});
});

describe('the text of a field', () => {
	test.each<[unknown, unknown]>([
		['["a","b"]', ['a', 'b']],
		['7', 7],
		['""', ''],
		['Caneca', 'Caneca'],
		['{a:1}', '{a:1}'],
		['', ''],
		[7, 7],
		[undefined, undefined],
		[['7'], ['7']],
	])('%j counts as %j', (value, expected) => {
		expect(fromJson(value)).toEqual(expected);
	});
});
