import { monotonicNow } from '../async/wait';
import type { RateLimitShare, RateLimitWindow } from '../state';
import { timing } from '../timing';

/*
 * Other processes and programs use the same account, and its limits are for all of them together.
 * Each takes what the others leave. Where the hub answers with X-RateLimit-Remaining, it shows how
 * much that is. Elsewhere only a 429 shows it: the own share is then what was accepted within the
 * last minute, and grows again, slowly, because each try to grow may be answered 429.
 *
 * A process that sends a minute after its last requests finds the slots that it had, so nobody else
 * would ever get in. That is why a long job leaves a slot open now and then, and why one that is
 * refused although it kept to its share gives part of that share away.
 */

/** The part of its share that a process keeps when others turn out to need some. */
const keptPart = 0.7;

/** Accepted requests before the own share is tried to be larger; then it grows faster. */
const acceptedToGrow = 60;

/** Answers that are believed longer than a minute where few come within one. */
const keptAnswers = 5;

/** Notes that a slot is taken. A minute and a half without one ends a job. */
export function noteUse(window: RateLimitWindow, now = monotonicNow()): void {
	if (window.usedAt < now - 1.5 * timing.minute) window.busySince = now;
	window.usedAt = now;
}

/** Whether the job takes longer than a minute. */
const isLong = ({ busySince }: Pick<RateLimitWindow, 'busySince'>, now: number) =>
	busySince < now - timing.minute;

/**
 * Ms for which a slot that becomes free is left to others, mostly none. In a long job one of `limit`
 * slots is open half of the time; the last slot of a process is its own.
 */
export function openingOf(
	window: RateLimitWindow,
	limit: number,
	now = monotonicNow(),
	random = Math.random(),
): number {
	const longest = (2 / 3) * timing.minute;
	const often = 1.5 / limit;
	const isOpen = isLong(window, now) && window.slots.length > 0 && random < often;
	return isOpen ? longest * (random / often) : 0;
}

/** How many requests a minute the others leave of `limit`, at least one. */
export function ownShare(window: RateLimitWindow, limit: number, now = monotonicNow()): number {
	const { othersSeen, share } = window;
	const kept = isLong(window, now) ? othersSeen.length - keptAnswers : Infinity;
	window.othersSeen = othersSeen.filter(
		({ until }, index) => until > now || (index >= kept && until > now - timing.minute),
	);
	const others = Math.max(0, ...window.othersSeen.map(({ requests }) => requests));
	return Math.max(1, Math.min(limit - others, share?.requests ?? limit));
}

/** What one answer says of a limit. */
export interface LimitSeen {
	/** Requests a minute for all together. */
	limit: number;
	/** Of these, requests of this process that the hub has counted by now. */
	own: number;
	/** How many are left for all; undefined when the hub does not say. */
	remaining?: number;
	/** Whether the answer is a 429. */
	isRefused: boolean;
}

/** Notes what an answer shows of the others. */
export function noteOthers(window: RateLimitWindow, seen: LimitSeen, now = monotonicNow()): void {
	const { limit, own, remaining, isRefused } = seen;
	if (remaining === undefined) {
		const share = shareAfter(window.share, own, isRefused);
		window.share = share !== undefined && share.requests < limit ? share : undefined;
		return;
	}
	const gives = isRefused && own > 1;
	const requests = limit - remaining - (gives ? Math.floor(own * keptPart) : own);
	// what is given away is left alone until those with less have seen it
	const minutes = gives && isLong(window, now) ? 2 : 1;
	window.othersSeen.push({ requests, until: now + minutes * timing.minute });
	window.share = undefined;
}

/**
 * The own share after an answer of a hub that does not say what is left.
 * @param share the one before; undefined when nothing is known of others
 * @param own as above: all that others have left, when the answer is a 429
 */
export function shareAfter(
	share: RateLimitShare | undefined,
	own: number,
	isRefused: boolean,
): RateLimitShare | undefined {
	// who has had nothing at all tries with one request, and then takes what there is
	if (isRefused && own === 0) return { requests: 1, toGrow: 1, step: Infinity };
	if (isRefused && (share === undefined || share.step === Infinity))
		return { requests: Math.ceil(own * keptPart), toGrow: own, step: 1 };
	if (isRefused) return { requests: own, toGrow: Math.min(acceptedToGrow, 4 * own), step: 1 };
	if (share === undefined) return undefined;
	const { requests, toGrow, step } = share;
	return toGrow > 1
		? { requests, toGrow: toGrow - 1, step }
		: { requests: requests + step, toGrow: 3 * step, step: 2 * step };
}

/**
 * Ms between two looks for a slot that others leave open: several a minute, each at another moment of
 * it, because the slots of others may lie close together.
 */
const untilNextLook = (random: number) => timing.minute * (0.15 + 0.25 * random);

/**
 * Ms until a request that was answered 429 is sent again: what the hub asks for, or a whole minute. A
 * long job waits until a slot of its own is free, because others hold the remaining ones; with none,
 * it looks for one that others leave open.
 * @param waits how often the request was answered 429
 */
export function pauseForLimit(
	window: Pick<RateLimitWindow, 'slots' | 'busySince'>,
	perMinute: number | undefined,
	{ pause, asked }: { pause: number; asked?: number },
	waits: number,
	now = monotonicNow(),
	random = Math.random(),
): number {
	if (asked !== undefined || perMinute === undefined || !isLong(window, now)) return pause;
	const [first] = window.slots;
	if (first === undefined) return untilNextLook(random);
	return Math.min(pause, Math.max(first.freeAt - now, timing.backoff * 2 ** (waits - 1)));
}
