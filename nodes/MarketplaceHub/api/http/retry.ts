import type { Endpoint } from '../endpoints';
import { timing } from '../timing';
import { type Outcome, reportsError, retryAfterOf } from './answer';

/** How often a request is sent at most when answers are lost or the hub answers 500 or above. */
const maxAttempts = 5;
/** How often a 429 is waited out that says for how long. */
const maxRateLimitWaits = 10;
/** How often a 429 is waited out that does not: longer than a run waits. */
const maxLooksForSlot = 100;

/** How a request has fared so far. */
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

export const noTries: Tries = { failed: 0, answersLost: 0, mayBeDone: false, rateLimited: 0 };

/** `tries` and one more, with this outcome. */
export function triesAfter(tries: Tries, outcome: Outcome): Tries {
	if (outcome.status === undefined) {
		const arrived = outcome.mayHaveArrived;
		return {
			...tries,
			failed: tries.failed + 1,
			answersLost: tries.answersLost + (arrived ? 1 : 0),
			mayBeDone: tries.mayBeDone || arrived,
		};
	}
	if (isRateLimited(outcome)) return { ...tries, rateLimited: tries.rateLimited + 1 };
	if (outcome.status < 500) return tries;
	return { ...tries, failed: tries.failed + 1, mayBeDone: true };
}

export const isRateLimited = ({ status }: Outcome): boolean => status === 429;

const isAccepted = ({ status = Infinity, body }: Outcome): boolean =>
	status < 300 && !reportsError(body);

/**
 * Whether a request that the hub did not carry out is sent again. A 401 never comes here: it costs a token,
 * see auth/sendWithToken.ts.
 * @param tries with this outcome
 * @param freeIn of the endpoint's limit, see RateLimit
 * @param random spreads the pauses of several processes: from 0 to 1
 * @returns the pause before it is sent again, in ms; undefined when it is not
 */
export function shouldRetry(
	{ retry }: Pick<Endpoint, 'retry'>,
	outcome: Outcome,
	tries: Tries,
	freeIn?: number,
	random = Math.random(),
): number | undefined {
	if (isRateLimited(outcome)) return rateLimitPause(outcome, tries, random, freeIn);
	if (outcome.status === undefined ? outcome.isLasting : outcome.status < 500) return undefined;
	if (retry === 'once') return undefined;
	if (tries.failed === maxAttempts) return undefined;
	const backoff = timing.backoff * 2 ** (tries.failed - 1) * (0.75 + random / 2);
	return bounded(Math.max(retryAfterOf(outcome) ?? backoff, backoff / 2));
}

/**
 * What the hub asks for; else until a slot of this process is free, because the hub counts those too. A
 * process without one looks again in a minute, when what filled the limit need no longer count, and then
 * every 3 to 6 seconds: what others leave is free for no longer than 12.
 */
function rateLimitPause(
	outcome: Outcome,
	{ rateLimited }: Tries,
	random: number,
	freeIn?: number,
): number | undefined {
	const asked = retryAfterOf(outcome);
	if (rateLimited > (asked === undefined ? maxLooksForSlot : maxRateLimitWaits)) return undefined;
	if (asked === undefined && freeIn !== undefined) {
		if (freeIn < Infinity) return Math.max(timing.backoff, freeIn);
		return timing.minute * (rateLimited === 1 ? 1 + random / 20 : 0.05 + random * 0.05);
	}
	const shortest = Math.min(timing.backoff * 2 ** (rateLimited - 1), timing.minute);
	return bounded(Math.max(asked ?? timing.minute, shortest));
}

const bounded = (pause: number) => Math.min(pause, timing.longestRetryAfter);

/** Whether the hub has carried the request out: now, or by an earlier try whose answer was lost. */
export function isDone(
	{ notFoundOnRetryIsSuccess }: Pick<Endpoint, 'notFoundOnRetryIsSuccess'>,
	outcome: Outcome,
	tries: Tries,
): boolean {
	if (isAccepted(outcome)) return true;
	return outcome.status === 404 && tries.answersLost > 0 && notFoundOnRetryIsSuccess === true;
}

/**
 * Whether a write that is given up with this outcome may have been carried out: by this try, or by an earlier one.
 * @param tries with this outcome
 */
export const isOutcomeUnknown = (
	{ retry }: Pick<Endpoint, 'retry'>,
	{ status }: Outcome,
	{ mayBeDone }: Tries,
): boolean =>
	retry !== 'read' && (mayBeDone || (retry === 'once' && status !== undefined && status < 300));
