import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
	AdaptiveLimiter,
	afterAnswer,
	afterSlow,
	firstPace,
	isSlow,
	type Pace,
} from '../../nodes/MarketplaceHub/api/async/adaptiveLimiter.ts';

describe('what an answer changes', () => {
	test.each<[string, Pace, number, Pace]>([
		['the first', firstPace, 40, { ...firstPace, usual: 40, calm: 1 }],
		[
			'the first four of four',
			{ ...firstPace, usual: 40, calm: 3 },
			40,
			{ ...firstPace, atOnce: 8, usual: 40 },
		],
		[
			'the first eight of eight',
			{ ...firstPace, atOnce: 8, usual: 40, calm: 7 },
			40,
			{ ...firstPace, atOnce: 12, usual: 40 },
		],
		[
			'the first four, slower than before',
			{ ...firstPace, usual: 40, calm: 3 },
			81,
			{ atOnce: 4, usual: 40.4, calm: 3 },
		],
		[
			'one that goes on alone, however long it takes',
			{ atOnce: 1, usual: 3, calm: 0 },
			40,
			{ atOnce: 2, usual: 40, calm: 0 },
		],
		['a faster one', { atOnce: 4, usual: 40, calm: 1 }, 30, { atOnce: 4, usual: 30, calm: 2 }],
		['one as usual', { atOnce: 4, usual: 40, calm: 1 }, 60, { atOnce: 4, usual: 40.4, calm: 2 }],
		[
			'the fourth of four',
			{ atOnce: 4, usual: 40, calm: 3 },
			40,
			{ atOnce: 5, usual: 40, calm: 0 },
		],
		[
			'the last of twelve',
			{ atOnce: 12, usual: 40, calm: 11 },
			40,
			{ atOnce: 12, usual: 40, calm: 0 },
		],
		[
			'the fourth of four, slower than before',
			{ atOnce: 4, usual: 40, calm: 3 },
			81,
			{ atOnce: 4, usual: 40.4, calm: 3 },
		],
	])('%s', (_, pace, ms, expected) => {
		expect(afterAnswer(pace, ms)).toEqual(expected);
	});

	test('none more while one is still under way that takes longer than before', () => {
		const pace = { atOnce: 4, usual: 40, calm: 3 };
		expect(afterAnswer(pace, 40, 80).atOnce).toBe(5);
		expect(afterAnswer(pace, 40, 81).atOnce).toBe(4);
	});

	test.each<[string, Pace, Pace]>([
		['at first', { ...firstPace, usual: 40 }, { atOnce: 2, usual: 40, calm: -3 }],
		['of eight', { atOnce: 8, usual: 40, calm: 5 }, { atOnce: 4, usual: 40, calm: -7 }],
		['of five', { atOnce: 5, usual: 40, calm: 0 }, { atOnce: 2, usual: 40, calm: -4 }],
		['of one', { atOnce: 1, usual: 40, calm: 0 }, { atOnce: 1, usual: 40, calm: 0 }],
		[
			'begun before another slow one',
			{ atOnce: 4, usual: 40, calm: -7 },
			{ atOnce: 4, usual: 40, calm: -7 },
		],
	])('a slow one %s', (_, pace, expected) => {
		expect(afterSlow(pace)).toEqual(expected);
	});

	test.each<[number | undefined, number, boolean]>([
		[undefined, 60_000, false],
		[40, 140, false],
		[40, 141, true],
		[1, 23, false],
		[1, 24, true],
	])('usually %s ms: %s ms are slow: %s', (usual, ms, expected) => {
		expect(isSlow({ ...firstPace, usual }, ms)).toBe(expected);
	});

	test('whatever comes, between one and twelve go on at once', () => {
		fc.assert(
			fc.property(fc.array(fc.option(fc.nat(10_000)), { maxLength: 500 }), (answers) => {
				let pace = firstPace;
				for (const ms of answers) {
					pace = ms === null ? afterSlow(pace) : afterAnswer(pace, ms);
					expect(pace.atOnce).toBeGreaterThanOrEqual(1);
					expect(pace.atOnce).toBeLessThanOrEqual(12);
				}
			}),
		);
	});
});

