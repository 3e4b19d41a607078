import { describe, expect, test } from 'vitest';
import { readAccessKey } from '../../nodes/MarketplaceHub/api/values/accessKey.ts';
import { checkDigitOf } from '../../nodes/MarketplaceHub/api/values/checkDigit.ts';
import { refusalOf } from '../support/refusal.mts';

/** A real, published NF-e key (manual of the NF-e, annex: key composition) and keys made by hand. */
const published = '52060433009911002506550120000007800267301615';
const other = `1${published.slice(1, 43)}`.concat('3');

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
		['as the attribute of the XML', `Id="NFe${published}"`],
		['as the element of the XML', `<chNFe>${published}</chNFe>`],
		['behind its label', `Chave de acesso: ${published.replace(/\d{4}/g, '$& ')}`],
		['behind a word', `Chave ${published}`],
		['in quotation marks', `"${published}"`],
		['in an address', `https://nfe.example.org/2?chNFe=${published}&nVersao=100`],
		['in the text of a QR code', `https://nfce.example.org/q?p=${published}|2|1|1|0123456789`],
		['with marks that nobody sees', `\u200b${published}\ufeff`],
	])('a key %s is looked up by its digits', (_how, text) => {
		expect(readAccessKey(text)).toBe(published);
	});

	test.each([
		['a protocol', '135060000000001', '135060000000001'],
		['a protocol with blanks', ' 135 060000000001', '135060000000001'],
		['a protocol behind its label', 'Protocolo: 135060000000001', '135060000000001'],
		['two keys', `${published} e ${other}`, `${published}e${other}`],
		['digits with dots', '135.06', '13506'],
		['a word', 'ABC-1/2', 'ABC-1/2'],
		['forty letters', 'X'.repeat(40), 'X'.repeat(40)],
		['nothing', '', ''],
		['a dash', '-', '-'],
	])('%s is looked up as it stands', (_what, text, expected) => {
		expect(readAccessKey(text)).toBe(expected);
	});

	test.each([
		['NFe1234', 4, '1234'],
		[`Id="NFe${published.slice(1)}"`, 43, published.slice(1)],
		[`NFe ${published}1`, 45, `${published}1`],
		['nf-e', 0, ''],
		[`${published}1`, 45, `${published}1`],
		[`X${published}`, 45, `X${published}`],
		[`${published}x`, 45, `${published}X`],
	])('%s names a key, and is refused for its %d digits', (text, count, digits) => {
		const refusal = refusalOf(() => readAccessKey(text));
		expect(refusal.kind).toBe('invalid');
		expect(refusal.message).toBe(
			`Access Key or Protocol (\`chaveAcesso\`) must have 44 characters, got ${count}: '${digits}'`,
		);
		expect(refusal.description).toContain('Copy the whole key again.');
	});

	describe('with letters in the CNPJ', () => {
		// code less 48, weights 2 to 9: worked out by hand for 12ABC34501DE35, the example of the NT
		const body = '35260712ABC34501DE35550010000001231000001234'.slice(0, 43);
		const letters = body + String(checkDigitOf(body));

		test.each([
			['as it is', letters],
			['behind NFe, in small letters', `NFe${letters.toLowerCase()}`],
			['in groups of four', letters.replace(/.{4}/g, '$& ')],
			["with the CNPJ's mask", '3526 07 12.ABC.345/01DE-35 ' + letters.slice(20)],
		])('%s it is looked up plain and in capitals', (_how, text) => {
			expect(readAccessKey(text)).toBe(letters);
		});

		test('a wrong check digit, a character too few or too many, and a letter in a wrong place are refused', () => {
			const right = Number(letters.at(-1));
			const wrong = body + String((right + 1) % 10);
			expect(refusalOf(() => readAccessKey(wrong)).description).toContain(`must be ${right}`);
			for (const other of [letters.slice(1), `${letters}1`, body])
				expect(refusalOf(() => readAccessKey(other)).message).toContain('must have 44 characters');
			for (const place of [0, 5, 18, 19, 30, 43]) {
				const misplaced = `${letters.slice(0, place)}O${letters.slice(place + 1)}`;
				expect(refusalOf(() => readAccessKey(misplaced)).message).toContain('has a letter where');
			}
		});
	});

	test.each(['3,52608E+43', '3.52608e+43', '1,12223E+13', '3E+43'])(
		'%s, cut by a spreadsheet, is refused',
		(text) => {
			expect(refusalOf(() => readAccessKey(text)).message).toContain('that a spreadsheet has cut');
		},
	);

	test('the refusal of a wrong check digit says which one fits the other digits', () => {
		const wrong = `${published.slice(0, 43)}6`;
		const refusal = refusalOf(() => readAccessKey(`NFe${wrong}`));
		expect(refusal.kind).toBe('invalid');
		expect(refusal.message).toBe(
			`Access Key or Protocol (\`chaveAcesso\`) has a wrong check digit: '${wrong}'`,
		);
		expect(refusal.description).toContain('For the other 43 characters the last one must be 5:');
	});
});
