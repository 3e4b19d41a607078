import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../errors';

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const blank = /^[\s\p{Cf}]*$/u;

/** Whether a value counts as left out: `null`, or text without anything that can be seen. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && blank.test(value));

/** In a regular expression: invisible characters, except those that are part of an emoji. */
export const unseen = '\\u00ad\\u200b\\u200e\\u200f\\u2060\\ufeff';

const atEnds = new RegExp(`^[\\s${unseen}]*$`);

/** Text without blanks and invisible characters around it, which spreadsheets leave; anything else as it is. */
export function trimmed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	let [start, end] = [0, value.length];
	while (start < end && atEnds.test(value.charAt(start))) start++;
	while (end > start && atEnds.test(value.charAt(end - 1))) end--;
	return value.slice(start, end);
}

/** Refuses a number that is whole and has lost digits, or may have. */
export function assertExact(name: string, value: unknown): void {
	if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
	throw new HubError(
		'invalid',
		`\`${name}\` is no longer exact as a number, give it as text: got ${value}`,
		{
			description:
				'Whole numbers beyond 9007199254740991 lose digits in n8n and in spreadsheets. Make the column text, or put quotation marks around the digits.',
		},
	);
}

/**
 * `assertExact` for everything in a value that is to be sent.
 * @param name its name for messages; places inside follow, e.g. `bodyJson.lista.0`
 */
export function assertAllExact(name: string, value: unknown): void {
	assertExact(name, value);
	if (typeof value !== 'object' || value === null) return;
	Object.entries(value).forEach(([key, entry]) => assertAllExact(`${name}.${key}`, entry));
}
