import { monotonicNow } from '../async/wait';
import type { RateLimitWindow } from '../state';
import { timing } from '../timing';

/*
 * Other processes and programs use the same account, and a limit is for all of them together. Each
 * process takes what the others leave: X-RateLimit-Remaining shows how much that is; where the hub
 * does not send it, only a 429 does. And each leaves something to a process that begins later.
 */

/** How many requests a minute this process may send of `limit`, at least one. */
export function ownShare(window: RateLimitWindow, limit: number, now = monotonicNow()): number {
	const { share } = window;
	window.others = window.others.filter(({ seenAt }) => seenAt > now - timing.minute);
	const others = Math.max(0, ...window.others.map(({ requests }) => requests));
	const minutes = share === undefined ? Infinity : (now - share.since) / timing.minute;
	const own = (share?.requests ?? 0) + Math.floor((minutes * limit) / 10);
	return Math.max(1, Math.min(limit - others, own));
}

/**
 * Ms for which a slot that is free now is left to others. A process that always took its slots again
 * at once would let nobody else in; so one of them each minute stays free, the longer the job has
 * lasted: a fiftieth of that time, at most a fifth of a minute. Who has no other slot keeps it.
 */
export function leftToOthers(window: RateLimitWindow, now: number): number {
	const isOnly = window.open + window.slots.length === 0;
	if (isOnly || window.leftAt > now - timing.minute) return 0;
	window.leftAt = now;
	return Math.min((now - window.busySince) / 50, timing.minute / 5);
}

/**
 * Ms until a request that was answered 429 is sent again: what the hub asks for; else until a slot of
 * this process is free, because the hub counts those too. A process without one looks again in a
 * minute, when what filled the limit need no longer count, and then a few times a minute.
 * @param waits how often the request was answered 429
 */
export function pauseForLimit(
	{ slots }: Pick<RateLimitWindow, 'slots'>,
	perMinute: number | undefined,
	{ pause, asked }: { pause: number; asked?: number },
	waits: number,
	now = monotonicNow(),
	random = Math.random(),
): number {
	if (asked !== undefined || perMinute === undefined) return pause;
	const own = Math.min(...slots.map(({ freeAt }) => freeAt)) - now;
	if (own < Infinity) return Math.max(timing.backoff, own);
	return timing.minute * (waits === 1 ? 1 + random / 20 : 0.05 + random * 0.15);
}
