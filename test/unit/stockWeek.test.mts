import { describe, expect, test } from 'vitest';
import { playWeek, type WeekOptions } from '../stockWeek/week.mts';

/** A small part of what `npm run stock:week` plays. */
const shop = { skus: 200, ordersPerDay: 1_000, days: 1, every: 15, buffer: '0' };
const play = async (changes: Pick<WeekOptions, 'demand' | 'sends'>) =>
	await playWeek({ ...shop, ...changes });

describe.each(['even', 'zipf'] as const)('a day of a small shop, demand %s', (demand) => {
	test('the stock less open orders oversells no order that its run could know', async () => {
		const { orders, covered, oversold } = await play({ demand, sends: 'sums' });
		expect(orders).toBeGreaterThan(500);
		expect(covered).toBeGreaterThan(300);
		expect(oversold.covered).toBe(0);
	});

	test("the ERP's stock as it is does oversell such orders", async () => {
		expect((await play({ demand, sends: 'stock' })).oversold.covered).toBeGreaterThan(10);
	});
});
