import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pauseForLimit, shareAfter } from '../../nodes/MarketplaceHub/api/http/sharedLimit.ts';
import { SharedAccount } from '../support/sharedAccount.mts';

const minute = 60_000;

describe('processes that share an account', () => {
	beforeEach(() => {
		// openings are at fixed times
		vi.useFakeTimers({ now: 0 });
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});

	test.each([
		{ endpoint: 'sandboxOrderCreate', perMinute: 60, processes: 2, atOnce: 1, hours: 1 },
		{ endpoint: 'sandboxOrderCreate', perMinute: 60, processes: 3, atOnce: 1, hours: 1 },
		{ endpoint: 'sandboxOrderCreate', perMinute: 60, processes: 5, atOnce: 1, hours: 1 },
		{ endpoint: 'stockBatch', perMinute: 10, processes: 2, atOnce: 1, hours: 2 },
		{ endpoint: 'stockBatch', perMinute: 10, processes: 3, atOnce: 1, hours: 2 },
		{ endpoint: 'stockBatch', perMinute: 10, processes: 5, atOnce: 1, hours: 2 },
		// these are GET: no answer says what is left
		{ endpoint: 'securityStockList', perMinute: 40, processes: 2, atOnce: 1, hours: 1 },
		{ endpoint: 'securityStockList', perMinute: 40, processes: 3, atOnce: 1, hours: 1 },
		{ endpoint: 'securityStockList', perMinute: 40, processes: 5, atOnce: 1, hours: 1 },
		{ endpoint: 'securityStockList', perMinute: 40, processes: 2, atOnce: 5, hours: 1 },
		{ endpoint: 'securityStockList', perMinute: 40, processes: 3, atOnce: 5, hours: 1 },
		{ endpoint: 'securityStockList', perMinute: 40, processes: 5, atOnce: 5, hours: 2 },
		// short ones
		{ endpoint: 'sandboxOrderCreate', perMinute: 60, processes: 2, atOnce: 1, hours: 1 / 4 },
		{ endpoint: 'sandboxOrderCreate', perMinute: 60, processes: 3, atOnce: 1, hours: 1 / 4 },
		{ endpoint: 'sandboxOrderCreate', perMinute: 60, processes: 5, atOnce: 1, hours: 1 / 4 },
		{ endpoint: 'stockBatch', perMinute: 10, processes: 1, atOnce: 1, hours: 1 / 4 },
		{ endpoint: 'stockBatch', perMinute: 10, processes: 2, atOnce: 1, hours: 1 / 2 },
		{ endpoint: 'stockBatch', perMinute: 10, processes: 3, atOnce: 1, hours: 1 / 2 },
		{ endpoint: 'stockBatch', perMinute: 10, processes: 5, atOnce: 1, hours: 1 },
	] as const)(
		'$processes with work for $hours h ($endpoint, $atOnce at once): few are refused, none gives up, the limit is used',
		async ({ endpoint, perMinute, processes, atOnce, hours }) => {
			for (const seed of [1, 2, 3]) {
				const account = new SharedAccount(endpoint, seed);
				const each = Math.ceil((hours * 60 * perMinute) / processes);
				const jobs = Array.from({ length: processes }, (_, i) => account.job(i, each, atOnce));
				const ended = Promise.all(jobs).then(() => Date.now());
				const began = Date.now();
				await vi.advanceTimersByTimeAsync(hours * 75 * minute);
				expect(account.failures).toEqual([]);
				const late = account.seen.filter(({ at }) => at > 2 * minute);
				const refused = late.filter(({ accepted }) => !accepted).length / late.length;
				const slower = ((await ended) - began) / ((hours * 60 - 1) * minute) - 1;
				expect(refused).toBeLessThan(0.05);
				// n minutes' worth takes n - 1: a window may be used up at once
				expect(slower).toBeLessThan(0.1);
			}
		},
	);

	test.each([
		{ endpoint: 'sandboxOrderCreate', perMinute: 60 },
		{ endpoint: 'stockBatch', perMinute: 10 },
		{ endpoint: 'securityStockList', perMinute: 40 },
	] as const)(
		'the last one that has something to send soon uses the whole limit ($endpoint)',
		async ({ endpoint, perMinute }) => {
			const account = new SharedAccount(endpoint, 1);
			void account.job(0, 60 * perMinute);
			void account.job(1, 5 * perMinute);
			await vi.advanceTimersByTimeAsync(60 * minute);
			const other = account.seen.filter(({ process }) => process === 1);
			const end = other.at(-1)!.at;
			const from = end + 6 * minute;
			const used = account.seen.filter(({ at }) => at > from && at <= from + 10 * minute);
			expect(used.length).toBeGreaterThan(0.93 * 10 * perMinute);
			expect(used.filter(({ accepted }) => !accepted)).toEqual([]);
		},
	);

	test.each([
		{ endpoint: 'sandboxOrderCreate', perMinute: 60 },
		{ endpoint: 'stockBatch', perMinute: 10 },
		{ endpoint: 'securityStockList', perMinute: 40 },
	] as const)(
		'one that begins while another uses the whole limit gets in, and does not give up ($endpoint)',
		async ({ endpoint, perMinute }) => {
			const account = new SharedAccount(endpoint, 1);
			void account.job(0, 60 * perMinute);
			await vi.advanceTimersByTimeAsync(10 * minute);
			void account.job(1, 60 * perMinute);
			await vi.advanceTimersByTimeAsync(20 * minute);
			expect(account.failures).toEqual([]);
			const its = account.seen.filter(({ process, accepted }) => process === 1 && accepted);
			expect(its.length).toBeGreaterThan(10);
		},
	);
});

