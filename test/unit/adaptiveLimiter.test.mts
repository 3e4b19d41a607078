import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
		['the first', firstPace, 40, { atOnce: 4, usual: 40, calm: 1 }],
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
			'one begun before a slow one',
			{ atOnce: 2, usual: 40, calm: -3 },
			40,
			{ atOnce: 2, usual: 40, calm: -2 },
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
	const limiter = new AdaptiveLimiter();
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
