import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HubError } from '../../nodes/MarketplaceHub/api/errors.ts';
import { RateLimit } from '../../nodes/MarketplaceHub/api/http/rateLimit.ts';
import type { HubResponse } from '../../nodes/MarketplaceHub/api/http/answer.ts';

const minute = 60_000;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const limitReached = new HubError('refused', 'The hub answered 429');
const answer = (headers: Record<string, string> = {}) => ({ status: 200, headers, text: '' });
const limits = (limit: number, remaining: number) =>
	answer({ 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) });

type Release = (response: HubResponse) => void;

/** Waits for a slot, also while the limit is blocked; what it returns stands for the answer of the request that has it. */
async function take(from: RateLimit, signal?: AbortSignal): Promise<Release> {
	while (!(await from.take(signal)))
		await new Promise((resolve) =>
			setTimeout(resolve, (from.block?.until ?? 0) - performance.now()),
		);
	const takenAt = performance.now();
	return (response) => from.settle(response, takenAt);
}

/** Starts `requests` at once, each answered after `latency`; gives the times at which they were let go. */
function start(requests: number, from: RateLimit, latency = 100, reply = answer()): number[] {
	const times: number[] = [];
	const began = Date.now();
	for (let i = 0; i < requests; i++) {
		void take(from).then((release) => {
			times.push(Date.now() - began);
			setTimeout(() => release(reply), latency);
		});
	}
	return times;
}

describe('sliding window', () => {
	test('the hub never counts more than the limit in 60 s, whenever it counts a request', async () => {
		const limit = new RateLimit(10);
		const seen: Array<{ from: number; to: number }> = [];
		for (let i = 0; i < 40; i++) {
			void take(limit).then((release) => {
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
		const limit = new RateLimit(1);
		const first = await take(limit);
		let second: Release | undefined;
		void take(limit).then((release) => (second = release));
		await vi.advanceTimersByTimeAsync(3 * minute);
		expect(second).toBeUndefined();
		first(answer());
		await vi.advanceTimersByTimeAsync(minute - 1);
		expect(second).toBeUndefined();
		await vi.advanceTimersByTimeAsync(1);
		expect(second).toBeDefined();
	});
});

describe('headers of the hub', () => {
	test('a shorter block does not shorten a longer one', async () => {
		const limit = new RateLimit();
		(await take(limit))(answer());
		await vi.advanceTimersByTimeAsync(0);
		limit.blockFor(5_000, limitReached);
		limit.blockFor(1_000, limitReached);
		const times = start(1, limit);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(times).toEqual([5_000]);
	});

	test('requests of another program (X-RateLimit-Remaining) count', async () => {
		const limit = new RateLimit(10);
		(await take(limit))(limits(10, 2));
		await vi.advanceTimersByTimeAsync(0);
		const times = start(5, limit);
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
	])('headers without a sensible value are ignored: %j', async (headers) => {
		const limit = new RateLimit(10);
		(await take(limit))(answer(headers as Record<string, string>));
		await vi.advanceTimersByTimeAsync(0);
		const times = start(9, limit);
		await vi.advanceTimersByTimeAsync(0);
		expect(times).toHaveLength(9);
	});
});

describe('cancellation', () => {
	test('a caller that waits for the answer of another request stops waiting', async () => {
		const limit = new RateLimit(1);
		const release = await take(limit);
		const stop = new AbortController();
		const cancelled = take(limit, stop.signal).catch((error: unknown) => error);
		const next = take(limit);
		await vi.advanceTimersByTimeAsync(10);
		stop.abort();
		expect(await cancelled).toBeInstanceOf(Error);
		release(answer());
		await vi.advanceTimersByTimeAsync(minute);
		await expect(next).resolves.toBeTypeOf('function');
	});

	test('a caller further back in the line leaves it at once', async () => {
		const limit = new RateLimit(1);
		const release = await take(limit);
		const first = take(limit);
		const stop = new AbortController();
		let left = false;
		void take(limit, stop.signal).catch(() => (left = true));
		await vi.advanceTimersByTimeAsync(10);
		stop.abort();
		await vi.advanceTimersByTimeAsync(10);
		expect(left).toBe(true);
		release(answer());
		await vi.advanceTimersByTimeAsync(minute);
		await expect(first).resolves.toBeTypeOf('function');
	});
});
