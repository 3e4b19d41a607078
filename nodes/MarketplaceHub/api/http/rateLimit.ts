import { Limiter, monotonicNow, orAborted, delay } from '../async';
import type { HubError } from '../errors';
import { timing } from '../timing';
import type { Outcome } from './send';

/** Nothing is sent until then, by the monotonic clock, because the hub has said so. */
interface Block {
	until: number;
	because: HubError;
}

/**
 * The limit a minute of one account and endpoint, shared by everything in the process (reference:
 * Limits): the ends of its slots, and a time until which it is blocked. Times are by the monotonic clock.
 *
 * A request holds a slot while it is under way and for a minute after its answer: the hub counted
 * it at some moment in between, so its own window is never exceeded, whatever the network does.
 *
 * Other processes and programs use the same account, and a limit is for all of them together. Each
 * process takes what the others leave: X-RateLimit-Remaining shows how much that is; where the hub
 * does not send it, only a 429 does. And each leaves something to a process that begins later.
 */
export class RateLimit {
	/** Requests under way. */
	private open = 0;
	/** Answered requests: until when the hub counts them at the latest, and when their slots are free. */
	private slots: Array<{ countedUntil: number; freeAt: number }> = [];
	/** Where requests wait for a slot, in order of arrival. */
	private readonly turns = new Limiter();
	/** Wakes the first in the line when a request under way is answered. */
	private answered?: () => void;
	private blocked?: Block;
	/** The documented limit, or a lower one that the hub said. */
	private limit: number;
	/** Requests of other processes within a minute, as answers showed them. */
	private others: Array<{ requests: number; seenAt: number }> = [];
	/** The requests that this process takes since a 429 of a hub that does not say what is left; it grows. */
	private share?: { requests: number; since: number };
	/** When a slot was last taken, and since when without a gap of two minutes. */
	private usedAt = -Infinity;
	private busySince = -Infinity;
	/** When a slot was last left to others. */
	private leftAt = -Infinity;

	/** @param perMinute the documented limit; without one only a 429 makes requests wait */
	constructor(private readonly perMinute = Infinity) {
		this.limit = perMinute;
	}

	/** The block that holds now. */
	get block(): Block | undefined {
		const { blocked } = this;
		return blocked !== undefined && blocked.until > monotonicNow() ? blocked : undefined;
	}

	/** Blocks for `ms`, unless a longer block holds. */
	blockFor(ms: number, because: HubError): void {
		const until = monotonicNow() + ms;
		if (until > (this.blocked?.until ?? 0)) this.blocked = { until, because };
	}

	/**
	 * Waits for a slot, in order of arrival. Nobody stands in line while it is blocked, so that each
	 * caller waits no longer than it wants.
	 * @returns whether a slot was taken; false when it is blocked
	 */
	async take(signal?: AbortSignal): Promise<boolean> {
		return await this.turns.run(async () => await this.takeFree(signal), signal);
	}

	/** Ends the slot of a request that was sent. */
	leave(outcome: Pick<Outcome, 'status' | 'headers'>, takenAt: number): void {
		this.release(outcome.status !== 429);
		if (this.perMinute < Infinity) this.learn(outcome, takenAt);
	}

	/** Ends a slot: a minute from now, or at once when the hub has not counted the request. */
	release(isCounted: boolean): void {
		this.open--;
		if (isCounted && this.perMinute < Infinity) {
			const countedUntil = monotonicNow() + timing.minute;
			this.slots.push({ countedUntil, freeAt: countedUntil });
		}
		this.answered?.();
	}

	/** Ms until a slot of this process is free; Infinity where it has none, undefined without a documented limit. */
	get freeIn(): number | undefined {
		return this.perMinute === Infinity ? undefined : this.nextFreeAt - monotonicNow();
	}

	private get inUse(): number {
		return this.open + this.slots.length;
	}

	private get nextFreeAt(): number {
		return Math.min(...this.slots.map(({ freeAt }) => freeAt));
	}

	private async takeFree(signal?: AbortSignal): Promise<boolean> {
		for (;;) {
			const now = monotonicNow();
			this.dropFreeSlots(now);
			if (this.block !== undefined) return false;
			if (this.inUse < this.ownShare(now)) {
				if (this.usedAt < now - 2 * timing.minute) this.busySince = now;
				this.usedAt = now;
				this.open++;
				return true;
			}
			const freeAt = this.nextFreeAt;
			if (freeAt < Infinity) await delay(freeAt - now, signal);
			else await this.nextAnswer(signal);
		}
	}

	/** Lets go of the slots that are free by now, but for one that is left to others for a while. */
	private dropFreeSlots(now: number): void {
		const free = this.slots.find(({ freeAt }) => freeAt <= now);
		if (free === undefined) return;
		this.slots = this.slots.filter(({ freeAt }) => freeAt > now);
		const left = this.leftToOthers(now);
		if (left > 0) this.slots.push({ ...free, freeAt: now + left });
	}

	private async nextAnswer(signal?: AbortSignal): Promise<void> {
		const answered = new Promise<void>((resolve) => {
			this.answered = resolve;
		});
		await orAborted(answered, signal);
	}

	/** Notes the limit and the share of others that an answer shows. */
	private learn({ status, headers }: Pick<Outcome, 'status' | 'headers'>, sentAt: number): void {
		const now = monotonicNow();
		const counted = this.slots.filter(({ countedUntil }) => countedUntil > sentAt).length;
		const own = this.open + counted;
		const limit = Number(headers['x-ratelimit-limit']);
		const left = Number(headers['x-ratelimit-remaining'] ?? NaN);
		const isSaid = Number.isInteger(limit) && limit > 0;
		if (isSaid) this.limit = Math.min(limit, this.perMinute);
		if (isSaid && Number.isInteger(left)) {
			const others = this.limit - Math.max(0, left) - own;
			this.others.push({ requests: others, seenAt: now });
		} else if (status === 429) this.share = { requests: Math.floor(own * 0.75), since: now };
	}

	/** How many requests a minute this process may send, at least one. */
	private ownShare(now: number): number {
		const { limit, share } = this;
		this.others = this.others.filter(({ seenAt }) => seenAt > now - timing.minute);
		const others = Math.max(0, ...this.others.map(({ requests }) => requests));
		const minutes = share === undefined ? Infinity : (now - share.since) / timing.minute;
		const own = (share?.requests ?? 0) + Math.floor((minutes * limit) / 10);
		return Math.max(1, Math.min(limit - others, own));
	}

	/**
	 * Ms for which a slot that is free now is left to others. A process that always took its slots again
	 * at once would let nobody else in; so one of them each minute stays free, the longer the job has
	 * lasted: a fiftieth of that time, at most a fifth of a minute. A process that has no other slot keeps it.
	 */
	private leftToOthers(now: number): number {
		const isOnly = this.inUse === 0;
		if (isOnly || this.leftAt > now - timing.minute) return 0;
		this.leftAt = now;
		return Math.min((now - this.busySince) / 50, timing.minute / 5);
	}
}
