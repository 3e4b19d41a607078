import { monotonicNow } from '../async/wait';
import type { OthersSeen, RateLimitShare, RateLimitWindow, UsedSlot } from '../state';
import { timing } from '../timing';

/*
 * Other processes and programs use the same account, and its limits are for all of them together.
 * Each takes what the others leave. Where the hub answers with X-RateLimit-Remaining, it shows how
 * much that is. Elsewhere only a 429 shows it: the own share is then what was accepted within the
 * last minute, and grows again, slowly, because each try to grow may be answered 429.
 *
 * A process that sends a minute after its last requests finds the slots that it had, so nobody else
 * would ever get in. That is why there are openings: moments that all processes know by the clock, at
 * which each leaves one slot to others, and at which those without a slot look for one.
 */

/** The part of what was accepted that remains the own share, where no answer says what is left. */
const keptPart = 0.7;

/** Accepted requests before the own share is tried to be larger; then it grows faster. */
const acceptedToGrow = 60;

/** Where others begin together with this process, the part of the limit that it takes at once. */
const firstPart = 1 / 5;

/** Answers that are believed longer than a minute where few come within one. */
const keptAnswers = 5;

/** Of the slots that an answer shows as free, those that others are about to take or leave open. */
const leftToOthers = 2;

/**
 * Ms from an answer until the slots that it shows as free are taken to be so: processes that began
 * together send together, and each sees what the others are about to take again.
 */
const untilBelieved = () => timing.minute / 15;

/**
 * Ms between two openings: as much more than a minute as a slot that is left open becomes free later
 * each time, so that it need not be left open for long at the next one.
 */
const betweenOpenings = () => (13 / 12) * timing.minute;

/** How long an opening lasts, in ms; the clocks of two machines may differ by half of it. */
const opening = () => timing.minute / 30;

/** Notes that a slot is taken. A minute and a half without one ends a job. */
export function noteUse(window: RateLimitWindow, now = monotonicNow()): void {
	if (window.usedAt < now - 1.5 * timing.minute) window.busySince = now;
	window.usedAt = now;
}

/** Whether the job takes longer than a minute. */
const isLong = ({ busySince }: Pick<RateLimitWindow, 'busySince'>, now: number) =>
	busySince < now - timing.minute;

/** Ms until the present opening, or else the next one, is over. */
const untilOpeningEnds = () => betweenOpenings() - (Date.now() % betweenOpenings());

/**
 * Until when a slot that is free now is left to others, by the monotonic clock; undefined when it may
 * be used. In a job of more than two minutes that is the last slot that becomes free before an
 * opening; a process with one slot keeps it.
 */
export function leftOpenUntil(
	{ slots, open, busySince }: RateLimitWindow,
	now = monotonicNow(),
): number | undefined {
	const end = now + untilOpeningEnds();
	const begin = end - opening();
	const [next] = slots;
	const isLast = next === undefined || next.freeAt > begin;
	const isDue = begin - now < timing.minute && busySince < now - 2 * timing.minute;
	return isLast && isDue && slots.length + open > 0 ? end : undefined;
}

/**
 * How many requests a minute the others leave of `limit`, at least one. Who begins together with
 * others takes a part first, so that there is something for each, and the rest a moment later.
 */
export function ownShare(window: RateLimitWindow, limit: number, now = monotonicNow()): number {
	const { othersSeen, share } = window;
	const kept = isLong(window, now) ? othersSeen.length - keptAnswers : Infinity;
	window.othersSeen = othersSeen.filter(
		({ seenAt }, index) =>
			seenAt > now - timing.minute || (index >= kept && seenAt > now - 2 * timing.minute),
	);
	const most = mostSeen(window.othersSeen);
	const others = Math.min(most, seenLast(window, now) + leftToOthers);
	const isBeginning = window.busySince > now - untilBelieved();
	const first = isBeginning && most > 0 ? limit * firstPart : limit;
	return Math.max(1, Math.min(limit - others, share?.requests ?? limit, Math.ceil(first)));
}

const isLeftOpen = ({ countedUntil, freeAt }: UsedSlot) => freeAt > countedUntil;

const mostSeen = (seen: readonly OthersSeen[]) =>
	Math.max(0, ...seen.map(({ requests }) => requests));

const lastBelievedAt = (seen: readonly OthersSeen[]) => seen.at(-1)?.believedAt ?? Infinity;

/** What the last answers show of others, once that can be believed. */
function seenLast({ othersSeen, slots }: RateLimitWindow, now: number): number {
	const isUsable = lastBelievedAt(othersSeen) <= now && !slots.some(isLeftOpen);
	return isUsable ? mostSeen(othersSeen.slice(-2)) : Infinity;
}

/** When the last answer can be believed, if that is yet to come; the own share may grow then. */
export function growsAt({ othersSeen }: RateLimitWindow, now = monotonicNow()): number {
	const believedAt = lastBelievedAt(othersSeen);
	return believedAt > now ? believedAt : Infinity;
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
		const share = shareAfter(window.share, own + window.slots.filter(isLeftOpen).length, isRefused);
		window.share = share !== undefined && share.requests < limit ? share : undefined;
		return;
	}
	// answers that come one after another once an earlier one is believed are about free slots as well
	const last = lastBelievedAt(window.othersSeen);
	const goesOn = last <= now && last > now - untilBelieved();
	window.othersSeen.push({
		requests: limit - remaining - own,
		seenAt: now,
		believedAt: goesOn ? now : now + untilBelieved(),
	});
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

/** How often a process without a slot looks at openings alone. */
const looksAtOpenings = 3;

/**
 * Ms until a process without a slot looks for one: within the next opening, and after some in vain
 * between openings as well. Who has waited longer looks earlier in an opening: there may be one slot
 * for several.
 */
function untilNextLook(waits: number, random: number): number {
	const untilEnd = untilOpeningEnds();
	const beforeEnd = opening() * (0.2 + Math.min(waits, 5) / 10 + random / 10);
	const untilOpening =
		untilEnd > opening() ? untilEnd - beforeEnd : untilEnd - beforeEnd + betweenOpenings();
	const untilSoon = timing.minute * (0.2 + random / 5);
	return waits > looksAtOpenings ? Math.min(untilOpening, untilSoon) : untilOpening;
}

/**
 * Ms until a request that was answered 429 is sent again: what the hub asks for, or a whole minute. A
 * long job, or one that knows of others, waits until a slot of its own is free, because they hold the
 * remaining ones; a long one without a slot looks for one at the next opening.
 * @param waits how often the request was answered 429
 */
export function pauseForLimit(
	window: Pick<RateLimitWindow, 'slots' | 'busySince' | 'othersSeen'>,
	perMinute: number | undefined,
	{ pause, asked }: { pause: number; asked?: number },
	waits: number,
	now = monotonicNow(),
	random = Math.random(),
): number {
	if (asked !== undefined || perMinute === undefined) return pause;
	const [first] = window.slots;
	const othersAreKnown = window.othersSeen.length > 0;
	if (!isLong(window, now) && (first === undefined || !othersAreKnown)) return pause;
	if (first === undefined) return untilNextLook(waits, random);
	return Math.min(pause, Math.max(first.freeAt - now, timing.backoff * 2 ** (waits - 1)));
}
