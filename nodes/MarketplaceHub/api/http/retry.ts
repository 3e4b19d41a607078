import type { Endpoint } from '../endpoints';
import { HubError, lookFirst } from '../errors';
import { blockWindow, takeSlot } from './rateLimit';
import { errorTextOf, retryAfterOf, type HubResponse } from './response';
import { timing } from '../timing';
import { wait } from '../async/wait';
import { ConnectionLost } from './send';

/** How often a request is sent at most when answers are lost or the hub answers 500 or 503. */
const attempts = 5;
/** How often a 429 is waited out. */
const patience = 10;

const hopeless = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS.*|.*CERT.*|UNABLE_TO_.*)$/;

interface Delivery {
	endpoint: Endpoint;
	/** Account and endpoint: what the pacing window is shared by. */
	window: string;
	/** e.g. `PUT /v1/orders/queue/{id}`, for messages. */
	name: string;
	/** What no message may hold. */
	secrets: () => readonly string[];
	signal?: AbortSignal;
	send: () => Promise<HubResponse>;
}

/**
 * Sends a request until it is answered, by the rules of its retry class (design: Request rules):
 * within the documented limit, waiting out 429, repeating only what may be repeated.
 * @returns the answer, with a status below 400, or 404 to a repeated request that already did its work
 * @throws HubError for every other outcome
 */
export async function deliver({
	endpoint,
	window,
	name,
	secrets,
	signal,
	send,
}: Delivery): Promise<HubResponse> {
	let uncertain = false;
	let limited = 0;
	for (let attempt = 1; ; ) {
		const release = await takeSlot(window, endpoint.perMinute, signal);
		const outcome = await send().catch((error: unknown) => {
			if (error instanceof ConnectionLost) return error;
			release();
			throw error;
		});
		release(outcome instanceof ConnectionLost ? undefined : outcome);

		if (!(outcome instanceof ConnectionLost)) {
			if (outcome.status < 300) return outcome;
			if (outcome.status === 404 && uncertain && endpoint.notFoundOnRetryIsSuccess === true)
				return outcome;
			if (outcome.status === 429 && ++limited <= patience) {
				const asked = Math.max(retryAfterOf(outcome) ?? timing.minute, timing.backoff);
				blockWindow(window, Math.min(asked, timing.longestRetryAfter));
				continue;
			}
			if (outcome.status < 500) throw refused(name, outcome, secrets());
		} else if (hopeless.test(outcome.code)) {
			throw unreachable(name, outcome);
		}
		if (endpoint.retry === 'once') throw unknownOutcome(name, outcome, secrets());
		if (attempt++ === attempts) {
			throw outcome instanceof ConnectionLost
				? unreachable(name, outcome)
				: refused(name, outcome, secrets());
		}
		uncertain = true;
		const asked = outcome instanceof ConnectionLost ? undefined : retryAfterOf(outcome);
		const pause = asked ?? timing.backoff * 2 ** (attempt - 2) * (0.75 + Math.random() / 2);
		await wait(Math.min(pause, timing.longestRetryAfter), signal);
	}
}

const advice: Record<number, string> = {
	400: 'Correct the values named by the hub.',
	401: 'Check App Token, API Key and Secret Key of the credential. If the same keys are used outside this n8n, each new token there ends the one used here.',
	404: "Check the identifier. If the hub's own address for this operation differs from the assumed one, set it under Customize Routes in the credential.",
	406: 'The hub only accepts HTTPS. Check the Base URL of the credential.',
	429: 'Other programs use the same account, or the limit is lower than documented. Try again later.',
};

function refused(name: string, response: HubResponse, secrets: readonly string[]): HubError {
	const { text, details } = errorTextOf(response, secrets);
	const requestId = response.headers['request-id'];
	const redirect = response.status >= 300 && response.status < 400;
	const said = text || (redirect ? 'a redirect, which is not followed' : 'no explanation');
	const hints = [
		details.join('; '),
		advice[response.status] ??
			(redirect
				? 'Check the Base URL of the credential.'
				: response.status >= 500
					? 'The hub has a difficulty of its own. Try again later.'
					: ''),
		requestId === undefined ? '' : `Request-Id for the hub's support: ${requestId}`,
	];
	return new HubError('refused', `The hub answered ${response.status}: ${said}`, {
		description: [...hints.filter((hint) => hint !== ''), `(${name})`].join(' '),
		httpStatus: response.status,
		requestId,
		error: said,
		details,
	});
}

function unreachable(name: string, outcome: ConnectionLost): HubError {
	return new HubError('unreachable', `The hub ${outcome.message}`, {
		description: `Check the Base URL of the credential and the network of your n8n. (${name})`,
	});
}

function unknownOutcome(
	name: string,
	outcome: HubResponse | ConnectionLost,
	secrets: readonly string[],
): HubError {
	const answered = outcome instanceof ConnectionLost ? undefined : outcome;
	if (outcome instanceof ConnectionLost && outcome.code === 'ECONNREFUSED')
		return unreachable(name, outcome);
	const what =
		answered === undefined
			? 'gave no answer'
			: `answered ${answered.status}: ${errorTextOf(answered, secrets).text || 'no explanation'}`;
	const requestId = answered?.headers['request-id'];
	return new HubError(
		'outcomeUnknown',
		`The hub ${what}; whether it carried the request out is unknown`,
		{
			description: [
				lookFirst,
				...(requestId === undefined ? [] : [`Request-Id for the hub's support: ${requestId}`]),
				`(${name})`,
			].join(' '),
			httpStatus: answered?.status,
			requestId,
		},
	);
}
