import isDate from 'lodash/isDate';
import { DateTime } from 'luxon';
import { trimmed } from './blanks';
import { plainWord } from './words';

export type Edge = 'start' | 'end';

/** A day with its year first or last, then a time, perhaps with a zone. */
const day =
	/^(?:(\d{4})([-/.\u2010-\u2013])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.\u2010-\u2013])(\d{1,2})\6(\d{4}))/;
const time =
	/^(?:,?\s+(?:[àa]s\s+|[-\u2013]\s+)?|T)(\d{1,2})(?:h|[:h](\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:h|min)?)\s*(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|UTC|GMT)?$/i;

const weekday = /^(?:dom|seg|ter|qua|qui|sex|s[áa]b)[a-zç]*(?:[-\s]feira)?\.?,?\s+/i;
const dayWithName =
	/^(\d{1,2})[º°o]?(?:\s+de\s+|[-/\s])([a-zç]{3,9})\.?(?:\s+de\s+|[-/\s])(\d{4})/i;
const months = [
	...['janeiro', 'fevereiro', 'marco', 'abril', 'maio', 'junho'],
	...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
];

/** A date with its month as a number and without its weekday: `26/11/2026` of `qui, 26 de nov. de 2026`. */
const withNumbers = (text: string): string =>
	text
		.replace(weekday, '')
		.replace(dayWithName, (whole: string, ofMonth: string, name: string, year: string) => {
			const month = months.findIndex((one) => one.startsWith(plainWord(name)));
			return month < 0 ? whole : `${ofMonth}/${month + 1}/${year}`;
		});

/** The parts of a date as people, spreadsheets, databases and the hub write it: days before months. */
interface DateText {
	/** `YYYY-MM-DD` */
	day: string;
	/** `THH:MM:SS.mmm`, perhaps with an offset; undefined for a day alone. */
	time?: string;
	hasOffset: boolean;
}

function partsOf(written: string): DateText | undefined {
	const text = withNumbers(written);
	const [whole, ...parts] = day.exec(text) ?? [];
	if (whole === undefined) return undefined;
	const [isoYear, , isoMonth, isoDay, ownDay, , ownMonth, ownYear] = parts;
	const [year, month, dayOfMonth] = [isoYear ?? ownYear, isoMonth ?? ownMonth, isoDay ?? ownDay];
	const named = `${year}-${two(month)}-${two(dayOfMonth)}`;
	const rest = text.slice(whole.length);
	if (rest === '') return { day: named, hasOffset: false };
	const [, hours, minutes = '00', seconds, fraction = '', offset = ''] = time.exec(rest) ?? [];
	if (hours === undefined) return undefined;
	const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
	const clock = `T${two(hours)}:${minutes}:${seconds ?? '00'}.${milliseconds}`;
	return { day: named, time: clock + plainOffset(offset), hasOffset: offset !== '' };
}

/** Whether text is a date that names its offset from UTC. */
export const hasOffset = (text: string): boolean => partsOf(text)?.hasOffset === true;

/** An offset as ISO-8601 writes it: `-03` of `GMT-3`. */
const plainOffset = (offset: string): string =>
	offset
		.toUpperCase()
		.replace(/^(?:UTC|GMT)$/, 'Z')
		.replace(/^(?:UTC|GMT)/, '')
		.replace(/^([+-])(\d)(?!\d)/, '$10$2');

const two = (digits = '') => digits.padStart(2, '0');

/** Day numbers of spreadsheets that count as dates: 2000-01-01 to 2099-12-31. */
const [firstDay, lastDay] = [36_526, 73_050];
const firstOfSpreadsheets = DateTime.utc(1899, 12, 30);
const secondsOfDay = 86_400;

const clockTime = (moment: DateTime): string => moment.toFormat("yyyy-MM-dd'T'HH:mm:ss");

/** The clock time of a spreadsheet's day number as text; a whole number is a day alone. */
function textOfDayNumber(value: number): string | undefined {
	if (!(value >= firstDay && value < lastDay + 1)) return undefined;
	if (Number.isInteger(value))
		return firstOfSpreadsheets.plus({ days: value }).toISODate() as string;
	const seconds = Math.round((value % 1) * secondsOfDay);
	const moment = firstOfSpreadsheets.plus({ days: Math.floor(value), seconds });
	return clockTime(moment);
}

const dayNumberText = /^\d{5}([.,]\d+)?$/;

/** Whether text is a spreadsheet's day number. */
export const isDayNumber = (text: string): boolean => dayNumberText.test(text);

/** The clock time that a date object of a spreadsheet's file shows; midnight is a day alone. */
function textOfDateObject(value: Date): string {
	const shown = DateTime.fromJSDate(value, { zone: 'system' });
	const isDayAlone = +shown === +shown.startOf('day');
	return isDayAlone ? (shown.toISODate() ?? '') : clockTime(shown);
}

/**
 * A point in time from a picker, an expression (luxon DateTime, Date, epoch ms), text (`26/11/2026 23:59`,
 * `26 de novembro de 2026`, ISO-8601, `YYYY-MM-DD HH:MM:SS`) or a spreadsheet's day number.
 * @param zone the zone in which a value without one is read
 * @param edge the meaning of a date without a time: the start or the end of that day
 * @returns undefined for anything else, e.g. a month, a year, a time alone or a year of two digits
 */
export function momentOf(value: unknown, zone: string, edge: Edge = 'start'): DateTime | undefined {
	const given = trimmed(value);
	if (DateTime.isDateTime(given) || isDate(given)) {
		const moment = isDate(given) ? DateTime.fromJSDate(given, { zone }) : given;
		return moment.isValid ? moment : undefined;
	}
	if (typeof given === 'string') return momentOfText(given, zone, edge);
	if (typeof given !== 'number') return undefined;
	const ofDay = textOfDayNumber(given);
	if (ofDay !== undefined) return momentOfText(ofDay, zone, edge);
	// a number of seconds would be a day in January 1970
	return given < 1e11 ? undefined : valid(DateTime.fromMillis(given, { zone }));
}

/**
 * The same from a cell. A date object there comes from a spreadsheet's file (.ods): it stands for the clock time
 * that it shows in the server's zone.
 */
export const momentOfCell = (
	value: unknown,
	zone: string,
	edge: Edge = 'start',
): DateTime | undefined => momentOf(isDate(value) ? textOfDateObject(value) : value, zone, edge);

/** The same from text without blanks around it. */
export function momentOfText(
	text: string,
	zone: string,
	edge: Edge = 'start',
): DateTime | undefined {
	if (isDayNumber(text)) {
		const ofDay = textOfDayNumber(Number(text.replace(',', '.')));
		return ofDay === undefined ? undefined : momentOfText(ofDay, zone, edge);
	}
	const parts = partsOf(text);
	if (parts === undefined) return undefined;
	const moment = valid(
		DateTime.fromISO(parts.day + (parts.time ?? ''), { zone, setZone: parts.hasOffset }),
	);
	return edge === 'end' && parts.time === undefined ? moment?.endOf('day') : moment;
}

const valid = (moment: DateTime): DateTime | undefined => (moment.isValid ? moment : undefined);

const zeros = /^(0{2,4}[-/.]00[-/.]0{2,4}([T ][0:.]*Z?)?|0{8})$/;
const marksAlone = /^[-/.:\s]+$/;

/** Whether a date says that none is set: zeros or marks alone (`  /  /  `), as databases, ERPs and the hub write it. */
export const isUnsetDate = (value: unknown): boolean =>
	typeof value === 'string' && (zeros.test(trimmed(value)) || marksAlone.test(value));
