import isEmpty from 'lodash/isEmpty';
import { type Line, firstOf, monotonicNow, wait } from '../async';
import type { Endpoint } from '../endpoints';
import type { HubError } from '../errors';
import type { RateLimitWindow } from '../state';
import { timing } from '../timing';
import { tryParseJson } from '../values/text';
import { errorBody, failureOf, withOutcome, type Because } from './failures';
import { blockWindow, pauseForLimit, takeSlot } from './rateLimit';
import type { Run } from './run';
import { NoUsableAnswer, tooLarge, type HubResponse, type Outcome } from './send';

/** A request on its way. */
export interface Delivery {
	endpoint: Endpoint;
	run: Run;
	/** The window of its endpoint's limit. */
	window: RateLimitWindow;
	/** Where writes of the same data wait for each other. */
	line?: Line;
	/** Ends every wait for it. */
	signal?: AbortSignal;
	/** Told since when it has waited for its turn within the limit. */
	waited?: (since: number) => void;
	/** Sends it once. */
	send: () => Promise<Outcome>;
	/** What is thrown when it is given up. */
	failure?: (because: Because, endpoint: Endpoint, outcome: Outcome) => HubError;
}

/**
 * Sends a request, again where the rules of its endpoint's row allow it, until the hub accepts it.
 * @returns the body of the answer; undefined for an answer without one
 */
export async function deliver(delivery: Delivery): Promise<unknown> {
	const { endpoint, run, window, line, waited, send, failure = failureOf } = delivery;
	const signal = firstOf(delivery.signal, run.signal);
	let leaveLine = () => {};
	let tries = noTries;
	let isUnderWay = false;
	try {
		if (line !== undefined) leaveLine = await line.enter(signal);
		for (;;) {
			const asked = monotonicNow();
			const inSlot = await takeSlot(window, endpoint.perMinute, run, signal);
			waited?.(asked);
			const began = monotonicNow();
			isUnderWay = true;
			const arrived = await inSlot(send()).catch((error: unknown) => {
				throw run.withoutToken(error, began);
			});
			isUnderWay = false;
			const outcome = readBody(endpoint, arrived);
			run.note(outcome, began);
			const decision = decide(endpoint, outcome, tries);
			tries = triesAfter(tries, outcome);
			if (decision.next === 'accept') return decision.body;
			if (decision.next === 'giveUp')
				throw run.giveUp(failure(decision.because, endpoint, outcome));
			const refused = () => failure('refused', endpoint, outcome);
			if (decision.next === 'waitForLimit') {
				const pause = pauseForLimit(window, endpoint.perMinute, decision, tries.rateLimited);
				blockWindow(window, pause, refused);
				run.allow({ ...decision, pause }, refused);
			} else {
				run.allow(decision, refused);
				await wait(decision.pause, signal);
			}
		}
	} catch (error) {
		throw withOutcome(error, endpoint, tries, isUnderWay);
	} finally {
		leaveLine();
	}
}

/** How often a request is sent at most when answers are lost or the hub answers 500 or above. */
const maxAttempts = 5;
/** How often a 429 is waited out that says for how long. */
const maxRateLimitWaits = 10;
/** And one that does not, see `pauseForLimit` in rateLimit.ts: for longer than a run waits. */
const maxLooksForSlot = 60;

/** What has become of a request so far. */
export interface Tries {
	/** How often no usable answer came, or one of 500 or above. */
	failed: number;
	/** How often of these the answer was lost, so that it may have said that the work is done. */
	answersLost: number;
	/** Whether one of these tries may have been carried out. */
	mayBeDone: boolean;
	/** How often the hub answered 429. */
	rateLimited: number;
}

/** What to do after an outcome; `pause` in ms, `asked` what the hub asks for, however long. */
export type Decision =
	| { next: 'accept'; body: unknown }
	| { next: 'sendAgain' | 'waitForLimit'; pause: number; asked?: number }
	| { next: 'giveUp'; because: Because };

