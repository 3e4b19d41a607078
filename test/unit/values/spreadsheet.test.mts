import { describe, expect, test } from 'vitest';
import {
	isDamaged,
	isWordForNothing,
	withoutFormula,
} from '../../../nodes/MarketplaceHub/api/values/spreadsheet.ts';

describe('a cell with a formula', () => {
	test.each([
		['="0789"', '0789'],
		[' ="0789" ', '0789'],
		['=""', ''],
		['="TV 32"" LED"', 'TV 32" LED'],
		['="a\nb"', 'a\nb'],
	])('%j holds the text %j', (cell, expected) => {
		expect(withoutFormula(cell)).toBe(expected);
	});

	test.each<[unknown]>([
		...[
			['0789'],
			['"0789"'],
			['=A1'],
			['="0789'],
			['="a" & B1'],
			['="a"&"b"'],
			['x="0789"'],
			['TV 32"" LED'],
		],
		...[[789], [null], [undefined], [['="0789"']]],
	] as [unknown][])('%j holds no such text and stays', (cell) => {
		expect(withoutFormula(cell)).toBe(cell);
	});
});

test.each<unknown>([...['null', 'NULL', 'undefined', 'NaN', ' null ', null, undefined, NaN]])(
	'%j is a word for nothing',
	(value) => {
		expect(isWordForNothing(value)).toBe(true);
	},
);

test.each(['', '0', 'nulla', 'annull', 'undefined-1', 'null null'])(
	'%j is no word for nothing',
	(value) => {
		expect(isWordForNothing(value)).toBe(false);
	},
);

test.each<unknown>([
	...['#N/D', '#N/A', '#n/d', '#REF!', '#VALOR!', '#VALUE!', '#NOME?', '#NAME?', '#DIV/0!'],
	...['#NULO!', '#NULL!', '#NUM!', '#NÚM!', '[object Object]', ' #N/D ', {}],
	...['7,891E+12', '7.891e+12', '7,89100031550E+12'],
])('%j is damaged', (value) => {
	expect(isDamaged(value)).toBe(true);
});

test.each<unknown>([
	...['', '#1', '#N/D-1', 'SKU #N/D', '#REF', '78,91E+12', '7E+12', '7,891E-12', '7,891'],
	...['x7,891E+12', '7,891E+12x', '7,891E+', 'CANECA', 7891, null],
])('%j is not damaged', (value) => {
	expect(isDamaged(value)).toBe(false);
});
