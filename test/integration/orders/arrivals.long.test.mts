import { describe, test } from 'vitest';
import {
	expectNoneAbsent,
	expectNoneLost,
	expectNoneLostAsOneLeaves,
	expectNoneLostOfTwo,
} from './arrivals.mts';

/* An order that arrives while the list is read moves the others to other pages. A few moments; all of them at night. */
const reads = [2, 11];

describe.each([true, false])('a history of 1,001 orders (newest first: %s)', (newest) => {
	test.each([0.5, 950.5, 1_000.5])(
		'one of the past arrives, of minute %d: no order is left out',
		async (minute) => {
			await expectNoneLost(newest, minute, reads);
		},
	);

	test.each([
		['on the page of the oldest', 0.5],
		['in the middle', 500.5],
		['on the page of the newest', 950.5],
		['as the newest', 2_000],
	])('an order that arrives %s makes none of the input absent', async (_where, arrived) => {
		await expectNoneAbsent(newest, arrived, reads);
	});
});

test.each([3, 5, 7])('two arrivals, %i reads apart: no order is left out', async (later) => {
	await expectNoneLostOfTwo([1, 9], later);
});

test.each([40, 44])(
	'one arrives, and one leaves after read %i: no order is left out',
	async (read) => {
		await expectNoneLostAsOneLeaves(read);
	},
);
