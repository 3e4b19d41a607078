import { orAborted, wait } from '../async/wait';
import type { RateLimitWindow } from '../state';
import { timing } from '../timing';
import { NoUsableAnswer, type HubResponse, type Outcome } from './response';

/*
 * Sliding windows of the documented per-minute limits, one an account and endpoint, shared by
 * everything in the process (reference: Limits).
 *
 * A request holds a slot while it is under way and for a minute after its answer: the hub counted
 * it at some moment in between, so its own window is never exceeded, whatever the network does.
 */

/** Ends the use of a slot; `response` is undefined when no answer came. */
export type ReleaseSlot = (response?: HubResponse) => void;

/** Sends a request in its turn, within the limit; the window learns from the answer's headers. */
export async function inWindow(
	window: RateLimitWindow,
	perMinute: number | undefined,
	signal: AbortSignal | undefined,
	sending: () => Promise<Outcome>,
): Promise<Outcome> {
	const release = await takeSlot(window, perMinute, signal);
	let response: HubResponse | undefined;
	try {
		const outcome = await sending();
		if (!(outcome instanceof NoUsableAnswer)) response = outcome;
		return outcome;
	} finally {
		release(response);
	}
}

/**
 * Waits for a slot in the window, in order of arrival. Without a limit it only waits while the hub
 * has said 429.
 * @param perMinute documented limit, if there is one
 * @throws when `signal` aborts
 */
export async function takeSlot(
	window: RateLimitWindow,
	perMinute: number | undefined,
	signal?: AbortSignal,
): Promise<ReleaseSlot> {
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
export function blockWindow(window: RateLimitWindow, pause: number): void {
	window.blockedUntil = Math.max(window.blockedUntil, Date.now() + pause);
}

async function waitForFreeSlot(
	window: RateLimitWindow,
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

async function nextAnswer(window: RateLimitWindow, signal?: AbortSignal): Promise<void> {
	const answered = new Promise<void>((resolve) => {
		window.answered = resolve;
	});
	await orAborted(answered, signal);
}

/** Corrects the window by `X-RateLimit-Limit` and `-Remaining`: others may use the same account. */
function learn(
	window: RateLimitWindow,
	perMinute: number | undefined,
	{ headers }: HubResponse,
): void {
	const limit = Number(headers['x-ratelimit-limit']);
	const remaining = Number(headers['x-ratelimit-remaining'] ?? NaN);
	if (perMinute === undefined || !Number.isInteger(limit) || limit < 1) return;
	window.limit = limit;
	if (!Number.isInteger(remaining)) return;
	const unknown = limit - remaining - window.open - window.freeAt.length;
	for (let i = 0; i < unknown; i++) window.freeAt.push(Date.now() + timing.minute);
}
