import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	isReadByKind,
	type NumberKind,
	toNumber,
	twoReadings,
} from '../../nodes/MarketplaceHub/api/values/numbers.ts';
import { typedNumber } from '../../nodes/MarketplaceHub/shared/typedValues.ts';
import { refusalOf } from '../support/refusal.mts';

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
		...['1.50.000', '1,50,000', '1.500.00', '12 34', '0 123', '1\n500', '--1'],
		...['-R$ -1', 'US$ 12.90', '€ 12,90', '12,90 kg', '10 cx'],
		...['0x10', 'NaN', 'Infinity', '1e999', '9007199254740993', '9007199254740993.5'],
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

test.each<[unknown, NumberKind, number]>([
	['1.500.000', 'measure', 1_500_000],
	['1,500,000', 'money', 1_500_000],
	['1.234.567,89', 'measure', 1_234_567.89],
	['1,234,567.89', 'measure', 1_234_567.89],
	['12,5', 'pieces', 12.5],
	['0.500', 'money', 0.5],
	['1234,567', 'money', 1234.567],
	['+12,90', 'money', 12.9],
	['-R$ 1.500,00', 'money', -1500],
	['r$12.90', 'money', 12.9],
	['1.5e3', 'measure', 1500],
	['9007199254740991', 'pieces', 9007199254740991],
	['12,50 BRL', 'money', 12.5],
	['BRL 1.234,50', 'money', 1234.5],
	['12,50 R$', 'money', 12.5],
	['1 500 reais', 'money', 1500],
	['R$ -12,50', 'money', -12.5],
	['\u221212,50', 'money', -12.5],
	['1 234,50', 'money', 1234.5],
	['1\u00a0234.50', 'money', 1234.5],
	['R$ 1\u202f234\u202f567,89', 'money', 1_234_567.89],
	['12 345', 'money', 12_345],
	['1 234', 'pieces', 1234],
	['1 234,5', 'measure', 1234.5],
	['12 un', 'pieces', 12],
	['1.250 UNID.', 'pieces', 1250],
	['3 peças', 'pieces', 3],
	['10 pçs.', 'pieces', 10],
])('%j as %s is %d', (value, kind, expected) => {
	expect(toNumber(value, kind)).toBe(expected);
});

describe('a price with three digits behind a comma', () => {
	test.each<[string, number, number]>([
		['1,500', 1500, 1.5],
		['12,345', 12_345, 12.345],
		[' R$ 999,000 ', 999_000, 999],
		['1,500 BRL', 1500, 1.5],
	])('%j may mean %d or %d', (value, thousands, decimals) => {
		expect(twoReadings(value)).toEqual([thousands, decimals]);
	});

	test.each<[unknown]>([
		...[['1.500'], ['12,90'], ['0,500'], ['1234,500'], ['1,500,000'], ['1,500.00'], ['1.500,00']],
		...[['1500'], ['abc'], ['abc 1,500'], [''], [1500], [1.5], [null], [undefined], [['1,500']]],
	] as [unknown][])('%j is none, or can be read in one way only', (value) => {
		expect(twoReadings(value)).toBeUndefined();
	});
});

test('the unit behind pieces leaves them to be read by kind', () => {
	expect(isReadByKind('1.500 un.')).toBe(true);
});

test.each([
	...['1500', '12,90', '1234.567', '0,500', '1.500.000', '1.500,00', 'abc', '', 'R$'],
	...['Caneca 1.500', '1.500 g', '1 500', '1 500,00'],
])('%j is the same number in each unit, or none', (text) => {
	expect(isReadByKind(text)).toBe(false);
});

describe('a number in a text field', () => {
	test.each<[unknown, Parameters<typeof typedNumber>[2], number]>([
		['10', undefined, 10],
		[10, undefined, 10],
		[' 2,5 ', undefined, 2.5],
		['-3', undefined, -3],
		['0', { least: 0 }, 0],
		['0,5', { least: 0 }, 0.5],
		['1.500', {}, 1.5],
		['1.500', { counts: 'pieces' }, 1500],
	])('%j is read, under the rules %j, as %d', (value, rules, expected) => {
		expect(typedNumber('days', value, rules)).toBe(expected);
	});

	test.each<[unknown, Parameters<typeof typedNumber>[2], string]>([
		['dois', undefined, 'Days (`days`) must be a number, got "dois"'],
		['', undefined, 'Days (`days`) must be a number, got ""'],
		[undefined, undefined, 'Days (`days`) must be a number, got undefined'],
		[true, undefined, 'Days (`days`) must be a number, got true'],
		[['1'], undefined, 'Days (`days`) must be a number, got ["1"]'],
		[NaN, undefined, 'Days (`days`) must be a number, got null'],
		[Infinity, undefined, 'Days (`days`) must be a number, got null'],
		['dois', { least: 0 }, 'Days (`days`) must be a number from 0, got "dois"'],
		['-1', { least: 0 }, 'Days (`days`) must be a number from 0, got "-1"'],
		[-0.5, { least: 0 }, 'Days (`days`) must be a number from 0, got -0.5'],
	])('%j is refused, under the rules %j', (value, rules, message) => {
		expect(refusalOf(() => typedNumber('days', value, rules))).toMatchObject({
			kind: 'invalid',
			message,
			description: 'Enter a number such as 10, or check what its expression gives.',
		});
	});

	test('its refusal gives the advice of the field', () => {
		const { description } = refusalOf(() => typedNumber('days', 'x', { advice: 'Look at Days.' }));
		expect(description).toBe('Look at Days.');
	});
});
