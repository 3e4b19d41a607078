import isEmpty from 'lodash/isEmpty';
import { z } from 'zod';
import type { Endpoint } from '../endpoints';
import { shortDetails } from '../errors';
import { redactor, withoutSecrets } from '../values/redact';
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

/**
 * No usable answer came: the connection ended early (with a code such as ECONNRESET), or what came
 * cannot be read. The message continues 'The hub'.
 */
export class NoUsableAnswer {
	constructor(
		readonly code: string,
		readonly message = `could not be reached (${code})`,
	) {}
}

/** What became of one request: an answer, whatever its status, or none that can be used. */
export type Outcome = HubResponse | NoUsableAnswer;

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

const fieldsOfAReport = ['error', 'details', 'message', 'code', 'status', 'statusCode'];

/**
 * Whether an answer is the hub's report of a failed request, whatever its status (reference: Errors):
 * an `error` and nothing that a record would have.
 */
export function reportsError(body: unknown): boolean {
	const report = errorBody.safeParse(body);
	const error = report.success ? report.data.error : undefined;
	const isBlankText = typeof error === 'string' && error.trim() === '';
	const says = error === true || (!isBlankText && !isEmpty(error));
	return says && Object.keys(body ?? {}).every((field) => fieldsOfAReport.includes(field));
}

/**
 * How long the hub asks to wait, in ms, from `Retry-After` (seconds, or an HTTP date, which is read
 * against the answer's own `Date`: clocks differ); undefined when it does not say.
 */
export function retryAfterOf({ headers }: HubResponse): number | undefined {
	const value = headers['retry-after']?.trim() ?? '';
	if (value === '') return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const sent = Date.parse(headers.date ?? '');
	const wait = Date.parse(value) - (Number.isNaN(sent) ? Date.now() : sent);
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/**
 * The outcome with its body read, when it is a successful one. An answer that is cut off or is no
 * JSON is none that can be used; nor is one without a body to a reading request.
 * The account's own secrets are taken out of whatever the hub says.
 */
export function readBody(
	{ answersText, retry }: Endpoint,
	outcome: Outcome,
	secrets: readonly string[],
): Outcome {
	if (outcome instanceof NoUsableAnswer || outcome.status >= 300) return outcome;
	const { text, headers } = outcome;
	if (answersText === true) return { ...outcome, body: redactor(secrets)(text) };
	if (text.trim() === '') {
		return retry === 'read'
			? new NoUsableAnswer('unreadable', 'gave an answer without a body')
			: outcome;
	}
	const parsed = tryParseJson(text);
	if (parsed !== undefined)
		return { ...outcome, body: withoutSecrets(parsed.value, text, secrets) };
	const type = headers['content-type'] ?? 'no content type';
	return new NoUsableAnswer('unreadable', `gave an answer that is not complete JSON (${type})`);
}
