import { inWords, monotonicNow, wait } from '../async/wait';
import { HubError } from '../errors';

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
		if (this.end === undefined) return;
		const { kind, message, description, httpStatus } = this.end;
		throw new HubError(
			kind,
			`Not sent, because an earlier request did not get through: ${message}`,
			{
				description,
				httpStatus,
			},
		);
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
		const exhausted = this.exhausted(failure(), asked);
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
		const exhausted = this.exhausted(failure);
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

	private exhausted(failure: HubError, asked?: number): HubError {
		const { ms, advice = '' } = this.run.longest;
		const limit = `the longest wait of ${inWords(ms)}`;
		const why =
			asked !== undefined && asked > this.left()
				? `it asks to wait ${inWords(asked)}, more than is left of ${limit}`
				: `given up after ${limit}`;
		return new HubError(failure.kind, `${failure.message} (${why})`, {
			...failure,
			description: [failure.description ?? '', advice].join(' ').trim(),
		});
	}
}
