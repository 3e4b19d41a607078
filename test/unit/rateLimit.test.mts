import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HubError } from '../../nodes/MarketplaceHub/api/errors.ts';
import { blockWindow, leaveSlot, takeSlot } from '../../nodes/MarketplaceHub/api/http/rateLimit.ts';
import { Run } from '../../nodes/MarketplaceHub/api/http/run.ts';
import type { HubResponse } from '../../nodes/MarketplaceHub/api/http/send.ts';
import { AccountState, type RateLimitWindow } from '../../nodes/MarketplaceHub/api/state.ts';

const minute = 60_000;
let window: RateLimitWindow;

beforeEach(() => {
	vi.useFakeTimers();
	window = new AccountState().window('stockBatch');
});
afterEach(() => {
	vi.useRealTimers();
});

const limitReached = new HubError('refused', 'The hub answered 429');
const answer = (headers: Record<string, string> = {}) => ({ status: 200, headers, text: '' });
const limits = (limit: number, remaining: number) =>
	answer({ 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) });

type Release = (response: HubResponse) => void;

/** Waits for a slot; what it returns stands for the answer of the request that has it. */
async function take(
	from: RateLimitWindow,
	perMinute: number | undefined,
	signal?: AbortSignal,
): Promise<Release> {
	const takenAt = await takeSlot(from, perMinute, new Run({ ms: Infinity }), signal);
	return (response) => leaveSlot(from, perMinute, takenAt, response);
}

/** Starts `requests` at once, each answered after `latency`; gives the times at which they were let go. */
function start(
	requests: number,
	perMinute: number | undefined,
	latency = 100,
	reply = answer(),
): number[] {
	const times: number[] = [];
	const began = Date.now();
	for (let i = 0; i < requests; i++) {
		void take(window, perMinute).then((release) => {
			times.push(Date.now() - began);
			setTimeout(() => release(reply), latency);
		});
	}
	return times;
}

describe('sliding window', () => {
	test('in no 60 s does the hub count more than the limit, whenever within a request it counts', async () => {
		const seen: Array<{ from: number; to: number }> = [];
		for (let i = 0; i < 40; i++) {
			void take(window, 10).then((release) => {
				const from = Date.now();
				setTimeout(
					() => {
						seen.push({ from, to: Date.now() });
						release(answer());
					},
					37 * (i % 7),
				);
			});
		}
		await vi.advanceTimersByTimeAsync(5 * minute);
		expect(seen).toHaveLength(40);
		for (const { to } of seen) {
			const couldCount = seen.filter((other) => other.to >= to && other.from < to + minute);
			expect(couldCount.length).toBeLessThanOrEqual(10);
		}
	});

	test('a request under way holds its slot, however long it takes', async () => {
		const first = await take(window, 1);
		let second: Release | undefined;
		void take(window, 1).then((release) => (second = release));
		await vi.advanceTimersByTimeAsync(3 * minute);
		expect(second).toBeUndefined();
		first(answer());
		await vi.advanceTimersByTimeAsync(minute - 1);
		expect(second).toBeUndefined();
		await vi.advanceTimersByTimeAsync(1);
		expect(second).toBeDefined();
	});
});

describe('what the hub says', () => {
	test('a shorter block does not shorten a longer one', async () => {
		(await take(window, undefined))(answer());
		await vi.advanceTimersByTimeAsync(0);
		blockWindow(window, 5_000, limitReached);
		blockWindow(window, 1_000, limitReached);
		const times = start(1, undefined);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(times).toEqual([5_000]);
	});

	test('what another program used up (X-RateLimit-Remaining) counts', async () => {
		(await take(window, 10))(limits(10, 2));
		await vi.advanceTimersByTimeAsync(0);
		const times = start(5, 10);
		await vi.advanceTimersByTimeAsync(minute - 1);
		expect(times).toEqual([0, 0]);
		await vi.advanceTimersByTimeAsync(1);
		expect(times).toHaveLength(5);
	});

	test.each([
		...['many', '0', '-1', '1.5', '', 'NaN', 'Infinity'].map((limit) => ({
			...{ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '0' },
		})),
		{ 'x-ratelimit-limit': '10' },
		{ 'x-ratelimit-remaining': '0' },
	])('headers that make no sense are left aside: %j', async (headers) => {
		(await take(window, 10))(answer(headers as Record<string, string>));
		await vi.advanceTimersByTimeAsync(0);
		const times = start(9, 10);
		await vi.advanceTimersByTimeAsync(0);
		expect(times).toHaveLength(9);
	});
});

describe('cancellation', () => {
	test('whoever waits for an answer of another request stops waiting, too', async () => {
		const release = await take(window, 1);
		const stop = new AbortController();
		const cancelled = take(window, 1, stop.signal).catch((error: unknown) => error);
		const next = take(window, 1);
		await vi.advanceTimersByTimeAsync(10);
		stop.abort();
		expect(await cancelled).toBeInstanceOf(Error);
		release(answer());
		await vi.advanceTimersByTimeAsync(minute);
		await expect(next).resolves.toBeTypeOf('function');
	});

	test('whoever stands further back in the line leaves it at once', async () => {
		const release = await take(window, 1);
		const first = take(window, 1);
		const stop = new AbortController();
		let left = false;
		void take(window, 1, stop.signal).catch(() => (left = true));
		await vi.advanceTimersByTimeAsync(10);
		stop.abort();
		await vi.advanceTimersByTimeAsync(10);
		expect(left).toBe(true);
		release(answer());
		await vi.advanceTimersByTimeAsync(minute);
		await expect(first).resolves.toBeTypeOf('function');
	});
});
