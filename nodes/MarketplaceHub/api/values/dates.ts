import isDate from 'lodash/isDate';
import { DateTime } from 'luxon';
import { trimmed } from './blanks';
import { plainWord } from './words';

/** The zone of the hub's own dates, which name none (reference: Conventions), and of its sellers. */
export const zoneOfHub = 'America/Sao_Paulo';

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

/** The clock time of a spreadsheet's day number as text; a whole number is a day alone. */
function textOfDayNumber(value: number): string | undefined {
	if (!(value >= firstDay && value < lastDay + 1)) return undefined;
	if (Number.isInteger(value))
		return firstOfSpreadsheets.plus({ days: value }).toISODate() as string;
	const seconds = Math.round((value % 1) * secondsOfDay);
	const moment = firstOfSpreadsheets.plus({ days: Math.floor(value), seconds });
	return moment.toFormat(hubFormat);
}

const dayNumberText = /^\d{5}([.,]\d+)?$/;

/** The clock time that a date object of a spreadsheet's file shows; midnight is a day alone. */
function textOfDateObject(value: Date): string {
	const shown = DateTime.fromJSDate(value, { zone: 'system' });
	const isDayAlone = +shown === +shown.startOf('day');
	return isDayAlone ? (shown.toISODate() ?? '') : shown.toFormat(hubFormat);
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

function momentOfText(text: string, zone: string, edge: Edge = 'start'): DateTime | undefined {
	if (dayNumberText.test(text)) {
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

/** Full ISO-8601 with time and UTC offset (reference: Fiscal documents), e.g. `2026-03-01T00:00:00-03:00`. */
export const withOffset = (moment: DateTime): string => moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

const hubFormat = 'yyyy-MM-dd HH:mm:ss';
const inHubFormat = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** The hub's own format of dates that are not ISO-8601 (reference: Conventions). */
export const hubDate = (moment: DateTime): string => moment.toFormat(hubFormat);

/** Whether text is a moment in that format. */
export const isHubDate = (text: string): boolean =>
	inHubFormat.test(text) && DateTime.fromFormat(text, hubFormat).isValid;

/** The clock time of a cell in that format; a cell with an offset or anything else as it is. */
export function asHubDate(value: unknown): unknown {
	const hasOffset = typeof value === 'string' && partsOf(trimmed(value))?.hasOffset === true;
	const isCell = ['string', 'number'].includes(typeof value) || isDate(value);
	const moment = hasOffset || !isCell ? undefined : momentOfCell(value, 'utc');
	return moment === undefined ? value : hubDate(moment);
}

const isoDay = /^\d{4}-\d\d-\d\d/;

/**
 * A date that the hub has sent. A date in another form than the hub's own or ISO-8601 (days before months, such
 * as `28/11/2026 10:00:00`) comes back in the hub's format, with an offset in ISO-8601; anything else as it is.
 */
export function dateOfHub(value: unknown): unknown {
	if (typeof value !== 'string' || isoDay.test(value)) return value;
	const parts = partsOf(trimmed(value));
	const moment = parts && momentOfText(trimmed(value), 'utc');
	if (moment === undefined) return value;
	return parts?.hasOffset === true ? withOffset(moment) : hubDate(moment);
}

/**
 * A date of the hub in a form that sorts, `YYYY-MM-DD HH:MM:SS` in `zone`: the hub's own format is local time,
 * ISO-8601 with an offset is brought to the zone. Empty for text that is no date.
 */
export function comparableDate(value: unknown, zone: string): string {
	const text = typeof value === 'string' ? trimmed(value) : '';
	if (inHubFormat.test(text)) return text;
	const moment = dayNumberText.test(text) ? undefined : momentOfText(text, zone)?.setZone(zone);
	return moment === undefined ? '' : hubDate(moment);
}
