import { inWords, monotonicNow } from '../async/clock';
import { wait } from '../async/wait';
import { HubError } from '../errors';

/** How long one run, poll or look of a picker goes on while the hub gives no usable answer. */
export interface LongestWait {
	/** ms for all its requests together. */
	ms: number;
	/** What to do about it, e.g. which parameter to raise. */
	advice?: string;
}

/**
 * What is left of the longest wait of a run. Time counts that requests spend on 429, 500, 503 or
 * silence before they are given up: once for requests side by side, and not at all when they get
 * through in the end. Turns for a documented limit are no such time.
 */
export class Patience {
	private spent = 0;
	/** Up to here the time is counted, so that waits side by side count once. */
	private countedUntil = -Infinity;
	private end?: HubError;

	constructor(private readonly longest: LongestWait) {}

	/**
	 * ms left for a request.
	 * @param since when it began to meet trouble, by the monotonic clock; undefined when it has not
	 */
	left(since?: number): number {
		const current = since === undefined ? 0 : monotonicNow() - Math.max(since, this.countedUntil);
		return Math.max(0, this.longest.ms - this.spent - Math.max(0, current));
	}

	/** Whether there is time for a pause of `ms`. */
	allows(ms: number, since?: number): boolean {
		return ms <= this.left(since);
	}

	/** Counts the time of a request that is given up. */
	count(since: number): void {
		const now = monotonicNow();
		this.spent += Math.max(0, now - Math.max(since, this.countedUntil));
		this.countedUntil = now;
	}

	/** Lets nothing more be sent for this run, because of `failure`. */
	stop(failure: HubError): void {
		this.end ??= failure;
	}

	/** @throws what has stopped the run, if something has */
	check(): void {
		if (this.end === undefined) return;
		const { kind, message, description, httpStatus, requestId, details } = this.end;
		throw new HubError(kind, `Not sent, because an earlier request did not get through: ${message}`, {
			description,
			httpStatus,
			requestId,
			details,
		});
	}

	/** `failure` with what the longest wait has to do with it. @param asked ms that the hub asks to wait */
	exhausted(failure: HubError, asked?: number): HubError {
		const limit = `the longest wait of ${inWords(this.longest.ms)}`;
		const why =
			asked === undefined ? `given up after ${limit}` : `it asks to wait ${inWords(asked)}, more than ${limit}`;
		return new HubError(failure.kind, `${failure.message} (${why})`, {
			...failure,
			description: [failure.description ?? '', this.longest.advice ?? ''].join(' ').trim(),
		});
	}
}
