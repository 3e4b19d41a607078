import type { Endpoint } from '../endpoints';
import { timing } from '../timing';
import { retryAfterOf } from './errorText';
import { NoUsableAnswer, reportsError, tooLarge, type Outcome } from './send';

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

/** Why a request is given up: `refused` for an answer, `unreachable` for none, or either. */
export type Because = 'refused' | 'unreachable' | 'outcomeUnknown';

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
