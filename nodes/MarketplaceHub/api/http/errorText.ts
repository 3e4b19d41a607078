import { z } from 'zod';
import { shortDetails } from '../errors';
import { redactor } from '../values/redact';
import { tryParseJson } from '../values/json';
import type { HubResponse } from './send';

/** The body of an answer that reports what went wrong (reference: Errors). */
export const errorBody = z.object({
	error: z.unknown().optional(),
	message: z.unknown().optional(),
	details: z.array(z.unknown()).catch([]),
});

const longestText = 300;
const textOf = (value: unknown) =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/**
 * The hub's `error` and `details` (reference: Errors) without secrets, or nothing when the body is
 * something else.
 */
export function errorTextOf(
	response: HubResponse,
	secrets: readonly string[],
): { text: string; details: string[] } {
	const clean = redactor(secrets);
	// shortened last: half a secret would not be found
	const asText = (value: unknown) => clean(textOf(value)).slice(0, longestText);
	const body = errorBody.safeParse(tryParseJson(response.text)?.value);
	if (!body.success) return { text: '', details: [] };
	const { error, message, details } = body.data;
	return { text: asText(error ?? message), details: shortDetails(details, asText) };
}

/** The hub's `Request-Id` without secrets, of printable characters; undefined when it gives none. */
export function requestIdOf(
	{ headers }: HubResponse,
	secrets: readonly string[],
): string | undefined {
	const id = headers['request-id'];
	return id === undefined ? undefined : redactor(secrets)(id).replace(/[^\x20-\x7e]/g, '?');
}
