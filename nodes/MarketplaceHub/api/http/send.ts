import isEmpty from 'lodash/isEmpty';
import mapKeys from 'lodash/mapKeys';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { deadlineIn, firstOf, monotonicNow, orAborted } from '../async';
import type { Endpoint } from '../endpoints';
import { causesOf, findHubError } from '../errors';
import { timing } from '../timing';
import { isRecord } from '../values/checks';
import { tryParseJson } from '../values/json';
import { inWords } from '../values/text';

/** The package's version; a test holds it to package.json. */
export const version = '0.1.1';

/** Production demands a valid user-agent (reference: Authentication). */
export const userAgent = `n8n-nodes-marketplace-hub/${version}`;

/** A request ready to go: absolute address, serialized body. */
export interface OutgoingRequest {
	method: IHttpRequestOptions['method'];
	url: string;
	headers?: Record<string, string>;
	body?: string;
	/** ms until the answer counts as lost. */
	timeout?: number;
	/** Ends the request, the exchange it waits for, and every wait. */
	signal?: AbortSignal;
}

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
 * No usable answer came: the connection ended early (with a code such as ECONNRESET), or what came
 * cannot be read. The message continues 'The hub'.
 */
export class NoUsableAnswer {
	readonly status = undefined;
	readonly headers: Record<string, string> = {};
	readonly body = undefined;

	constructor(
		readonly code: string,
		readonly message = `could not be reached (${code})`,
	) {}

	/** Whether the same request would end the same way. */
	get isLasting(): boolean {
		return this.code === tooLarge.code || neverConnects.test(this.code);
	}

	/** Whether the request may have reached the hub. */
	get mayHaveArrived(): boolean {
		return !neverConnects.test(this.code) && !notConnected.test(this.code);
	}
}

/** Most bytes of an answer that are read, decompressed; all executions of a process share its memory. */
const largestAnswer = 64 * 1024 * 1024;

/** The outcome of a larger one. */
export const tooLarge = new NoUsableAnswer(
	'tooLarge',
	'gave an answer of more than 64 MB, which is not read',
);

/** The outcome of a request that has no complete answer after `ms`. */
export const noAnswerWithin = (ms: number) =>
	new NoUsableAnswer(
		'timeout',
		`gave no complete answer within ${inWords(ms)}: it is slow or out of reach`,
	);

/** An answer, whatever its status, or none that can be used, without a status. */
export type Outcome = HubResponse | NoUsableAnswer;

export type RequestHelper = (options: IHttpRequestOptions) => Promise<unknown>;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: z.record(z.coerce.string()).catch({}),
	body: z.unknown(),
});

/**
 * Sends one request.
 * @throws HubError that the credential threw on the way, or the reason of the signal; everything else
 * is an outcome
 */
export async function send(helper: RequestHelper, request: OutgoingRequest): Promise<Outcome> {
	const { timeout = timing.requestTimeout } = request;
	const began = monotonicNow();
	// `timeout` of n8n's helpers only ends an answer that pauses; one that trickles needs a deadline
	const signal = firstOf(request.signal, deadlineIn(timeout));
	try {
		const answer = helper(optionsOf({ ...request, timeout, signal })).then(
			async (full) => await readOutcome(full, signal),
		);
		return await orAborted(answer, signal);
	} catch (error) {
		request.signal?.throwIfAborted();
		if (monotonicNow() - began > timeout - 20) return noAnswerWithin(timeout);
		const known = findHubError(error);
		if (known !== undefined) throw known;
		return new NoUsableAnswer(codeOf(error) ?? 'no answer');
	}
}

/**
 * The signal that ends a request of another node when its `timeout` is over, also while its answer
 * trickles. Inside of an execution n8n has put the execution's cancel signal there by now.
 */
export function withDeadline({
	timeout,
	abortSignal,
}: IHttpRequestOptions): AbortSignal | undefined {
	const limit = timeout !== undefined && timeout > 0 ? timeout : timing.requestTimeout;
	return firstOf(deadlineIn(limit), abortSignal instanceof AbortSignal ? abortSignal : undefined);
}

async function readOutcome(full: unknown, signal: AbortSignal | undefined): Promise<Outcome> {
	const { statusCode: status, headers: sent, body } = fullResponse.parse(full);
	const headers = mapKeys(sent, (_value, name) => name.toLowerCase());
	if (!isStream(body)) return { status, headers, text: String(body ?? '') };
	const chunks: Uint8Array[] = [];
	let size = 0;
	const announced = Number(headers['content-length']) || 0;
	for await (const chunk of body) {
		size += chunk.length;
		// leaving the loop closes the connection; nobody waits for more after the signal
		if (Math.max(size, announced) > largestAnswer || signal?.aborted === true) return tooLarge;
		chunks.push(chunk);
	}
	// a byte order mark is left out
	return { status, headers, text: new TextDecoder().decode(Buffer.concat(chunks, size)) };
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	body instanceof Object && Symbol.asyncIterator in body;

function optionsOf({ method, url, headers, body, timeout, signal }: OutgoingRequest) {
	const options: IHttpRequestOptions = {
		method,
		url,
		headers: { Accept: 'application/json', 'User-Agent': userAgent, ...headers },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
		abortSignal: signal,
	};
	if (body !== undefined) {
		options.body = body;
		options.headers = { ...options.headers, 'Content-Type': 'application/json' };
	}
	return options;
}

const codePattern =
	/\b(E[A-Z]{4,}|ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*SIGNED_CERT[A-Z_]*|UNABLE_TO_[A-Z_]+|timeout)\b/;

const isDeadline = (code: string) => code === 'ERR_CANCELED';
/**
 * Undefined where n8n hands none on, as when the deadline ends the request. Of a NodeApiError it is the
 * `httpCode`: its message says in words what e.g. ECONNREFUSED means.
 */
function codeOf(error: unknown): string | undefined {
	for (const current of causesOf(error)) {
		if ('code' in current && typeof current.code === 'string' && !isDeadline(current.code))
			return current.code;
		const named =
			'httpCode' in current ? codePattern.exec(String(current.httpCode))?.[1] : undefined;
		if (named !== undefined && !isDeadline(named)) return named;
		const code = codePattern.exec(current.message)?.[1];
		if (code !== undefined) return code;
	}
	return undefined;
}

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
 * The outcome with its body read, when it is a successful one. An answer that is cut off or is no
 * JSON is none that can be used; nor is one without a body to a reading request.
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
	if (parsed !== undefined) return { ...outcome, body: parsed.value };
	const type = headers['content-type'] ?? 'no content type';
	return new NoUsableAnswer('unreadable', `gave an answer that is not complete JSON (${type})`);
}

const fieldsOfAReport = ['error', 'details', 'message', 'code', 'status', 'statusCode'];

/**
 * Whether an answer is the hub's report of a failed request, whatever its status (reference: Errors):
 * an `error` and nothing that a record would have.
 */
export function reportsError(body: unknown): boolean {
	const error = isRecord(body) ? body.error : undefined;
	const isBlankText = typeof error === 'string' && error.trim() === '';
	const says = error === true || (!isBlankText && !isEmpty(error));
	return says && Object.keys(body ?? {}).every((field) => fieldsOfAReport.includes(field));
}
