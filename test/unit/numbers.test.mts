import { describe, expect, test } from 'vitest';
import { stringifyJson, tryParseJson } from '../../nodes/MarketplaceHub/api/values/json.ts';
import { toNumber } from '../../nodes/MarketplaceHub/api/values/numbers.ts';

describe('numbers as people and spreadsheets write them', () => {
	test.each([
		['12.90', 12.9],
		['12,90', 12.9],
		['1.234,56', 1234.56],
		['1.234.567,89', 1234567.89],
		['-3,5', -3.5],
		[' 7 ', 7],
		['0', 0],
		['.5', 0.5],
		['1e3', 1000],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
	])('%j is %d', (text, number) => {
		expect(toNumber(text)).toBe(number);
	});

	test.each([
		'',
		' ',
		'abc',
		'1.234.567',
		'12,9,0',
		'1,234.56',
		'R$ 12,90',
		'0x10',
		'NaN',
		'Infinity',
		'1e999',
		'9007199254740993',
		'--1',
	])('%j stays as it is, so that the check can refuse it', (text) => {
		expect(toNumber(text)).toBe(text);
	});

	test.each([[null], [undefined], [true], [12], [['1']]])(
		'%j is not text and stays as it is',
		(value) => {
			expect(toNumber(value)).toBe(value);
		},
	);
});

describe('whole numbers beyond 2^53-1', () => {
	test('are sent with all their digits', () => {
		expect(stringifyJson({ idInterno: 999999999999999999n, list: [1n, -9007199254740993n] })).toBe(
			'{"idInterno":999999999999999999,"list":[1,-9007199254740993]}',
		);
	});

	test('text that looks like the inner marker of an exact number stays text', () => {
		const odd = { a: '\u0000exact:12', b: '"\\u0000exact:12"', c: 'exact:12' };
		expect(JSON.parse(stringifyJson(odd))).toEqual(odd);
	});

	test('come out of answers as text instead of rounded; everything else is as JSON.parse reads it', () => {
		const json =
			'{"a":999999999999999999,"b":-9007199254740993,"c":9007199254740991,"d":1234567890123456.5,"e":1e20,"f":"id 999999999999999999","g":"\\"1111111111111111\\\\"}';
		expect(tryParseJson(json)?.value).toEqual({
			...(JSON.parse(json) as object),
			a: '999999999999999999',
			b: '-9007199254740993',
		});
	});

	test('malformed JSON is no value', () => {
		expect(tryParseJson('{"a":')).toBeUndefined();
		expect(tryParseJson('{"a":9007199254740993,')).toBeUndefined();
	});
});
