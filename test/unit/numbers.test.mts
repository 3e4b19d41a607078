import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReadByKind, toNumber } from '../../nodes/MarketplaceHub/api/values/numbers.ts';

const kinds = ['money', 'pieces', 'measure'] as const;

/** What a person writes for an amount in cents, in one of the two styles. */
const written = (cents: number, decimal: string, thousands: string) => {
	const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, thousands);
	return `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`;
};

describe('numbers as people, spreadsheets and the hub write them', () => {
	test('an amount with two decimals is read in both styles, grouped or not', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 99_999_999 }),
				fc.constantFrom([',', '.'], ['.', ','], [',', ''], ['.', '']),
				fc.constantFrom('', 'R$', 'R$ ', 'R$\u00a0', ' '),
				(cents, [decimal = '', thousands = ''], before) => {
					const text = `${before}${written(cents, decimal, thousands)} `;
					expect(toNumber(text, 'money')).toBe(cents / 100);
				},
			),
		);
	});

	test('three digits after a single separator are thousands for money and pieces, and decimals for a measure', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 999 }),
				fc.integer({ min: 0, max: 999 }),
				fc.constantFrom('.', ','),
				fc.constantFrom('', 'R$ ', '-'),
				(whole, rest, mark, before) => {
					const decimals = String(rest).padStart(3, '0');
					const text = `${before}${whole}${mark}${decimals}`;
					const sign = before === '-' ? -1 : 1;
					expect(isReadByKind(text)).toBe(true);
					expect(toNumber(text, 'money')).toBe(sign * (whole * 1000 + rest));
					expect(toNumber(text, 'pieces')).toBe(sign * (whole * 1000 + rest));
					expect(toNumber(text, 'measure')).toBe(sign * Number(`${whole}.${decimals}`));
					expect(toNumber(text)).toBe(toNumber(text, 'measure'));
				},
			),
		);
	});

	test.each([
		...['', ' ', 'abc', '.', ',', '12,', 'R$', '12,9,0', '1.2.3', '1,2,3', '1.50.0', '1..5'],
		...['1.50.000', '1,50,000', '1.500.00', '1 500 reais', '--1', 'US$ 12.90', '€ 12,90'],
		...['0x10', 'NaN', 'Infinity', '1e999', '9007199254740993'],
	])('%j stays as it is, so that the check can refuse it', (text) => {
		for (const kind of kinds) expect(toNumber(text, kind)).toBe(text);
	});

	test.each([[null], [undefined], [true], [12], [1.125], [['1']]])(
		'%j is not text and stays as it is',
		(value) => {
			for (const kind of kinds) expect(toNumber(value, kind)).toBe(value);
		},
	);
});
