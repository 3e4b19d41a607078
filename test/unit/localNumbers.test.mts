import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	NumberColumns,
	readNumberText,
	type NumberText,
} from '../../nodes/MarketplaceHub/api/values/numbers.ts';

const valueOf = (text: string) => {
	const read = readNumberText(text);
	return read !== undefined && 'value' in read ? read.value : read;
};

/** What a person writes for an amount in cents, in one of the two styles. */
const written = (
	cents: number,
	[decimal, thousands]: readonly [string, string],
	group: boolean,
) => {
	const whole = String(Math.floor(cents / 100));
	const grouped = group ? whole.replace(/\B(?=(\d{3})+$)/g, thousands) : whole;
	return `${grouped}${decimal}${String(cents % 100).padStart(2, '0')}`;
};
const brazilian = [',', '.'] as const;
const english = ['.', ','] as const;
const cents = fc.integer({ min: 1, max: 99_999_999 });

describe('an amount with two decimals is read as it is', () => {
	test('in both styles, grouped or not, with R$ or blanks around it', () => {
		fc.assert(
			fc.property(
				cents,
				fc.constantFrom(brazilian, english),
				fc.boolean(),
				fc.constantFrom('', 'R$', 'R$ ', 'R$\u00a0', ' '),
				(amount, style, group, before) => {
					expect(valueOf(`${before}${written(amount, style, group)} `)).toBe(amount / 100);
				},
			),
		);
	});

	test.each([
		['1.500.000', 1_500_000],
		['R$ 1,234,567', 1_234_567],
		['-12.345.678', -12_345_678],
	])('groups of three digits in a row are thousands: %j', (text, value) => {
		expect(valueOf(text)).toBe(value);
	});

	test.each([
		'',
		'R$',
		'abc',
		'1.2.3',
		'1,2,3',
		'1.50.000',
		'1,50,000',
		'12,',
		',',
		'.',
		'1e3',
		'0x1',
	])('%j is no number, or one that the check reads by itself', (text) => {
		expect(readNumberText(text)).toBeUndefined();
	});
});

describe('three digits after a single dot or comma', () => {
	const ambiguous = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }));
	const decide = (
		column: string[],
		text: string,
		use: 'money' | 'pieces' | 'measure' = 'money',
	) => {
		const columns = new NumberColumns();
		for (const entry of [...column, text]) {
			const read = readNumberText(entry);
			if (read !== undefined) columns.add('precoDe', use, read);
		}
		return columns.decide(
			'precoDe',
			use,
			readNumberText(text) as Extract<NumberText, { separator: string }>,
		);
	};

	test('beside an amount of the same style they are thousands, wherever it stands', () => {
		fc.assert(
			fc.property(
				ambiguous,
				cents,
				fc.constantFrom(brazilian, english),
				([whole, rest], amount, style) => {
					const text = `${whole}${style[1]}${String(rest).padStart(3, '0')}`;
					const told = decide([written(amount, style, true)], text);
					expect(told).toEqual({ value: whole * 1000 + rest, certain: true });
				},
			),
		);
	});

	test('alone, an amount or a number of pieces is never a thousandth; a weight keeps its decimals', () => {
		fc.assert(
			fc.property(ambiguous, fc.constantFrom('.', ','), ([whole, rest], mark) => {
				const text = `${whole}${mark}${String(rest).padStart(3, '0')}`;
				for (const use of ['money', 'pieces'] as const)
					expect(decide([], text, use)).toEqual({ value: whole * 1000 + rest, certain: false });
				expect(decide([], text, 'measure')).toEqual({
					value: Number(`${whole}.${String(rest).padStart(3, '0')}`),
					certain: false,
				});
			}),
		);
	});

	test('a column that is written in both styles says nothing', () => {
		expect(decide(['12,90', '12.90'], '1.500')).toEqual({ value: 1500, certain: false });
	});

	test('read as a decimal because of its column, an amount is never certain', () => {
		expect(decide(['12.90'], '1.500')).toEqual({ value: 1.5, certain: false });
		expect(decide(['12,90'], '1,500')).toEqual({ value: 1.5, certain: false });
		expect(decide(['12,90'], '1,500', 'measure')).toEqual({ value: 1.5, certain: true });
	});

	test('the columns of other uses say nothing about money', () => {
		const columns = new NumberColumns();
		columns.add('peso', 'measure', readNumberText('0.350')!);
		const text = readNumberText('1.500') as Extract<NumberText, { separator: string }>;
		expect(columns.decide('precoDe', 'money', text)).toEqual({ value: 1500, certain: false });
	});
});
