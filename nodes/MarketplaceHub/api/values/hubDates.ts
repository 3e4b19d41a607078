import isDate from 'lodash/isDate';
import { DateTime } from 'luxon';
import { trimmed } from './blanks';
import { hasOffset, isDayNumber, momentOfCell, momentOfText } from './dates';

/** The zone of the hub's own dates, which name none (reference: Conventions), and of its sellers. */
export const zoneOfHub = 'America/Sao_Paulo';

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
	const isCell = ['string', 'number'].includes(typeof value) || isDate(value);
	const isOfZone = typeof value === 'string' && hasOffset(trimmed(value));
	const moment = isOfZone || !isCell ? undefined : momentOfCell(value, 'utc');
	return moment === undefined ? value : hubDate(moment);
}

const isoDay = /^\d{4}-\d\d-\d\d/;

/**
 * A date that the hub has sent. A date in another form than the hub's own or ISO-8601 (days before months, such
 * as `28/11/2026 10:00:00`) comes back in the hub's format, with an offset in ISO-8601; anything else as it is.
 */
export function dateOfHub(value: unknown): unknown {
	if (typeof value !== 'string' || isoDay.test(value)) return value;
	const text = trimmed(value);
	const moment = isDayNumber(text) ? undefined : momentOfText(text, 'utc');
	if (moment === undefined) return value;
	return hasOffset(text) ? withOffset(moment) : hubDate(moment);
}

/**
 * A date of the hub in a form that sorts, `YYYY-MM-DD HH:MM:SS` in `zone`: the hub's own format is local time,
 * ISO-8601 with an offset is brought to the zone. Empty for text that is no date.
 */
export function comparableDate(value: unknown, zone: string): string {
	const text = typeof value === 'string' ? trimmed(value) : '';
	if (inHubFormat.test(text)) return text;
	const moment = isDayNumber(text) ? undefined : momentOfText(text, zone)?.setZone(zone);
	return moment === undefined ? '' : hubDate(moment);
}
