import { monotonicNow, wait } from '../async/wait';
import type { Endpoint } from '../endpoints';
import { HubError } from '../errors';
import { timing } from '../timing';
import { retryAfterOf } from './errorText';
import { notSentAfter, outOfTime } from './failures';
import { NoUsableAnswer, reportsError, tooLarge, type Outcome } from './send';

/*
 * Whether a request is sent again: by the rules of its row (`decide`), and by the time that its run
 * has for it (`Patience`).
 */

/** How often a request is sent at most when answers are lost or the hub answers 500 or above. */
const maxAttempts = 5;
/** How often a 429 is waited out that says for how long. */
const maxRateLimitWaits = 10;
/** And one that does not: see `pauseForLimit` in sharedLimit.ts. */
const maxLooksForSlot = 18;

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
	| { next: 'giveUp'; because: 'refused' | 'unreachable' | 'outcomeUnknown' };

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

/** Whether the hub says that it has too much to do. */
export const isSetback = (outcome: Outcome): boolean =>
	!(outcome instanceof NoUsableAnswer) && [429, 500, 503].includes(outcome.status);

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

/** How long a run, a poll or a picker goes on while the hub gives no usable answer. */
export interface LongestWait {
	/** ms for all its requests together. */
	ms: number;
	/** What the user can do about it, e.g. which parameter to raise. */
	advice?: string;
}

/**
 * What is left of the longest wait. Time counts that requests spend on 429, 500, 503 or silence
 * before they are given up: once for requests side by side, and not at all when they get through in
 * the end. Turns for a documented limit are no such time.
 */
export class Patience {
	private spent = 0;
	/** Up to here the time is counted, so that waits side by side count once. */
	private countedUntil = -Infinity;
	private end?: HubError;

	constructor(readonly longest: LongestWait) {}

	/** @throws what has stopped the run, if something has */
	check(): void {
		if (this.end !== undefined) throw notSentAfter(this.end);
	}

	/** Lets nothing more be sent, because of `failure`. */
	stop(failure: HubError): void {
		this.end ??= failure;
	}

	/** ms left for a request that has met trouble since then, by the monotonic clock. */
	left(since: number): number {
		return Math.max(0, this.longest.ms - this.spent - this.uncounted(since));
	}

	/** Counts the time of a request that is given up. */
	count(since: number): void {
		this.spent += this.uncounted(since);
		this.countedUntil = monotonicNow();
	}

	/** What one request may spend of it. */
	forRequest(): RequestPatience {
		return new RequestPatience(this);
	}

	private uncounted(since: number): number {
		return Math.max(0, monotonicNow() - Math.max(since, this.countedUntil));
	}
}

/** Whether time was spent on it that a request with other values would spend as well. */
const isTrouble = ({ kind, httpStatus = 0 }: HubError) =>
	kind === 'unreachable' || kind === 'outcomeUnknown' || httpStatus === 429 || httpStatus >= 500;

/** The patience of a run, as one of its requests sees it. */
export class RequestPatience {
	/** When the present try began. */
	private tried = monotonicNow();
	/** When the first unsuccessful one began. */
	private since?: number;

	constructor(private readonly run: Patience) {}

	/** A try begins. @throws what has stopped the run, if something has */
	begin(): void {
		this.run.check();
		this.tried = monotonicNow();
	}

	/** ms left. */
	left(): number {
		return this.run.left(this.since ?? this.tried);
	}

	/**
	 * Lets the request be sent again after an unsuccessful try, if there is time for the pause.
	 * @param asked ms that the hub asks to wait
	 * @param failure what is said when there is not
	 */
	allow({ pause, asked }: { pause: number; asked?: number }, failure: () => HubError): void {
		this.since ??= this.tried;
		if (Math.max(pause, asked ?? 0) <= this.left()) return;
		const exhausted = outOfTime(failure(), this.run.longest, asked, this.left());
		this.run.count(this.since);
		this.run.stop(exhausted);
		throw exhausted;
	}

	/** Forgives the time up to a moment at which another request got through the same limit. */
	forgive(until: number): void {
		if (this.since !== undefined) this.since = Math.max(this.since, until);
	}

	/** Waits `ms` for the end of a limit that some request has met. @throws `failure`, exhausted */
	async waitForLimit(ms: number, failure: () => HubError, signal?: AbortSignal): Promise<void> {
		this.run.check();
		this.tried = monotonicNow();
		this.allow({ pause: ms, asked: ms }, failure);
		await wait(ms, signal);
	}

	/** What is thrown when the request is given up: `failure`, with its time counted. */
	giveUp(failure: HubError): HubError {
		if (!isTrouble(failure)) return failure;
		const since = this.since ?? this.tried;
		const isExhausted = this.run.left(since) <= 0;
		this.run.count(since);
		if (!isExhausted) return failure;
		const exhausted = outOfTime(failure, this.run.longest);
		this.run.stop(exhausted);
		return exhausted;
	}

	/** Ends the run when no token was issued: its other requests would learn the same. */
	noToken(error: unknown): unknown {
		if (!(error instanceof HubError) || error.kind !== 'unreachable') return error;
		const failure = this.giveUp(error);
		this.run.stop(failure);
		return failure;
	}
}
