import isEmpty from 'lodash/isEmpty';
import { z } from 'zod';
import { redact } from '../errors';
import { tryParseJson } from '../values/json';

/** One HTTP answer as it arrived. */
export interface HubResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	text: string;
	/** What the text holds, once read: undefined for an answer without a body. */
	body?: unknown;
}

/** Header names in lower case, values as text. */
export function headersOf(headers: object): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

const errorBody = z.object({
	error: z.unknown().optional(),
	message: z.unknown().optional(),
	details: z.array(z.unknown()).catch([]),
});

const longestText = 300;
const textOf = (value: unknown) =>
	typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/**
 * The hub's `error` and `details` (reference: Errors) without secrets, or nothing when the body is
 * something else.
 */
export function errorTextOf(
	response: HubResponse,
	secrets: readonly string[],
): { text: string; details: string[] } {
	// shortened last: half a secret would not be found
	const asText = (value: unknown) => redact(textOf(value), secrets).slice(0, longestText);
	const body = errorBody.safeParse(tryParseJson(response.text)?.value);
	if (!body.success) return { text: '', details: [] };
	const { error, message, details } = body.data;
	return { text: asText(error ?? message), details: details.map(asText) };
}

/** Whether an answer is the hub's report of a failed request (reference: Errors), whatever its status. */
export function reportsError(body: unknown): boolean {
	const report = errorBody.safeParse(body);
	const error = report.success ? report.data.error : undefined;
	return typeof error === 'string' ? error.trim() !== '' : error === true || !isEmpty(error);
}

/**
 * How long the hub asks to wait, in ms, from `Retry-After` (seconds or an HTTP date); undefined
 * when it does not say.
 */
export function retryAfterOf({ headers }: HubResponse): number | undefined {
	const value = headers['retry-after']?.trim() ?? '';
	if (value === '') return undefined;
	const seconds = Number(value);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
