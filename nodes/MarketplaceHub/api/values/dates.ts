import { DateTime } from 'luxon';
import { trimmed } from './blanks';

export type Edge = 'start' | 'end';

/** A day, then perhaps a time. */
const dayAndTime = /^\d{4}-\d\d-\d\d([T ].+)?$/;

/**
 * A point in time from a picker, an expression (luxon DateTime, Date, epoch ms) or text (ISO-8601,
 * `YYYY-MM-DD HH:MM:SS`). What has no zone is read in `zone`; undefined for anything else, e.g. a month, a
 * year or a time alone.
 * @param edge the meaning of a date without a time: the start or the end of that day
 */
export function momentOf(value: unknown, zone: string, edge: Edge = 'start'): DateTime | undefined {
	const given = trimmed(value);
	const day = typeof given === 'string' ? dayAndTime.exec(given) : undefined;
	const moment = parsed(given, zone);
	if (!moment.isValid || day === null) return undefined;
	const hasNoTime = day !== undefined && day[1] === undefined;
	return edge === 'end' && hasNoTime ? moment.endOf('day') : moment;
}

function parsed(value: unknown, zone: string): DateTime {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	// a number of seconds would be a day in January 1970
	if (typeof value === 'number')
		return value < 1e11 ? DateTime.invalid('seconds') : DateTime.fromMillis(value, { zone });
	const text = typeof value === 'string' ? value : '';
	const iso = DateTime.fromISO(text, { zone, setZone: true });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone, setZone: true });
}

/** Full ISO-8601 with time and UTC offset (reference: Fiscal documents), e.g. `2026-03-01T00:00:00-03:00`. */
export const withOffset = (moment: DateTime): string => moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

const hubFormat = 'yyyy-MM-dd HH:mm:ss';
const inHubFormat = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** The hub's own format of dates that are not ISO-8601 (reference: Conventions). */
export const hubDate = (moment: DateTime): string => moment.toFormat(hubFormat);

/** Whether text is a moment in that format. */
export const isHubDate = (text: string): boolean =>
	inHubFormat.test(text) && DateTime.fromFormat(text, hubFormat).isValid;

/**
 * A date of the hub in a form that sorts, `YYYY-MM-DD HH:MM:SS` in `zone`: its own format is local
 * time, ISO-8601 with an offset is brought to the zone. Empty for what is no date.
 */
export function comparableDate(value: unknown, zone: string): string {
	const text = typeof value === 'string' ? trimmed(value) : '';
	if (inHubFormat.test(text)) return text;
	if (!dayAndTime.test(text)) return '';
	const moment = parsed(text, zone).setZone(zone);
	return moment.isValid ? hubDate(moment) : '';
}
