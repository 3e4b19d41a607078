import type { Endpoint } from '../endpoints';
import { timing } from '../timing';
import { NoUsableAnswer, reportsError, retryAfterOf, type Outcome } from './response';

/** How often a request is sent at most when answers are lost or the hub answers 500 or above. */
const maxAttempts = 5;
/** How often a 429 is waited out. */
const maxRateLimitWaits = 10;

/** Codes of connections that will not come about a second time either. */
const hopeless = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS.*|.*CERT.*|UNABLE_TO_.*)$/;

/** What has become of a request so far. */
export interface Tries {
	/** How often no usable answer came, or one of 500 or above. */
	failed: number;
	/** How often the hub answered 429. */
	rateLimited: number;
}

/** What to do after an outcome; `pause` in ms, `asked` what the hub asks for, however long. */
export type Decision =
	| { next: 'accept'; body: unknown }
	| { next: 'sendAgain' | 'waitForLimit'; pause: number; asked?: number }
	| { next: 'giveUp'; because: 'refused' | 'unreachable' | 'outcomeUnknown' };

const giveUp = (because: 'refused' | 'unreachable' | 'outcomeUnknown'): Decision => ({
	next: 'giveUp',
	because,
});

/**
 * Whether a request is sent again (design: Request rules). A 401 never comes here: see
 * auth/sendWithToken.ts.
 * @param tries what has become of it before this outcome
 * @param jitter spreads the waits of several processes
 */
export function decide(
	{ retry, notFoundOnRetryIsSuccess }: Pick<Endpoint, 'retry' | 'notFoundOnRetryIsSuccess'>,
	outcome: Outcome,
	{ failed, rateLimited }: Tries,
	jitter = 0.75 + Math.random() / 2,
): Decision {
	const backoff = timing.backoff * 2 ** failed * jitter;
	const isLast = failed + 1 === maxAttempts;
	if (outcome instanceof NoUsableAnswer) {
		if (hopeless.test(outcome.code)) return giveUp('unreachable');
		if (retry === 'once') {
			return giveUp(outcome.code === 'ECONNREFUSED' ? 'unreachable' : 'outcomeUnknown');
		}
		return isLast ? giveUp('unreachable') : { next: 'sendAgain', pause: backoff };
	}
	const { status, body } = outcome;
	if (status < 300 && !reportsError(body)) return { next: 'accept', body };
	if (status === 404 && failed > 0 && notFoundOnRetryIsSuccess === true) {
		return { next: 'accept', body: undefined };
	}
	if (status === 429 && rateLimited < maxRateLimitWaits) {
		const asked = retryAfterOf(outcome);
		const shortest = Math.min(timing.backoff * 2 ** rateLimited, timing.minute);
		return pauseOf('waitForLimit', Math.max(asked ?? timing.minute, shortest), asked);
	}
	if (status < 300) return giveUp(retry === 'once' ? 'outcomeUnknown' : 'refused');
	if (status < 500) return giveUp('refused');
	if (retry === 'once') return giveUp('outcomeUnknown');
	if (isLast) return giveUp('refused');
	const asked = retryAfterOf(outcome);
	return pauseOf('sendAgain', Math.max(asked ?? backoff, backoff / 2), asked);
}

const pauseOf = (
	next: 'sendAgain' | 'waitForLimit',
	pause: number,
	asked: number | undefined,
): Decision => ({ next, pause: Math.min(pause, timing.longestRetryAfter), asked });
