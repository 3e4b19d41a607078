import type { HubResponse } from './response';
import { timing } from '../timing';
import { orAborted, wait } from '../async/wait';

/**
 * Sliding windows of the documented per-minute limits, one an account and endpoint, shared by
 * everything in the process (reference: Limits).
 *
 * A request holds a slot while it is under way and for a minute after its answer: the hub counted
 * it at some moment in between, so its own window is never exceeded, whatever the network does.
 */
interface Window {
	/** Requests under way. */
	open: number;
	/** When the slots of answered requests become free, in epoch ms, ascending. */
	freeAt: number[];
	/** Before this nothing is sent: the hub said that its limit is reached. */
	blockedUntil: number;
	/** What the hub said its limit is, where it differs from the documented one. */
	limit?: number;
	/** The last caller in the line. */
	line: Promise<void>;
	/** Wakes the first in the line when a request under way is answered. */
	answered?: () => void;
}

const windows = new Map<string, Window>();

/** Ends the use of a slot; `response` is undefined when no answer came. */
export type ReleaseSlot = (response?: HubResponse) => void;

/**
 * Waits for a slot in the window, in order of arrival. Without a limit it only waits while the hub
 * has said 429.
 * @param key account and endpoint
 * @param perMinute documented limit, if there is one
 * @throws when `signal` aborts
 */
export async function takeSlot(
	key: string,
	perMinute: number | undefined,
	signal?: AbortSignal,
): Promise<ReleaseSlot> {
	const window = windows.get(key) ?? {
		open: 0,
		freeAt: [],
		blockedUntil: 0,
		line: Promise.resolve(),
	};
	windows.set(key, window);
	const before = window.line;
	const turn = orAborted(before, signal).then(
		async () => await waitForFreeSlot(window, perMinute, signal),
	);
	// who leaves the line does not let those behind overtake those before
	window.line = Promise.allSettled([before, turn]).then(() => undefined);
	await turn;
	return (response) => {
		window.open--;
		if (perMinute !== undefined) window.freeAt.push(Date.now() + timing.minute);
		if (response !== undefined) learn(window, perMinute, response);
		window.answered?.();
	};
}

/** Nothing more is sent through this window for `pause` ms. */
export function blockWindow(key: string, pause: number): void {
	const window = windows.get(key);
	if (window !== undefined) window.blockedUntil = Math.max(window.blockedUntil, Date.now() + pause);
}

async function waitForFreeSlot(
	window: Window,
	perMinute: number | undefined,
	signal?: AbortSignal,
): Promise<void> {
	for (;;) {
		const now = Date.now();
		while (window.freeAt[0] !== undefined && window.freeAt[0] <= now) window.freeAt.shift();
		const limit = perMinute === undefined ? Infinity : (window.limit ?? perMinute);
		if (window.blockedUntil > now) await wait(window.blockedUntil - now, signal);
		else if (window.open + window.freeAt.length < limit) break;
		else if (window.freeAt[0] !== undefined) await wait(window.freeAt[0] - now, signal);
		else await nextAnswer(window, signal);
	}
	window.open++;
}

async function nextAnswer(window: Window, signal?: AbortSignal): Promise<void> {
	const answered = new Promise<void>((resolve) => {
		window.answered = resolve;
	});
	await orAborted(answered, signal);
}

/** Corrects the window by `X-RateLimit-Limit` and `-Remaining`: others may use the same account. */
function learn(window: Window, perMinute: number | undefined, { headers }: HubResponse): void {
	const limit = Number(headers['x-ratelimit-limit']);
	const remaining = Number(headers['x-ratelimit-remaining'] ?? NaN);
	if (perMinute === undefined || !Number.isInteger(limit) || limit < 1) return;
	window.limit = limit;
	if (!Number.isInteger(remaining)) return;
	const unknown = limit - remaining - window.open - window.freeAt.length;
	for (let i = 0; i < unknown; i++) window.freeAt.push(Date.now() + timing.minute);
}
