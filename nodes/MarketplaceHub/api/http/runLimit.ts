import { deadlineIn, monotonicNow } from '../async';
import { HubError } from '../errors';
import type { Outcome } from './answer';
import { timing } from '../timing';
import { notSentAfter } from './failures';
import { outOfTime } from './outOfTime';

/** How long a run, a poll or a picker goes on while the hub accepts none of its requests. */
export interface LongestWait {
	ms: number;
	/** The same while no request gets any HTTP answer; left out where that makes no difference. */
	silence?: number;
	/** Advice for the user, e.g. which parameter to raise. */
	advice?: string;
}

/** Reads that go out side by side. */
export const readsAtOnce = 10;

/** A signal that ends waits with a HubError of kind `timeLimit` in `ms`. */
export const timeLimitIn = (ms: number): AbortSignal =>
	deadlineIn(ms, () => new HubError('timeLimit', 'The hub gave no answer within the time limit'));

/**
 * The time limit that the requests of one run share. Two clocks may run, by the
 * monotonic clock of the machine:
 * - set back: since the first try that the hub did not accept, until it accepts one. The run ends when
 *   it reaches the longest wait. Turns for a documented limit are no part of it.
 * - silent: since the first try that got no answer at all, until any answer. The run ends when it
 *   reaches `silence`, which is set for runs by hand.
 */
export class RunLimit {
	private readonly ended = new AbortController();
	private acceptedAt = -Infinity;
	/** Start of the first try that was not accepted since the last accepted try. */
	private setBackSince?: number;
	/** When the first try began that got no answer, since the last answer of any kind. */
	private silentSince?: number;

	constructor(readonly longest: LongestWait) {}

	/** Aborts when nothing more is sent, with the failure of the other requests. */
	get signal(): AbortSignal {
		return this.ended.signal;
	}

	/** ms left for a pause; a pause that follows an answer may last as long as the longest wait. */
	get timeLeft(): number {
		const now = monotonicNow();
		const left = (this.setBackSince ?? now) + this.longest.ms - now;
		return Math.max(0, this.silentSince === undefined ? left : Math.min(left, this.timeForAnswer));
	}

	/** ms for a try that begins now, until an answer has to come; never so few that none can. */
	get timeForTry(): number {
		return Math.max(timing.shortestTry, Math.min(this.timeLeft, this.timeForAnswer));
	}

	/** For how many ms no request has got an answer, where the run ends because of that. */
	get silentFor(): number | undefined {
		if (this.silentSince === undefined) return undefined;
		const { ms, silence = Infinity } = this.longest;
		return silence < ms ? monotonicNow() - this.silentSince : undefined;
	}

	/** For how many ms the hub has accepted nothing. */
	get setBackFor(): number {
		const now = monotonicNow();
		return now - (this.setBackSince ?? now);
	}

	private get timeForAnswer(): number {
		const now = monotonicNow();
		return Math.max(0, (this.silentSince ?? now) + (this.longest.silence ?? Infinity) - now);
	}

	/** Whether the hub has accepted nothing for the longest wait. */
	get isOver(): boolean {
		return this.setBackSince !== undefined && this.timeLeft === 0;
	}

	/** Starts the clock of the longest wait at `began`, unless it runs. */
	noteSetback(began = monotonicNow()): void {
		this.setBackSince ??= Math.max(began, this.acceptedAt);
	}

	/** Notes the outcome of a try that began then. */
	addOutcome({ status }: Outcome, began: number): void {
		this.silentSince = status === undefined ? (this.silentSince ?? began) : undefined;
		if (status !== undefined && status !== 429 && status < 500) {
			this.acceptedAt = monotonicNow();
			this.setBackSince = undefined;
			return;
		}
		this.noteSetback(began);
	}

	/**
	 * Ends the run where it has no time for the wait of a request that the hub did not accept.
	 * @param asked ms that the hub asks to wait
	 * @throws `failure`, with the reason
	 */
	checkTimeFor(ms: number, failure: HubError, asked = 0): void {
		this.noteSetback();
		const left = this.timeLeft;
		if (Math.max(ms, asked) > left)
			throw this.end(outOfTime(failure, this, { asked, pause: ms, left }));
	}

	/** The failure of a request that is not sent again: it ends the run when that is over by now. */
	givenUp(failure: HubError): HubError {
		return this.isOver ? this.end(outOfTime(failure, this)) : failure;
	}

	/**
	 * Sends nothing more.
	 * @returns `because`, which says that it ends the run
	 */
	end(because: HubError): HubError {
		this.ended.abort(notSentAfter(because));
		return because.with({ endsRun: true });
	}
}
