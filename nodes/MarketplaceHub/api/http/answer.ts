import isEmpty from 'lodash/isEmpty';
import type { Endpoint } from '../endpoints';
import { isBlank } from '../values/blanks';
import { isRecord } from '../values/objects';
import { withoutDepths } from '../values/depth';
import { tryParseJson } from '../values/json';
import { shortDetails } from '../values/text';
import { inWords } from '../values/amounts';

/** An answer of the hub, or of a server in its place; names of `headers` are in lower case. */
export interface HubResponse {
	status: number;
	headers: Record<string, string>;
	text: string;
	/** The parsed text, once it is read: undefined for an answer without a body. */
	body?: unknown;
}

/** Codes of connections that will not come about a second time either. */
const neverConnects = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS.*|.*CERT.*|UNABLE_TO_.*)$/;
/** Codes of connections that did not come about: the request did not reach the hub. */
const notConnected = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * No usable answer came: the connection ended early (with a code such as ECONNRESET), or the answer cannot be
 * read. The message continues 'The hub'.
 */
export class NoUsableAnswer {
	readonly status = undefined;
	readonly headers: Record<string, string> = {};
	readonly body = undefined;

	constructor(
		readonly code: string,
		readonly message = `could not be reached (${code})`,
	) {}

	/** Whether an answer came that is too large to be read. */
	get isTooLarge(): boolean {
		return this.code === tooLarge.code;
	}

	/** Whether the same request would end the same way. */
	get isLasting(): boolean {
		return this.isTooLarge || neverConnects.test(this.code);
	}

	/** Whether an answer came that cannot be read. */
	get wasAnswered(): boolean {
		return this.code === 'unreadable' || this.isTooLarge;
	}

	/** Whether the request may have reached the hub. */
	get mayHaveArrived(): boolean {
		return !neverConnects.test(this.code) && !notConnected.test(this.code);
	}
}

/** Most bytes of an answer that are read, decompressed; all executions of a process share its memory. */
export const largestAnswer = 64 * 1024 ** 2;

/** The outcome of a larger answer. */
export const tooLarge = new NoUsableAnswer(
	'tooLarge',
	'gave an answer of more than 64 MB, which is not read',
);

/** Parts of an answer that are read: in memory, and in time, each takes many times its characters. */
const [mostObjects, mostValues] = [1_000_000, 10_000_000];

/** The outcome of an answer with more of them. */
export const tooManyParts = new NoUsableAnswer(
	tooLarge.code,
	'gave an answer of more than a million objects and lists, or ten million values, which is not read',
);

/** Whether a text has more of their signs. */
export function hasTooManyParts(text: string): boolean {
	if (text.length < 2 * mostObjects) return false;
	let [objects, values] = [0, 0];
	for (let index = 0; index < text.length; index++) {
		const character = text.charAt(index);
		if (character === '{' || character === '[') objects++;
		else if (character === ',') values++;
	}
	return objects > mostObjects || values > mostValues;
}

/** The outcome of a request that has no complete answer after `ms`. */
export const noAnswerWithin = (ms: number) =>
	new NoUsableAnswer(
		'timeout',
		`gave no complete answer within ${inWords(ms)}: it is slow or out of reach`,
	);

/** An answer, whatever its status, or the failure to get a usable answer, which has no status. */
export type Outcome = HubResponse | NoUsableAnswer;

/**
 * How long the hub asks to wait, in ms, from `Retry-After` (seconds, or an HTTP date, which is read
 * against the answer's own `Date`: clocks differ); undefined when it does not say.
 */
export function retryAfterOf({ headers }: Pick<Outcome, 'headers'>): number | undefined {
	const value = headers['retry-after']?.trim() ?? '';
	if (value === '') return undefined;
	const sent = Date.parse(headers.date ?? '');
	const untilDate = Date.parse(value) - (Number.isNaN(sent) ? Date.now() : sent);
	const wait = Number.isFinite(Number(value)) ? Number(value) * 1000 : untilDate;
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/**
 * The outcome with its body read, when it is a successful one. An answer that is cut off, or is no JSON, cannot be
 * used; nor can an answer without a body to a reading request.
 */
export function readBody({ answersText, retry }: Endpoint, outcome: Outcome): Outcome {
	if (outcome.status === undefined || outcome.status >= 300) return outcome;
	const { text, headers } = outcome;
	if (answersText === true) return { ...outcome, body: text };
	if (text.trim() === '') {
		return retry === 'read'
			? new NoUsableAnswer('unreadable', 'gave an answer without a body')
			: outcome;
	}
	const parsed = tryParseJson(text);
	if (parsed !== undefined) return { ...outcome, body: withoutDepths(parsed.value) };
	const type = headers['content-type'] ?? 'no content type';
	return new NoUsableAnswer('unreadable', `gave an answer that is not complete JSON (${type})`);
}

const fieldsOfAReport = ['error', 'details', 'message', 'code', 'status', 'statusCode'];

/**
 * Whether an answer is the hub's report of a failed request, whatever its status (reference: Errors): an
 * `error` and none of a record's fields.
 */
export function reportsError(body: unknown): boolean {
	const error = isRecord(body) ? body.error : undefined;
	// lodash calls every number and `true` empty
	const says = typeof error === 'object' ? !isEmpty(error) : Boolean(error) && !isBlank(error);
	return says && Object.keys(body ?? {}).every((field) => fieldsOfAReport.includes(field));
}

/** Most characters of a text or a detail of a report that are told. */
const longestText = 300;

/** A value of the hub as a message tells it: a text as it is, anything else as JSON. */
export function valueAsText(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The `details` of a report; anything but a list, e.g. a text, is one detail. */
export function detailsIn(details: unknown): unknown[] {
	if (Array.isArray(details)) return details;
	return isEmpty(details) ? [] : [details];
}

/**
 * The hub's `error` and `details` (reference: Errors) or nothing when the body is something else.
 */
export function errorTextOf({ text: answer }: Pick<HubResponse, 'text'>): {
	text: string;
	details: string[];
} {
	const asText = (value: unknown) => valueAsText(value).slice(0, longestText);
	const body = withoutDepths(tryParseJson(answer)?.value);
	const { error, message, details } = isRecord(body) ? body : {};
	const isCode = isBlank(error) || error === true || typeof error === 'number';
	const named = isCode ? (message ?? error) : error;
	return { text: asText(named ?? undefined), details: shortDetails(detailsIn(details), asText) };
}
