import { deadlineIn, Limiter, monotonicNow } from '../async';
import { HubError } from '../errors';
import { notSentAfter, outOfTime } from './failures';
import type { Outcome } from './send';

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
	note({ status }: Outcome, began: number): void {
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
	allow({ pause, asked = 0 }: { pause: number; asked?: number }, failure: HubError): void {
		this.setBackSince ??= monotonicNow();
		if (Math.max(pause, asked) > this.left)
			throw this.end(outOfTime(failure, this.longest, asked, this.left));
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
