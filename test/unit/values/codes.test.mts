import { describe, expect, test } from 'vitest';
import { readGtin, readNcm } from '../../../nodes/MarketplaceHub/api/values/codes.ts';

describe('a GTIN', () => {
	test.each<[string, unknown, string]>([
		['as text', '7891000315507', '7891000315507'],
		['as a number', 7891000315507, '7891000315507'],
		['with blanks', ' 789 1000 315507 ', '7891000315507'],
		['with decimals', '7891000315507,00', '7891000315507'],
		['with a decimal', '7891000315507.0', '7891000315507'],
		['with dots for thousands', '7.891.000.315.507', '7891000315507'],
		['with commas for thousands', '7,891,000,315,507', '7891000315507'],
		['with the apostrophe that makes it text', "'7891000315507", '7891000315507'],
		['with another apostrophe', '’7891000315507', '7891000315507'],
		['of 8 digits', '96385074', '96385074'],
		['of 12 digits', '036000291452', '036000291452'],
		['of 14 digits', '17891000315504', '17891000315504'],
		['of 14 digits with a zero in front', '04006381333931', '04006381333931'],
		['longer than any, which the hub judges', '123456789012343', '123456789012343'],
		['longer than any by its zeros', '000036000291452', '000036000291452'],
	])('%s is sent as it is printed, without a note', (_how, value, expected) => {
		expect(readGtin(value)).toEqual({ value: expected });
	});

	test.each<[unknown, string]>([
		[1234565, '01234565'],
		[36000291452, '036000291452'],
		['36.000.291.452', '036000291452'],
		[1234567895, '001234567895'],
	])('%s, a number, gets its zeros back: %s', (value, expected) => {
		expect(readGtin(value)).toEqual({ value: expected, is: 'padded' });
	});

	test.each<[unknown, string]>([
		['7891000315508', '7891000315508'],
		['7819000315507', '7819000315507'],
		[' 7891000315508,00', '7891000315508'],
		['8910003155071', '8910003155071'],
		['123', '123'],
		// a shop's own code, whose last digit happens to fit
		['123457', '123457'],
		['0', '0'],
	])('%j is noted as wrong and left to the hub', (value, expected) => {
		expect(readGtin(value)).toEqual({ value: expected, is: 'wrong' });
	});

	test.each<[unknown]>([
		...[
			['SEM GTIN'],
			['789-1000-315507'],
			['SKU7891000315507'],
			['7891000315507x'],
			['789.0123'],
			['789.000'],
		],
		...[["7891000'315507"], ['7.891,000.315,507'], ['7891,000315507'], ['7,891E+12'], ['-1']],
		...[[''], [' '], [null], [undefined], [['7891000315507']], [{}]],
	] as [unknown][])('%j is no code and stays', (value) => {
		expect(readGtin(value)).toEqual({ value });
		expect(readNcm(value)).toEqual({ value });
	});

	test.each<[unknown, string, 'padded' | undefined]>([
		['7891000315507', '7891000315507', undefined],
		['4006381333931', '4006381333931', undefined],
		['04006381333931', '4006381333931', undefined],
		['0004006381333931', '4006381333931', undefined],
		['0036000291452', '0036000291452', undefined],
		['036000291452', '0036000291452', 'padded'],
		[36000291452, '0036000291452', 'padded'],
		['96385074', '0000096385074', 'padded'],
		['17891000315504', '17891000315504', undefined],
	])('of 13 digits: %s is sent as %s', (value, expected, is) => {
		expect(readGtin(value, 13)).toEqual({ value: expected, is });
	});
});

describe('an NCM code', () => {
	test.each<[unknown, string]>([
		['85171300', '85171300'],
		[85171300, '85171300'],
		['01012100', '01012100'],
		[' 8517 1300 ', '85171300'],
		["'85171300", '85171300'],
		['85.171.300', '85171300'],
		['85171300,00', '85171300'],
		['123', '123'],
		['101210', '101210'],
		['851713000', '851713000'],
	])('%j is sent as %s, without a note', (value, expected) => {
		expect(readNcm(value)).toEqual({ value: expected });
	});

	test.each<[unknown]>([[1012100], ['1012100'], ['1.012.100'], ['1012100,0']])(
		'%j has lost a zero and gets it back',
		(value) => {
			expect(readNcm(value)).toEqual({ value: '01012100', is: 'padded' });
		},
	);
});
