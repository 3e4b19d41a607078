import { monotonicNow, orAborted, wait } from '../async';
import type { HubError } from '../errors';
import type { RateLimitWindow } from '../state';
import { timing } from '../timing';
import type { Run } from './run';
import type { Outcome } from './send';

/*
 * Sliding windows of the documented per-minute limits, one an account and endpoint, shared by
 * everything in the process (reference: Limits).
 *
 * A request holds a slot while it is under way and for a minute after its answer: the hub counted
 * it at some moment in between, so its own window is never exceeded, whatever the network does.
 *
 * Other processes and programs use the same account, and a limit is for all of them together. Each
 * process takes what the others leave: X-RateLimit-Remaining shows how much that is; where the hub
 * does not send it, only a 429 does. And each leaves something to a process that begins later.
 */

/**
 * Waits for a slot in the window, in order of arrival. Without a limit it only waits while the hub
 * has said 429; nobody stands in line meanwhile, so that each caller waits no longer than it wants.
 * @param perMinute documented limit, if there is one
 * @returns when the slot was taken, by the monotonic clock; `leaveSlot` ends it
 */
export async function takeSlot(
	window: RateLimitWindow,
	perMinute: number | undefined,
	run: Run,
	signal?: AbortSignal,
): Promise<number> {
	do {
		for (let block = blockOf(window); block !== undefined; block = blockOf(window)) {
			const left = block.until - monotonicNow();
			run.allow({ pause: left, asked: left }, block.because);
			await wait(left, signal);
		}
	} while (
		!(await window.turns.run(async () => await takeFreeSlot(window, perMinute, signal), signal))
	);
	return monotonicNow();
}

/**
 * Ends a slot: a minute from now, or at once for a request that the hub has not counted.
 * @param perMinute documented limit; undefined where there is none, and for a request that was not sent
 */
export function leaveSlot(
	window: RateLimitWindow,
	perMinute: number | undefined,
	takenAt: number,
	outcome: Outcome,
): void {
	window.open--;
	if (perMinute !== undefined && outcome.status !== 429) {
		const countedUntil = monotonicNow() + timing.minute;
		window.slots.push({ countedUntil, freeAt: countedUntil });
	}
	window.answered?.();
	learn(window, perMinute, takenAt, outcome);
}

/** Nothing more is sent through this window for `pause` ms, because of what the hub said. */
export function blockWindow(window: RateLimitWindow, pause: number, because: HubError): void {
	const until = monotonicNow() + pause;
	if (until > (window.blocked?.until ?? 0)) window.blocked = { until, because };
}

const blockOf = ({ blocked }: RateLimitWindow) =>
	blocked !== undefined && blocked.until > monotonicNow() ? blocked : undefined;

/** Takes a slot, once there is one; false when the hub has said 429 meanwhile. */
async function takeFreeSlot(
	window: RateLimitWindow,
	perMinute: number | undefined,
	signal?: AbortSignal,
): Promise<boolean> {
	for (;;) {
		const now = monotonicNow();
		dropFreeSlots(window, now);
		if (blockOf(window) !== undefined) return false;
		if (window.open + window.slots.length < ownShare(window, limitOf(window, perMinute))) break;
		const freeAt = Math.min(...window.slots.map((slot) => slot.freeAt));
		if (freeAt < Infinity) await wait(freeAt - now, signal);
		else await nextAnswer(window, signal);
	}
	const now = monotonicNow();
	if (window.usedAt < now - 2 * timing.minute) window.busySince = now;
	window.usedAt = now;
	window.open++;
	return true;
}

/** Lets go of the slots that are free by now, but for one that is left to others for a while. */
function dropFreeSlots(window: RateLimitWindow, now: number): void {
	const free = window.slots.find(({ freeAt }) => freeAt <= now);
	window.slots = window.slots.filter(({ freeAt }) => freeAt > now);
	const left = free === undefined ? 0 : leftToOthers(window, now);
	if (free !== undefined && left > 0) window.slots.push({ ...free, freeAt: now + left });
}

/** What holds: the documented limit, or a lower one that the hub said. */
const limitOf = ({ limit = Infinity }: RateLimitWindow, perMinute = Infinity) =>
	Math.min(limit, perMinute);

async function nextAnswer(window: RateLimitWindow, signal?: AbortSignal): Promise<void> {
	const answered = new Promise<void>((resolve) => {
		window.answered = resolve;
	});
	await orAborted(answered, signal);
}

/** Corrects the window by what an answer shows of the limit and of others. */
function learn(
	window: RateLimitWindow,
	perMinute: number | undefined,
	sentAt: number,
	{ status, headers }: Outcome,
): void {
	if (perMinute === undefined) return;
	const now = monotonicNow();
	const counted = window.slots.filter(({ countedUntil }) => countedUntil > sentAt).length;
	const own = window.open + counted;
	const limit = Number(headers['x-ratelimit-limit']);
	const left = Number(headers['x-ratelimit-remaining'] ?? NaN);
	const isSaid = Number.isInteger(limit) && limit > 0;
	if (isSaid) window.limit = limit;
	if (isSaid && Number.isInteger(left)) {
		const others = limitOf(window, perMinute) - Math.max(0, left) - own;
		window.others.push({ requests: others, seenAt: now });
	} else if (status === 429) window.share = { requests: Math.floor(own * 0.75), since: now };
}

/** How many requests a minute this process may send of `limit`, at least one. */
function ownShare(window: RateLimitWindow, limit: number, now = monotonicNow()): number {
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
function leftToOthers(window: RateLimitWindow, now: number): number {
	const isOnly = window.open + window.slots.length === 0;
	if (isOnly || window.leftAt > now - timing.minute) return 0;
	window.leftAt = now;
	return Math.min((now - window.busySince) / 50, timing.minute / 5);
}

/**
 * Ms until a request that was answered 429 is sent again: what the hub asks for; else until a slot of
 * this process is free, because the hub counts those too. A process without one looks again in a
 * minute, when what filled the limit need no longer count, and then every 3 to 6 seconds: what others
 * leave is free for no longer than 12.
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
	return timing.minute * (waits === 1 ? 1 + random / 20 : 0.05 + random * 0.05);
}