test('tasks begin in order of arrival, and one that fails leaves its place', async () => {
	const limiter = new AdaptiveLimiter({ pace: firstPace });
	const begun: number[] = [];
	const settled = await Promise.allSettled(
		Array.from(
			{ length: 30 },
			async (_, index) =>
				await limiter.run(async () => {
					begun.push(index);
					if (index % 3 === 0) throw new Error(`task ${index}`);
					return index;
				}),
		),
	);
	expect(begun).toEqual(Array.from({ length: 30 }, (_, index) => index));
	expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(10);
});

describe('in simulated time', () => {
	/**
	 * Reads `count` pages from a hub whose answers take as long as `takes` says; how many it had under
	 * way at each that came.
	 */
	async function reads(
		count: number,
		takes: (underWay: number, index: number) => number,
	): Promise<number[]> {
		let now = 0;
		const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
		const limiter = new AdaptiveLimiter({ pace: firstPace });
		const seen: number[] = [];
		const waiting: Array<{ at: number; answer: () => void }> = [];
		const all = Array.from(
			{ length: count },
			async (_, index) =>
				await limiter.run(async ({ begins }) => {
					begins();
					seen.push(waiting.length + 1);
					const at = now + takes(waiting.length + 1, index);
					await new Promise<void>((answer) => waiting.push({ at, answer }));
				}),
		);
		while (waiting.length > 0) {
			waiting.sort((one, other) => one.at - other.at);
			const next = waiting.shift()!;
			now = next.at;
			next.answer();
			// whatever follows from it, the next page included
			await new Promise((resolve) => setImmediate(resolve));
		}
		await Promise.all(all);
		clock.mockRestore();
		return seen;
	}

	test('four at first, then eight, then twelve, while none takes longer', async () => {
		const seen = await reads(120, () => 40);
		// the fourth answer is followed by five
		expect(Math.max(...seen.slice(0, 7))).toBe(4);
		expect(Math.max(...seen.slice(0, 19))).toBe(8);
		expect(seen.slice(40)).toEqual(Array.from({ length: 80 }, () => 12));
	});

	test('one more each time after the first slow one', async () => {
		const seen = await reads(300, (_, index) => (index > 0 && index < 4 ? 200 : 40));
		expect(seen.findIndex((count) => count > 4)).toBeGreaterThan(12);
		expect(seen.findIndex((count) => count === 12)).toBeGreaterThan(60);
	});

	test('a hub that slows down under load is asked for no more than it stands', async () => {
		const seen = await reads(300, (underWay) => (underWay <= 6 ? 40 : 40 * underWay));
		expect(Math.max(...seen)).toBe(8);
		expect(Math.max(...seen.slice(20))).toBe(7);
		expect(seen.filter((count) => count <= 3).length).toBeGreaterThan(20);
	});

	test('a hub that has become slower for other reasons is soon asked for more again', async () => {
		const seen = await reads(400, (_, index) => (index < 100 ? 3 : 150));
		expect(Math.min(...seen.slice(100, 200))).toBe(1);
		expect(Math.max(...seen.slice(200))).toBe(12);
	});

	test('half as many at once after one that says so, however soon it is repeated', async () => {
		const shared = { pace: { atOnce: 12, usual: 40, calm: 5 } };
		const limiter = new AdaptiveLimiter(shared);
		await limiter.run(async ({ begins, isSetBack }) => {
			begins();
			isSetBack();
			isSetBack();
			expect(shared.pace.atOnce).toBe(6);
			return await Promise.resolve();
		});
		expect(shared.pace).toEqual({ atOnce: 6, usual: 40, calm: -10 });
	});

	test('half as many while one of them waits for its repeat, and no more than before', async () => {
		// the sixtieth is answered 503 and sent again after a second
		const seen = await reads(300, (_, index) => (index === 60 ? 1_080 : 40));
		const before = seen[60]!;
		expect(Math.max(...seen.slice(60))).toBeLessThanOrEqual(before + 1);
		expect(Math.min(...seen.slice(60, 200))).toBeLessThanOrEqual((before + 1) / 2);
	});
});