export const noTries: Tries = { failed: 0, answersLost: 0, mayBeDone: false, rateLimited: 0 };

/** `tries` and one more, with this outcome. */
export function triesAfter(tries: Tries, outcome: Outcome): Tries {
	if (outcome instanceof NoUsableAnswer) {
		const arrived = outcome.mayHaveArrived;
		return {
			...tries,
			failed: tries.failed + 1,
			answersLost: tries.answersLost + (arrived ? 1 : 0),
			mayBeDone: tries.mayBeDone || arrived,
		};
	}
	if (outcome.status === 429) return { ...tries, rateLimited: tries.rateLimited + 1 };
	if (outcome.status < 500) return tries;
	return { ...tries, failed: tries.failed + 1, mayBeDone: true };
}

/**
 * Whether a request is sent again (design: Request rules). A 401 never comes here: see
 * auth/sendWithToken.ts.
 * @param tries what has become of it before this outcome
 * @param jitter spreads the waits of several processes
 */
export function decide(
	{ retry, notFoundOnRetryIsSuccess }: Pick<Endpoint, 'retry' | 'notFoundOnRetryIsSuccess'>,
	outcome: Outcome,
	tries: Tries,
	jitter = 0.75 + Math.random() / 2,
): Decision {
	const { failed, answersLost, rateLimited } = tries;
	const backoff = timing.backoff * 2 ** failed * jitter;
	const isLast = retry === 'once' || failed + 1 === maxAttempts;
	/** Reads have no outcome; a write has none that is known once a try may have been carried out. */
	const giveUp = (because: 'refused' | 'unreachable'): Decision => ({
		next: 'giveUp',
		because: retry !== 'read' && triesAfter(tries, outcome).mayBeDone ? 'outcomeUnknown' : because,
	});
	if (outcome instanceof NoUsableAnswer) {
		return isLast || outcome === tooLarge || outcome.isHopeless
			? giveUp('unreachable')
			: { next: 'sendAgain', pause: backoff };
	}
	const { status, body } = outcome;
	if (status < 300 && !reportsError(body)) return { next: 'accept', body };
	if (status === 404 && answersLost > 0 && notFoundOnRetryIsSuccess === true) {
		return { next: 'accept', body: undefined };
	}
	const asked = retryAfterOf(outcome);
	const waits = asked === undefined ? maxLooksForSlot : maxRateLimitWaits;
	if (status === 429 && rateLimited < waits) {
		const shortest = Math.min(timing.backoff * 2 ** rateLimited, timing.minute);
		return pauseOf('waitForLimit', Math.max(asked ?? timing.minute, shortest), asked);
	}
	if (status < 300 && retry === 'once') return { next: 'giveUp', because: 'outcomeUnknown' };
	if (status < 500 || isLast) return giveUp('refused');
	return pauseOf('sendAgain', Math.max(asked ?? backoff, backoff / 2), asked);
}

const pauseOf = (
	next: 'sendAgain' | 'waitForLimit',
	pause: number,
	asked: number | undefined,
): Decision => ({ next, pause: Math.min(pause, timing.longestRetryAfter), asked });

/**
 * How long the hub asks to wait, in ms, from `Retry-After` (seconds, or an HTTP date, which is read
 * against the answer's own `Date`: clocks differ); undefined when it does not say.
 */
export function retryAfterOf({ headers }: Pick<HubResponse, 'headers'>): number | undefined {
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
 */
export function readBody({ answersText, retry }: Endpoint, outcome: Outcome): Outcome {
	if (outcome instanceof NoUsableAnswer || outcome.status >= 300) return outcome;
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
	const report = errorBody.safeParse(body);
	const error = report.success ? report.data.error : undefined;
	const isBlankText = typeof error === 'string' && error.trim() === '';
	const says = error === true || (!isBlankText && !isEmpty(error));
	return says && Object.keys(body ?? {}).every((field) => fieldsOfAReport.includes(field));
}
