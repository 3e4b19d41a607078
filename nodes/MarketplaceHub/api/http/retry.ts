import type { Endpoint, RetryClass } from '../endpoints';
import { timing } from '../timing';
import { type Outcome, reportsError, retryAfterOf } from './answer';

/** How often a request is sent at most when answers are lost or the hub answers 500 or above. */
const maxAttempts = 5;
/** How often a 429 is waited out that says for how long. */
const maxTimedWaits = 10;
/** How often a 429 is waited out that does not: longer than a run waits. */
const maxLooksForSlot = 100;

/** How a request has fared so far. */
export interface Tries {
	/** How often no usable answer came, or one of 500 or above. */
	failed: number;
	/** How often the hub answered 429. */
	rateLimited: number;
	/** Whether an answer was lost, which may have said that the work is done. */
	isAnswerLost: boolean;
	/** Whether a write may have been carried out; never of a read. */
	mayBeDone: boolean;
}

export const noTries: Tries = {
	failed: 0,
	rateLimited: 0,
	isAnswerLost: false,
	mayBeDone: false,
};

type Retry = Pick<Endpoint, 'retry'>;

/** Whether the hub has carried the request out: now, or by one of the `tries` before, whose answer was lost. */
export function isDone(
	{ notFoundOnRetryIsSuccess }: Pick<Endpoint, 'notFoundOnRetryIsSuccess'>,
	{ status = Infinity, body }: Outcome,
	tries: Tries,
): boolean {
	if (status < 300) return !reportsError(body);
	return status === 404 && tries.isAnswerLost && notFoundOnRetryIsSuccess === true;
}

/** `tries` and one more, with an outcome that is not `isDone`. */
export function triesAfter(tries: Tries, { retry }: Retry, outcome: Outcome): Tries {
	const { status = Infinity } = outcome;
	if (status === 429) return { ...tries, rateLimited: tries.rateLimited + 1 };
	return {
		...tries,
		failed: tries.failed + (status >= 500 ? 1 : 0),
		isAnswerLost: tries.isAnswerLost || isLost(outcome),
		mayBeDone: tries.mayBeDone || isUnclear(retry, outcome),
	};
}

const isLost = (outcome: Outcome) => outcome.status === undefined && outcome.mayHaveArrived;

/** Whether the hub may have carried out a write that it did not accept. */
function isUnclear(retry: RetryClass, outcome: Outcome): boolean {
	if (retry === 'read') return false;
	if (outcome.status === undefined) return isLost(outcome);
	// below 300: a success that reports an error
	return outcome.status >= 500 || (retry === 'once' && outcome.status < 300);
}

/**
 * Whether a request that the hub did not accept is sent again. A 401 never comes here: it costs a token,
 * see auth/sendWithToken.ts.
 * @param tries with this outcome
 */
export function shouldRetry({ retry }: Retry, outcome: Outcome, tries: Tries): boolean {
	// 429: not carried out
	if (outcome.status === 429) {
		const isTimed = retryAfterOf(outcome) !== undefined;
		return tries.rateLimited <= (isTimed ? maxTimedWaits : maxLooksForSlot);
	}
	// 400, 404, 406, a host that nobody knows: it would end the same way
	if (outcome.status === undefined ? outcome.isLasting : outcome.status < 500) return false;
	// 500, 503, a lost connection, a deadline: it may have been carried out
	if (retry === 'once') return false;
	return tries.failed < maxAttempts;
}

/**
 * How long a request waits before it is sent again, in ms.
 * @param tries with this outcome
 * @param freeIn of the endpoint's limit, see RateLimit
 * @param random spreads the waits of several processes: from 0 to 1
 */
export function retryDelay(
	outcome: Outcome,
	{ failed, rateLimited }: Tries,
	freeIn?: number,
	random = Math.random(),
): number {
	const asked = retryAfterOf(outcome);
	if (outcome.status !== 429) {
		const backoff = timing.backoff * 2 ** (failed - 1) * (0.75 + random / 2);
		return bounded(Math.max(asked ?? backoff, backoff / 2));
	}
	if (asked !== undefined) {
		const shortest = Math.min(timing.backoff * 2 ** (rateLimited - 1), timing.minute);
		return bounded(Math.max(asked, shortest));
	}
	// no documented limit: the hub counts by the minute
	if (freeIn === undefined) return timing.minute;
	// the hub counts the slots of this process too
	if (freeIn < Infinity) return Math.max(timing.backoff, freeIn);
	// a process without a slot looks again when the requests that filled the limit may no longer count, and then
	// every 3 to 6 s: a slot that others leave is free for no longer than 12 s (see fairShare.ts)
	return rateLimited === 1
		? timing.minute * (1 + random / 20)
		: timing.minute * (1 + random) * 0.05;
}

const bounded = (ms: number) => Math.min(ms, timing.longestRetryAfter);
