import type { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { isBlank } from '../api/values/blanks';
import { type Edge, momentOf } from '../api/values/dates';
import { hubDate } from '../api/values/hubDates';
import { type NumberKind, toNumber } from '../api/values/numbers';
import { cutAdvice, isCutNumber, withoutFormula } from '../api/values/spreadsheet';
import { labelled } from './parameterLabels';

/*
 * The value that a person types, or an expression gives, in the type that is needed. Refusals name the
 * parameter.
 */

/**
 * The number in a text field, from an expression or a stored workflow. n8n's own number box drops the
 * comma of `2,5` before a node sees it, so only counts of records have one.
 * @param name its name for messages
 */
export function typedNumber(
	name: string,
	value: unknown,
	{ least, counts, advice }: { least?: 0; counts?: NumberKind; advice?: string } = {},
): number {
	const number = toNumber(value, counts);
	if (typeof number === 'number' && Number.isFinite(number) && number >= (least ?? number))
		return number;
	const rule = least === undefined ? 'a number' : `a number from ${least}`;
	throw new HubError('invalid', `${labelled(name)} must be ${rule}, got ${JSON.stringify(value)}`, {
		description: advice ?? 'Enter a number such as 10, or check what its expression gives.',
	});
}

/**
 * A length of time in the unit of its form: `0,5` hours, and `1.500` minutes are a thousand and a half of them.
 * @param name its name for messages
 */
export const typedTime = (name: string, value: unknown, advice?: string): number =>
	typedNumber(name, value, { least: 0, counts: 'pieces', advice });

/**
 * Whether a switch is on; of what an expression gives, true, false and these words count.
 * @param name its name for messages
 */
export function typedSwitch(name: string, value: unknown): boolean {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	throw new HubError(
		'invalid',
		`${labelled(name)} must be true or false, got ${JSON.stringify(value)}`,
		{ description: 'Switch it on or off, or let its expression give true or false.' },
	);
}

/**
 * One of the values that a list offers: an expression may give another one.
 * @param title its name for messages
 */
export function typedChoice<Choice extends string>(
	title: string,
	value: unknown,
	choices: readonly Choice[],
): Choice {
	const choice = choices.find((one) => one === value);
	if (choice !== undefined) return choice;
	const got = typeof value === 'object' ? JSON.stringify(value) : `'${String(value)}'`;
	throw new HubError('invalid', `${title} must be one of the list, got ${got}`, {
		description: `Write one of ${choices.join(', ')}.`,
	});
}

/** The value of a parameter with options; @throws HubError for a value that its list does not offer. */
export function offeredValue(
	{ name, displayName, options = [] }: INodeProperties,
	value: unknown,
): string {
	const isOffered = options.some((option) => 'value' in option && option.value === value);
	// read for each row of a list: the words of a refusal are made only for one
	if (isOffered) return String(value);
	const offered = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	return typedChoice(`${displayName} (\`${name}\`)`, value, offered);
}

/** The same, and its default where none is given. */
export const offeredOrDefault = (property: INodeProperties, given: unknown): string =>
	offeredValue(property, isBlank(given) ? property.default : given);

/**
 * A point in time as `momentOf` reads it.
 * @param name its name for messages
 */
export function readMoment(name: string, value: unknown, zone: string, edge?: Edge): DateTime {
	const moment = momentOf(withoutFormula(value), zone, edge);
	if (moment !== undefined) return moment;
	throw new HubError(
		'invalid',
		`${labelled(name)} must be a date and time, got ${JSON.stringify(value)}`,
		{
			description:
				'Pick it, or give a day such as 2026-03-01, with a time if you like, as in 2026-03-01T00:00:00-03:00.',
		},
	);
}

/** `readMoment` in the form in which dates of the hub are compared. */
export const readHubDate = (name: string, value: unknown, zone: string, edge?: Edge): string =>
	hubDate(readMoment(name, value, zone, edge).setZone(zone));

/**
 * Refuses a number that is whole and has lost digits, or may have.
 * @param title its name for messages
 */
export function assertExact(name: string, value: unknown, title?: string): void {
	if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
	throw new HubError(
		'invalid',
		`${title ?? labelled(name)} is no longer exact as a number, give it as text: got ${value}`,
		{
			description:
				'Whole numbers beyond 9007199254740991 lose digits in n8n and in spreadsheets. Make the column text, or put quotation marks around the digits.',
		},
	);
}

/**
 * Refuses text that is a long number which a spreadsheet has cut: it names nothing.
 * @param title its name for messages
 */
export function assertUncut(name: string, value: unknown, title?: string): void {
	if (!isCutNumber(value)) return;
	throw new HubError(
		'invalid',
		`${title ?? labelled(name)} is a number that a spreadsheet has cut: '${String(value).trim()}'`,
		{ description: cutAdvice },
	);
}

/**
 * `assertExact` or another check for everything in a value.
 * @param name its own; places inside follow, e.g. `bodyJson.lista.0`
 * @param title its name for messages
 */
export function assertAll(
	assertOne: typeof assertExact,
	name: string,
	value: unknown,
	title?: string,
): void {
	assertOne(name, value, title);
	if (typeof value !== 'object' || value === null) return;
	Object.entries(value).forEach(([key, entry]) => assertAll(assertOne, `${name}.${key}`, entry));
}

/**
 * For a value that names something in the hub, or goes to the hub without a known type: all digits, neither
 * rounded nor cut.
 */
export function assertWhole(name: string, value: unknown, title?: string): void {
	assertExact(name, value, title);
	assertUncut(name, value, title);
}
