import { Limiter, monotonicNow, orAborted, delay } from '../async';
import type { HubError } from '../errors';
import { timing } from '../timing';
import type { Outcome } from './answer';
import { FairShare } from './fairShare';

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
	/** How many slots this process has; undefined without a documented limit: there only a 429 makes requests wait. */
	private readonly share?: FairShare;

	/** @param perMinute the documented limit, if there is one */
	constructor(perMinute?: number) {
		if (perMinute !== undefined) this.share = new FairShare(perMinute);
	}

	/** The block that holds now: `takeSlot` in `deliver.ts` waits until it ends. */
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
	 * @param onWait told how many ms the first in the line waits until a slot is free
	 * @returns whether a slot was taken; false when it is blocked
	 */
	async take(signal?: AbortSignal, onWait?: (ms: number) => void): Promise<boolean> {
		return await this.turns.run(async () => await this.takeFree(signal, onWait), signal);
	}

	/** Ends the slot of a request that was sent and got this outcome. */
	settle(outcome: Pick<Outcome, 'status' | 'headers'>, takenAt: number): void {
		this.release(outcome.status !== 429);
		const counted = this.slots.filter(({ countedUntil }) => countedUntil > takenAt).length;
		this.share?.learn(outcome, this.open + counted);
	}

	/** Ends a slot: a minute from now, or at once when the hub has not counted the request. */
	release(isCounted: boolean): void {
		this.open--;
		if (isCounted && this.share !== undefined) {
			const countedUntil = monotonicNow() + timing.minute;
			this.slots.push({ countedUntil, freeAt: countedUntil });
		}
		this.answered?.();
	}

	/** Ms until a slot of this process is free; Infinity where it has none, undefined without a documented limit. */
	get freeIn(): number | undefined {
		return this.share && this.nextFreeAt - monotonicNow();
	}

	private get nextFreeAt(): number {
		return Math.min(...this.slots.map(({ freeAt }) => freeAt));
	}

	private async takeFree(signal?: AbortSignal, onWait?: (ms: number) => void): Promise<boolean> {
		for (;;) {
			this.dropFreeSlots();
			if (this.block !== undefined) return false;
			const inUse = this.open + this.slots.length;
			if (this.share === undefined || inUse < this.share.perMinute) {
				this.share?.noteUse();
				this.open++;
				return true;
			}
			const ms = this.nextFreeAt - monotonicNow();
			if (ms < Infinity) {
				onWait?.(ms);
				await delay(ms, signal);
			} else await this.nextAnswer(signal);
		}
	}

	/**
	 * Lets go of the slots that are free by now, except a slot that is left to others for a while. A process
	 * that has no other slot keeps that slot.
	 */
	private dropFreeSlots(): void {
		const now = monotonicNow();
		const free = this.slots.find(({ freeAt }) => freeAt <= now);
		if (free === undefined) return;
		this.slots = this.slots.filter(({ freeAt }) => freeAt > now);
		const isOnly = this.open + this.slots.length === 0;
		const left = isOnly ? 0 : (this.share?.leaveSlot() ?? 0);
		if (left > 0) this.slots.push({ ...free, freeAt: now + left });
	}

	private async nextAnswer(signal?: AbortSignal): Promise<void> {
		const answered = new Promise<void>((resolve) => {
			this.answered = resolve;
		});
		await orAborted(answered, signal);
	}
}
