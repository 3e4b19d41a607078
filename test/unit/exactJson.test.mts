import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	stringifyJson,
	tryParseExactJson,
	tryParseJson,
} from '../../nodes/MarketplaceHub/api/values/json.ts';

/** Numbers as JSON allows them, of any length. */
const digits = fc.stringMatching(/^(0|[1-9]\d{0,40})$/);
const number = fc
	.tuple(
		fc.constantFrom('', '-'),
		digits,
		fc.option(fc.stringMatching(/^\d{1,30}$/)),
		fc.option(fc.stringMatching(/^[+-]?\d{1,3}$/)),
	)
	.map(([sign, whole, fraction, exponent]) => {
		const decimals = fraction === null ? '' : `.${fraction}`;
		return `${sign}${whole}${decimals}${exponent === null ? '' : `e${exponent}`}`;
	});

/** Sign, digits and power of ten: alike for `1.50` and `15e-1`. */
function exact(token: string): string {
	const [mantissa = '', power = '0'] = token.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
	const all = BigInt(whole + fraction);
	if (all === 0n) return '0';
	const text = String(all);
	const significant = text.replace(/0+$/, '');
	const exponent = Number(power) - fraction.length + text.length - significant.length;
	return `${token.startsWith('-') ? '-' : ''}${significant}e${exponent}`;
}

test('every number of a JSON text that is to be sent keeps its value to the last digit', () => {
	fc.assert(
		fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
			const text = `{"lista":[${numbers.join(', ')}],"texto":"${numbers.join(' ')}"}`;
			const sent = stringifyJson(tryParseExactJson(text)!.value);
			const [, list = ''] = /"lista":\[(.*?)\]/.exec(sent)!;
			expect(list.split(',').map(exact)).toEqual(numbers.map(exact));
			expect(sent).toContain(`"texto":"${numbers.join(' ')}"`);
		}),
	);
});

test('whatever holds no such number is read as JSON.parse reads it, in both directions', () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			const plain: unknown = JSON.parse(text);
			expect(JSON.parse(stringifyJson(tryParseExactJson(text)!.value))).toEqual(plain);
			if (!/\d{16}/.test(text)) expect(tryParseJson(text)!.value).toEqual(plain);
		}),
	);
});

test('text that no parser takes is no value', () => {
	for (const text of ['', '{', '01', '1.', '"', '{"a":9007199254740993,']) {
		expect(tryParseExactJson(text)).toBeUndefined();
	}
});
