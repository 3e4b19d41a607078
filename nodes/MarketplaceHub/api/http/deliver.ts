import { deadlineIn, firstOf, Limiter, monotonicNow, wait } from '../async';
import type { Endpoint } from '../endpoints';
import { HubError } from '../errors';
import type { RateLimitWindow } from '../state';
import { timing } from '../timing';
import { failureOf, notSentAfter, outOfTime, withOutcome, type Because } from './failures';
import { blockWindow, pauseForLimit, takeSlot } from './rateLimit';
import {
	NoUsableAnswer,
	readBody,
	reportsError,
	retryAfterOf,
	tooLarge,
	type Outcome,
} from './send';

/** A request on its way. */
export interface Delivery {
	endpoint: Endpoint;
	run: Run;
	window: RateLimitWindow;
	/** Where writes of the same data wait for each other. */
	line?: Limiter;
	signal?: AbortSignal;
	/** Told since when it has waited for its turn within the limit. */
	waited?: (since: number) => void;
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
			const decision = whatFollows(endpoint, outcome, tries);
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
const maxLooksForSlot = 100;

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
export function whatFollows(
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

/** How long a run, a poll or a picker goes on while the hub accepts none of its requests. */
export interface LongestWait {
	ms: number;
	/** What the user can do about it, e.g. which parameter to raise. */
	advice?: string;
}

/** Reads that go out side by side. */
export const readsAtOnce = 10;

/** A signal that ends what waits with a HubError of kind `timeLimit` in `ms`. */
export const timeLimitIn = (ms: number): AbortSignal =>
	deadlineIn(ms, () => new HubError('timeLimit', 'The hub gave no answer within the time limit'));

/**
 * What the requests of one run have in common. It ends when the hub has accepted none of them for the
 * longest wait; turns for a documented limit are no part of it. Times are by the monotonic clock.
 */
export class Run {
	private readonly ended = new AbortController();
	private acceptedAt = -Infinity;
	/** When the first try began that was not accepted, since the last one that was. */
	private setBackSince?: number;
	private atOnce = readsAtOnce;
	readonly reads = new Limiter(() => this.atOnce);

	constructor(private readonly longest: LongestWait) {}

	/** Aborts when nothing more is sent, with what is said of the other requests. */
	get signal(): AbortSignal {
		return this.ended.signal;
	}

	/** ms left for a try that begins now. */
	get left(): number {
		const now = monotonicNow();
		return Math.max(0, (this.setBackSince ?? now) + this.longest.ms - now);
	}

	/** Notes what became of a try that began then. A hub with too much to do gets half as many reads. */
	note(outcome: Outcome, began: number): void {
		const status = outcome instanceof NoUsableAnswer ? undefined : outcome.status;
		if (status !== undefined && status !== 429 && status < 500) {
			this.acceptedAt = monotonicNow();
			this.setBackSince = undefined;
			return;
		}
		this.setBackSince ??= Math.max(began, this.acceptedAt);
		if (status === 429 || status === 500 || status === 503) this.atOnce = readsAtOnce / 2;
	}

	/**
	 * Lets a request wait.
	 * @param asked ms that the hub asks to wait
	 * @throws `failure` when there is no time for it
	 */
	allow({ pause, asked = 0 }: { pause: number; asked?: number }, failure: () => HubError): void {
		this.setBackSince ??= monotonicNow();
		if (Math.max(pause, asked) > this.left)
			throw this.end(outOfTime(failure(), this.longest, asked, this.left));
	}

	/** What is thrown when a request is given up for `failure`. */
	giveUp(failure: HubError): HubError {
		const isOver = this.setBackSince !== undefined && this.left === 0;
		return isOver ? this.end(outOfTime(failure, this.longest)) : failure;
	}

	/** What is thrown when a try that began then ended with `error`. Other requests need the token, too. */
	withoutToken(error: unknown, began: number): unknown {
		if (!(error instanceof HubError) || error.kind !== 'unreachable') return error;
		this.setBackSince ??= Math.max(began, this.acceptedAt);
		return this.end(this.giveUp(error));
	}

	/** Sends nothing more, because of `failure`. */
	private end(failure: HubError): HubError {
		this.ended.abort(notSentAfter(failure));
		return failure;
	}
}
