import { describe, expect, test } from 'vitest';
import { checkDigitOf, readAccessKey } from '../../nodes/MarketplaceHub/api/values/accessKey.ts';
import { refusalOf } from '../support/refusal.mts';

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

	test.each([
		['as the Id of the XML', `NFe${published}`],
		['in lower case', `nfe${published}`],
		['behind its name', `NF-e: ${published}`],
		['in groups of four', published.replace(/\d{4}/g, '$& ')],
		['with dots, dashes and slashes', '5206-04/33.009.911/0025-06–55.012.000000780.0267301615'],
		['with marks that nobody sees', `\u200b${published}\ufeff`],
	])('a key %s is looked up by its digits', (_how, text) => {
		expect(readAccessKey(text)).toBe(published);
	});

	test.each([
		['a protocol', '135060000000001', '135060000000001'],
		['a protocol with blanks', ' 135 060000000001', '135060000000001'],
		['digits with dots', '135.06', '13506'],
		['a word', 'ABC-1/2', 'ABC-1/2'],
		['a digit too many', `${published}1`, `${published}1`],
		['letters before a wrong key', `X${published.slice(0, 43)}6`, `X${published.slice(0, 43)}6`],
		['letters behind a wrong key', `${published.slice(0, 43)}6X`, `${published.slice(0, 43)}6X`],
		['nothing', '', ''],
	])('%s is looked up as it stands', (_what, text, expected) => {
		expect(readAccessKey(text)).toBe(expected);
	});

	test.each([
		['NFe1234', 4, '1234'],
		[`NFe ${published}1`, 45, `${published}1`],
		['nf-e', 0, ''],
	])('%s names a key, and is refused for its %d digits', (text, count, digits) => {
		const refusal = refusalOf(() => readAccessKey(text));
		expect(refusal.kind).toBe('invalid');
		expect(refusal.message).toBe(
			`Access Key or Protocol (\`chaveAcesso\`) must have 44 digits, got ${count}: '${digits}'`,
		);
		expect(refusal.description).toContain('Copy the whole key again.');
	});

	test('the refusal of a wrong check digit says which one fits the other digits', () => {
		const wrong = `${published.slice(0, 43)}6`;
		const refusal = refusalOf(() => readAccessKey(`NFe${wrong}`));
		expect(refusal.kind).toBe('invalid');
		expect(refusal.message).toBe(
			`Access Key or Protocol (\`chaveAcesso\`) has a wrong check digit: '${wrong}'`,
		);
		expect(refusal.description).toContain('For the other 43 digits the last one must be 5:');
	});
});
