import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
	comparableDate,
	dateOfHub,
	hubDate,
	isHubDate,
	withOffset,
} from '../../../nodes/MarketplaceHub/api/values/hubDates.ts';
import { readHubDate, readMoment } from '../../../nodes/MarketplaceHub/shared/typedValues.ts';
import { refusalOf } from '../../support/refusal.mts';

const zone = 'America/Manaus';
const noon = Date.parse('2026-03-01T12:00:00Z');
const read = (value: unknown, edge?: 'start' | 'end') =>
	withOffset(readMoment('issuedAfter', value, zone, edge));

describe('a point in time', () => {
	test.each<[string, unknown, string]>([
		['a day begins at midnight in the zone', '2026-03-01', '2026-03-01T00:00:00-04:00'],
		['a time of the hub is in the zone', '2026-03-01 08:30:15', '2026-03-01T08:30:15-04:00'],
		['a time without an offset is in the zone', '2026-03-01T08:30', '2026-03-01T08:30:00-04:00'],
		['a Brazilian day', '1/3/2026', '2026-03-01T00:00:00-04:00'],
		['a Brazilian time', '01/03/2026 08:30', '2026-03-01T08:30:00-04:00'],
		['a time behind a comma', '01/03/2026, 08:30:15', '2026-03-01T08:30:15-04:00'],
		['a time with às', '01.03.2026 às 8h30', '2026-03-01T08:30:00-04:00'],
		['slashes behind the year', '2026/03/01 08:30', '2026-03-01T08:30:00-04:00'],
		['a day number', 46082, '2026-03-01T00:00:00-04:00'],
		['its fraction is the time', 46082.5, '2026-03-01T12:00:00-04:00'],
		['a day number as text', '46082,354166666664', '2026-03-01T08:30:00-04:00'],
		['the first day number', 36526, '2000-01-01T00:00:00-04:00'],
		['the last day number', 73050, '2099-12-31T00:00:00-04:00'],
		['a formula that holds text', '="01/03/2026 08:30"', '2026-03-01T08:30:00-04:00'],
		['an apostrophe in front', "'01/03/2026", '2026-03-01T00:00:00-04:00'],
		['an offset counts', '2026-03-01T08:30:00+09:00', '2026-03-01T08:30:00+09:00'],
		['an offset behind a blank counts', '2026-03-01 08:30:00+09:00', '2026-03-01T08:30:00+09:00'],
		['milliseconds count', noon, '2026-03-01T08:00:00-04:00'],
		['the first milliseconds that are no seconds count', 1e11, '1973-03-03T05:46:40-04:00'],
		['a Date counts', new Date(noon), '2026-03-01T08:00:00-04:00'],
		[
			'an expression keeps its zone',
			DateTime.fromMillis(noon, { zone: 'Asia/Tokyo' }),
			'2026-03-01T21:00:00+09:00',
		],
	])('%s', (_rule, value, expected) => {
		expect(read(value)).toBe(expected);
	});

	test.each<[string, unknown, string]>([
		['a day ends before midnight', '2026-03-01', '2026-03-01T23:59:59-04:00'],
		['a Brazilian day ends before midnight', '01/03/2026', '2026-03-01T23:59:59-04:00'],
		['a day number ends before midnight', 46082, '2026-03-01T23:59:59-04:00'],
		['a time of the hub stays', '2026-03-01 00:00:00', '2026-03-01T00:00:00-04:00'],
		['a time stays', '2026-03-01T00:00', '2026-03-01T00:00:00-04:00'],
		['milliseconds stay', noon, '2026-03-01T08:00:00-04:00'],
		['a Date stays', new Date(noon), '2026-03-01T08:00:00-04:00'],
		['what a picker gives stays', DateTime.fromMillis(noon, { zone }), '2026-03-01T08:00:00-04:00'],
	])('as an end: %s', (_rule, value, expected) => {
		expect(read(value, 'end')).toBe(expected);
	});

	test('a day as a start begins at midnight', () => {
		expect(read('2026-03-01', 'start')).toBe('2026-03-01T00:00:00-04:00');
	});

	test.each<[string, unknown]>([
		['a month', '2026-03'],
		['a year', '2026'],
		['a week', '2026-W09-1'],
		['a time', '08:30'],
		['a year of two digits', '01/03/26'],
		['a month before its day', '03/31/2026'],
		['a day number before 2000', 36525],
		['a day number behind 2099', '73051'],
		['zeros', '0000-00-00 00:00:00'],
		['a day that does not exist', '2026-02-30'],
		['a time that does not exist', '2026-03-01 25:00:00'],
		['a day with a word behind it', '2026-03-01 cedo'],
		['a day in a sentence', 'em 2026-03-01'],
		['an empty text', ''],
		['nothing', null],
		['no value', undefined],
		['true', true],
		['a list', ['2026-03-01']],
		['seconds', noon / 1000],
		['the last milliseconds that may be seconds', 1e11 - 1],
		['a broken Date', new Date(NaN)],
		['a broken expression', DateTime.invalid('broken')],
	])('%s is none', (_what, value) => {
		expect(refusalOf(() => read(value)).kind).toBe('invalid');
	});

	test('a refusal names the field, the value and a way to write it', () => {
		const { message, description } = refusalOf(() => read('01/03/26'));
		expect(message).toBe('Issued After (`issuedAfter`) must be a date and time, got "01/03/26"');
		expect(description).toContain('2026-03-01T00:00:00-03:00');
	});
});