describe('the own share where no answer says what is left', () => {
	test.each([
		['nothing is known of others, and nothing shows them', undefined, 7, false, undefined],
		[
			'a first 429: part of what was accepted, for a minute',
			undefined,
			20,
			true,
			{ requests: 14, toGrow: 20, step: 1 },
		],
		[
			'a later 429: what was accepted',
			{ requests: 21, toGrow: 3, step: 2 },
			20,
			true,
			{ requests: 20, toGrow: 60, step: 1 },
		],
		[
			'a 429 before anything was accepted: one request, then what there is',
			undefined,
			0,
			true,
			{ requests: 1, toGrow: 1, step: Infinity },
		],
		[
			'that one was accepted',
			{ requests: 1, toGrow: 1, step: Infinity },
			1,
			false,
			{ requests: Infinity, toGrow: Infinity, step: Infinity },
		],
		[
			'not yet time to grow',
			{ requests: 5, toGrow: 2, step: 1 },
			5,
			false,
			{ requests: 5, toGrow: 1, step: 1 },
		],
		[
			'it grows, and faster next time',
			{ requests: 5, toGrow: 1, step: 2 },
			5,
			false,
			{ requests: 7, toGrow: 6, step: 4 },
		],
	])('%s', (_name, share, own, isRefused, after) => {
		expect(shareAfter(share, own, isRefused)).toEqual(after);
	});
});

describe('how long a 429 is waited out', () => {
	const now = 100_000;
	const slot = { countedUntil: now + 10_000, freeAt: now + 15_000 };
	const soon = { ...slot, freeAt: now + 1 };
	const long = 0;
	afterEach(() => {
		vi.useRealTimers();
	});
	const short = now - minute;
	test.each([
		['what the hub asks for', [slot], long, 10, { pause: 3_000, asked: 3_000 }, 1, 3_000],
		['an undocumented limit: a minute', [], long, undefined, { pause: minute }, 1, minute],
		['a job of a minute: a minute', [slot], short, 10, { pause: minute }, 1, minute],
		['until an own slot is free', [slot], long, 10, { pause: minute }, 1, 15_000],
		['at least a second', [soon], long, 10, { pause: minute }, 1, 1_000],
		['longer when it comes again', [slot], long, 10, { pause: minute }, 6, 32_000],
		['no longer than a minute', [slot], long, 10, { pause: minute }, 8, minute],
		['no own slot: the next opening', [], long, 10, { pause: minute }, 1, 44_300],
		['earlier in it, the longer it waits', [], long, 10, { pause: minute }, 3, 43_900],
		['in vain three times: soon', [], long, 10, { pause: minute }, 4, 18_000],
	])('%s', (_name, slots, busySince, perMinute, decision, waits, ms) => {
		// openings end at 65 s and 130 s and take 2 s
		vi.useFakeTimers({ now: 20_000, toFake: ['Date'] });
		const window = { slots, busySince, othersSeen: [] };
		expect(pauseForLimit(window, perMinute, decision, waits, now, 0.5)).toBeCloseTo(ms);
	});

	test.each([
		['until an own slot is free', [slot], 15_000],
		['without one: a minute', [], minute],
	])('a job of a minute, where answers show others: %s', (_name, slots, ms) => {
		const othersSeen = [{ requests: 9, seenAt: now, believedAt: now }];
		const window = { slots, busySince: short, othersSeen };
		expect(pauseForLimit(window, 10, { pause: minute }, 1, now, 0.5)).toBe(ms);
	});
});
