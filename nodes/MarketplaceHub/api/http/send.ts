import mapKeys from 'lodash/mapKeys';
import mapValues from 'lodash/mapValues';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { deadlineIn, firstOf, monotonicNow, orAborted } from '../async';
import { causesOf, findHubError } from '../errors';
import { timing } from '../timing';
import {
	hasTooManyParts,
	largestAnswer,
	NoUsableAnswer,
	noAnswerWithin,
	type Outcome,
	tooLarge,
	tooManyParts,
} from './answer';

/**
 * Production demands a valid user-agent (reference: Authentication). It stays the same in all releases: a
 * firewall in front of a hub reacts when a client's changes.
 */
export const userAgent = 'n8n-nodes-marketplace-hub';

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

export type RequestHelper = (options: IHttpRequestOptions) => Promise<unknown>;

/** A timer may end so many ms early. */
const timerSlack = 20;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: z.object({}).passthrough().catch({}),
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
	// `timeout` of n8n's helpers only ends an answer that pauses; an answer that trickles needs a deadline
	const signal = firstOf(request.signal, deadlineIn(timeout));
	try {
		const answer = helper(optionsOf({ ...request, timeout, signal })).then(
			async (full) => await readOutcome(full, signal),
		);
		return await orAborted(answer, signal);
	} catch (error) {
		request.signal?.throwIfAborted();
		if (monotonicNow() - began > timeout - timerSlack) return noAnswerWithin(timeout);
		const known = findHubError(error);
		if (known !== undefined) throw known;
		return new NoUsableAnswer(codeOf(error) ?? 'no answer');
	}
}

async function readOutcome(full: unknown, signal: AbortSignal | undefined): Promise<Outcome> {
	const { statusCode: status, headers: sent, body } = fullResponse.parse(full);
	const headers = mapKeys(mapValues(sent, String), (_value, name) => name.toLowerCase());
	if (!isStream(body)) return { status, headers, text: String(body ?? '') };
	const chunks: Uint8Array[] = [];
	let size = 0;
	const announced = Number(headers['content-length']) || 0;
	for await (const chunk of body) {
		size += chunk.length;
		// leaving the loop closes the connection
		signal?.throwIfAborted();
		if (Math.max(size, announced) > largestAnswer) return tooLarge;
		chunks.push(chunk);
	}
	// a byte order mark is left out
	const text = new TextDecoder().decode(Buffer.concat(chunks, size));
	return hasTooManyParts(text) ? tooManyParts : { status, headers, text };
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

/** The code stands near the beginning; a certificate may fill a message with words of its own. */
const codeIn = (message: string) => codePattern.exec(message.slice(0, 1_000))?.[1];
const isDeadline = (code: string) => code === 'ERR_CANCELED';

/**
 * The error's code, e.g. ECONNRESET; undefined if n8n passes none on, as when our deadline ended the request. A
 * NodeApiError has the code as `httpCode`; its message says the code's meaning in words.
 */
function codeOf(error: unknown): string | undefined {
	for (const current of causesOf(error)) {
		if ('code' in current && typeof current.code === 'string' && !isDeadline(current.code))
			return current.code;
		const named = 'httpCode' in current ? codeIn(String(current.httpCode)) : undefined;
		if (named !== undefined && !isDeadline(named)) return named;
		const code = codeIn(current.message);
		if (code !== undefined) return code;
	}
	return undefined;
}
