import { monotonicNow } from '../async';
import { timing } from '../timing';
import type { Outcome } from './answer';

/** After a 429 that names no limit: this share of the requests that were counted goes on. */
const keptAfter429 = 0.75;
/** By this share of the limit the reduced share grows in a minute. */
const regainedPerMinute = 0.1;
/** This share of the time that a process has been busy, but never more of a minute, a slot is left to others. */
const leftOfBusyTime = 1 / 50;
const mostLeftOfMinute = 1 / 5;

/**
 * How much of a limit a minute this process takes. Other processes and programs use the same account, and the
 * limit is for all of them together. Each process takes the part that the others leave: X-RateLimit-Remaining
 * shows how much; where the hub does not send it, only a 429 does. And each process leaves something to a
 * process that begins later. Times are by the monotonic clock.
 */
export class FairShare {
	/** The documented limit, or a lower limit that the hub told. */
	private limit: number;
	/** Requests of other processes within a minute, as answers showed them. */
	private others: Array<{ requests: number; seenAt: number }> = [];
	/** The requests a minute since a 429 of a hub that does not say how many are left; the number grows. */
	private reduced?: { requests: number; since: number };
	/** When a request was last sent, and since when without a gap of two minutes. */
	private usedAt = -Infinity;
	private busySince = -Infinity;
	/** When a slot was last left to others. */
	private leftAt = -Infinity;

	/** @param documented the limit a minute of the reference */
	constructor(private readonly documented: number) {
		this.limit = documented;
	}

	/** How many requests a minute this process may send, at least one. */
	get perMinute(): number {
		const now = monotonicNow();
		this.others = this.others.filter(({ seenAt }) => seenAt > now - timing.minute);
		const others = Math.max(0, ...this.others.map(({ requests }) => requests));
		const left = this.limit - others;
		if (this.reduced === undefined) return Math.max(1, left);
		const { requests, since } = this.reduced;
		const grown = Math.floor(((now - since) / timing.minute) * this.limit * regainedPerMinute);
		return Math.max(1, Math.min(left, requests + grown));
	}

	/** Notes that a request is sent. */
	noteUse(): void {
		const now = monotonicNow();
		if (this.usedAt < now - 2 * timing.minute) this.busySince = now;
		this.usedAt = now;
	}

	/**
	 * Notes the limit and the share of others that an answer shows.
	 * @param own requests of this process that the hub counts
	 */
	learn({ status, headers }: Pick<Outcome, 'status' | 'headers'>, own: number): void {
		const now = monotonicNow();
		const limit = Number(headers['x-ratelimit-limit']);
		const left = Number(headers['x-ratelimit-remaining'] ?? NaN);
		const isSaid = Number.isInteger(limit) && limit > 0;
		if (isSaid) this.limit = Math.min(limit, this.documented);
		if (isSaid && Number.isInteger(left))
			this.others.push({ requests: this.limit - Math.max(0, left) - own, seenAt: now });
		else if (status === 429)
			this.reduced = { requests: Math.floor(own * keptAfter429), since: now };
	}

	/**
	 * Ms for which a slot that is free now is left to others. A process that always took its slots again
	 * at once would let nobody else in. So once a minute one slot stays unused for a while.
	 */
	leaveSlot(): number {
		const now = monotonicNow();
		if (this.leftAt > now - timing.minute) return 0;
		this.leftAt = now;
		return Math.min((now - this.busySince) * leftOfBusyTime, timing.minute * mostLeftOfMinute);
	}
}
