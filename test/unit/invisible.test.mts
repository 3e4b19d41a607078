import { describe, expect, test } from 'vitest';
import { readNumericId } from '../../nodes/MarketplaceHub/api/values/addressIds.ts';
import { isBlank, trimmed } from '../../nodes/MarketplaceHub/api/values/blanks.ts';
import { comparableDate } from '../../nodes/MarketplaceHub/api/values/hubDates.ts';
import { plainId, positiveDigits } from '../../nodes/MarketplaceHub/api/values/ids.ts';
import { toNumber } from '../../nodes/MarketplaceHub/api/values/numbers.ts';
import { isDamaged, isWordForNothing } from '../../nodes/MarketplaceHub/api/values/spreadsheet.ts';
import { readHubDate } from '../../nodes/MarketplaceHub/shared/typedValues.ts';

const zone = 'America/Sao_Paulo';

/** Marks that web pages, spreadsheets and Windows put around text that is copied. */
const marks = ['\u200b', '\ufeff', '\u00ad', '\u2060', '\u200e', '\u202a', '\u202c', '\u2069'];

describe.each(marks.map((mark) => [`U+${mark.charCodeAt(0).toString(16)}`, mark]))(
	'%s around a value, which nobody sees,',
	(_name, mark) => {
		const around = (text: string) => `${mark} ${text}\u00a0${mark}`;

		test('does not make it another ID', () => {
			expect(readNumericId('idPedido', around('1001'))).toBe('1001');
			expect(positiveDigits(around('1001'))).toBe('1001');
			expect(plainId(around('Loja-1'))).toBe(plainId('loja-1'));
		});

		test('does not make it another date, number or text', () => {
			expect(readHubDate('from', around('2026-03-01'), zone)).toBe('2026-03-01 00:00:00');
			expect(comparableDate(around('2026-03-01 10:00:00'), zone)).toBe('2026-03-01 10:00:00');
			expect(toNumber(around('39,90'), 'money')).toBe(39.9);
			expect(trimmed(around('CANECA 1'))).toBe('CANECA 1');
		});

		test('hides neither an error of a spreadsheet nor a word for nothing', () => {
			expect(isDamaged(around('#N/D'))).toBe(true);
			expect(isWordForNothing(around('null'))).toBe(true);
			expect(isBlank(around(''))).toBe(true);
		});
	},
);

test('an emoji stays whole', () => {
	for (const emoji of [
		'👨‍👩‍👧',
		'❤️',
		'\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
	])
		expect(trimmed(` ${emoji} `)).toBe(emoji);
});
