import type { Endpoint } from '../endpoints';
import { timing } from '../timing';
import { reportsError, retryAfterOf } from './response';
import { NoUsableAnswer, type Outcome } from './send';

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

/** What to do after an outcome; `pause` in ms. */
export type Decision =
	| { next: 'accept'; body: unknown }
	| { next: 'sendAgain'; pause: number }
	| { next: 'waitForLimit'; pause: number }
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
		const asked = Math.max(retryAfterOf(outcome) ?? timing.minute, timing.backoff);
		return { next: 'waitForLimit', pause: Math.min(asked, timing.longestRetryAfter) };
	}
	if (status < 300) return giveUp(retry === 'once' ? 'outcomeUnknown' : 'refused');
	if (status < 500) return giveUp('refused');
	if (retry === 'once') return giveUp('outcomeUnknown');
	if (isLast) return giveUp('refused');
	const pause = Math.min(retryAfterOf(outcome) ?? backoff, timing.longestRetryAfter);
	return { next: 'sendAgain', pause };
}