describe('a date for the hub', () => {
	test.each([
		['2026-03-01T12:00:00Z', '2026-03-01 08:00:00'],
		['2026-03-01T23:59:59-04:00', '2026-03-01 23:59:59'],
		['2026-03-01T03:00:00Z', '2026-02-28 23:00:00'],
	])('%s is brought to the zone', (value, expected) => {
		expect(readHubDate('issuedAfter', value, zone)).toBe(expected);
	});

	test('a day is its start or its end', () => {
		expect(readHubDate('issuedAfter', '2026-03-01', zone)).toBe('2026-03-01 00:00:00');
		expect(readHubDate('issuedBefore', '2026-03-01', zone, 'end')).toBe('2026-03-01 23:59:59');
	});

	test('a moment is written in its own zone', () => {
		expect(hubDate(DateTime.fromMillis(noon, { zone: 'Asia/Tokyo' }))).toBe('2026-03-01 21:00:00');
	});

	test.each([
		['2026-03-01 08:00:00', true],
		['2024-02-29 23:59:59', true],
		['2026-02-29 08:00:00', false],
		['2026-03-01 08:00:60', false],
		['2026-03-01T08:00:00', false],
		['2026-03-01 08:00:00 ', false],
		['2026-03-01 8:00:00', false],
		['2026-03-01', false],
		['01/03/2026 08:00:00', false],
		['2026-03-01 24:00:00', false],
		['', false],
	])('%j is one: %s', (text, expected) => {
		expect(isHubDate(text)).toBe(expected);
	});
});

describe('dates of the hub are compared', () => {
	test.each<[string, unknown, string]>([
		['in its own format as they are', '2026-03-01 08:00:00', '2026-03-01 08:00:00'],
		['without blanks around them', ' 2026-03-01 08:00:00\n', '2026-03-01 08:00:00'],
		// clocks went forward in that hour
		['even at a time that clocks leave out', '1993-10-17 00:30:00', '1993-10-17 00:30:00'],
		['with an offset in the zone', '2026-03-01T12:00:00+00:00', '2026-03-01 08:00:00'],
		['without a zone as local time', '2026-03-01T08:00:00', '2026-03-01 08:00:00'],
		['without a time as midnight', '2026-03-01', '2026-03-01 00:00:00'],
		['days before months', '01/03/2026 08:00:00', '2026-03-01 08:00:00'],
		['as none where zeros stand', '0000-00-00 00:00:00', ''],
		['as none where no such month is', '2026-99-09 10:00:00', ''],
		['as none where a time alone stands', '10:00', ''],
		['as none where a year stands', '2026', ''],
		['as none where a word stands', 'ontem', ''],
		['as none where something precedes', 'x2026-03-01 08:00:00', ''],
		['as none where something follows', '2026-03-01 08:00:00x', ''],
		['as none where nothing stands', '', ''],
		['as none where null stands', null, ''],
		['as none where a number stands', noon, ''],
		['as none where a list stands', ['2026-03-01'], ''],
	])('%s', (_how, value, expected) => {
		expect(comparableDate(value, zone)).toBe(expected);
	});
});

describe('a date that the hub sends', () => {
	test.each<[unknown, unknown]>([
		['28/11/2026 10:00:00', '2026-11-28 10:00:00'],
		['28-11-2026 10:00', '2026-11-28 10:00:00'],
		['2026/11/28 10:00:00', '2026-11-28 10:00:00'],
		[' 2026-11-28 10:00:00 ', '2026-11-28 10:00:00'],
		['28/11/2026', '2026-11-28 00:00:00'],
		['28/11/2026 10:00:00-03:00', '2026-11-28T10:00:00-03:00'],
	])('%j is written as it sorts', (given, written) => {
		expect(dateOfHub(given)).toBe(written);
	});

	test.each([
		...[
			'2026-11-28 10:00:00',
			'2026-11-28T10:00:00-03:00',
			'2026-11-28T13:00:00.000Z',
			'2026-11-28',
		],
		...[
			'0000-00-00 00:00:00',
			'11/28/2026 10:00:00',
			'00/00/0000',
			'28/11/26',
			'46352',
			'',
			'ontem',
		],
		...[null, undefined, 46352],
	])('%j stays as it is', (given) => {
		expect(dateOfHub(given)).toBe(given);
	});
});
