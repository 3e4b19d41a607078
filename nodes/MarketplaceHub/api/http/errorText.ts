import isEmpty from 'lodash/isEmpty';
import { z } from 'zod';
import { shortDetails } from '../errors';
import { tryParseJson } from '../values/json';

type Headers = Readonly<Record<string, string>>;

/** The body of an answer that reports what went wrong (reference: Errors). */
export const errorBody = z.object({
	error: z.unknown().optional(),
	message: z.unknown().optional(),
	details: z.unknown(),
});

const longestText = 300;

/** A value of the hub as text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The `details` of a report; what is no list, e.g. one text, is one detail. */
export function detailsIn(details: unknown): unknown[] {
	if (Array.isArray(details)) return details;
	return isEmpty(details) ? [] : [details];
}

/**
 * The hub's `error` and `details` (reference: Errors) or nothing when the body is something else.
 */
export function errorTextOf({ text: answer }: { text: string }): {
	text: string;
	details: string[];
} {
	const asText = (value: unknown) => textOf(value).slice(0, longestText);
	const body = errorBody.safeParse(tryParseJson(answer)?.value);
	if (!body.success) return { text: '', details: [] };
	const { error, message, details } = body.data;
	return { text: asText(error ?? message), details: shortDetails(detailsIn(details), asText) };
}

/** The hub's `Request-Id`, of printable characters; undefined when it gives none. */
export const requestIdOf = ({ headers }: { headers: Headers }): string | undefined =>
	headers['request-id']?.replace(/[^\x20-\x7e]/g, '?');

/**
 * How long the hub asks to wait, in ms, from `Retry-After` (seconds, or an HTTP date, which is read
 * against the answer's own `Date`: clocks differ); undefined when it does not say.
 */
export function retryAfterOf({ headers }: { headers: Headers }): number | undefined {
	const value = headers['retry-after']?.trim() ?? '';
	if (value === '') return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const sent = Date.parse(headers.date ?? '');
	const wait = Date.parse(value) - (Number.isNaN(sent) ? Date.now() : sent);
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
