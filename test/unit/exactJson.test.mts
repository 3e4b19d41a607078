import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	stringifyJson,
	tryParseExactJson,
	tryParseJson,
} from '../../nodes/MarketplaceHub/api/values/json.ts';

/** Whole numbers as JSON allows them, of any length. */
const number = fc.stringMatching(/^-?(0|[1-9]\d{0,40})$/);

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

test('text that is not JSON has no value', () => {
	for (const text of ['', '{', '01', '1.', '"', '{"a":9007199254740993,']) {
		expect(tryParseExactJson(text)).toBeUndefined();
	}
});

test('text that looks like the inner marker of an exact number stays text', () => {
	const odd = { a: '\u0000exact:12', b: '"\\u0000exact:12"', c: 'exact:12' };
	expect(JSON.parse(stringifyJson(odd))).toEqual(odd);
});
