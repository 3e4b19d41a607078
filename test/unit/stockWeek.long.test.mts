import { describe, expect, test } from 'vitest';
import { erpStock, openOrders } from '../stockWeek/sellers.mts';
import { playWeek, type Seller } from '../stockWeek/week.mts';

/** A small part of what `npm run stock:week` plays. */
const small = { skus: 200, ordersPerDay: 1_000, days: 1 };

describe.each(['even', 'zipf'] as const)('a day of a small shop, demand %s', (demand) => {
	const shop = { ...small, demand };
	const play = async (seller: Seller) => await playWeek({ ...shop, every: 15, seller });

	test('the stock less open orders oversells no order that its run knows', async () => {
		const { orders, covered, oversold } = await play(openOrders(shop, '0'));
		expect(orders).toBeGreaterThan(500);
		expect(covered).toBeGreaterThan(300);
		expect(oversold.covered).toBe(0);
	});

	test('the plain stock of the ERP oversells such orders', async () => {
		expect((await play(erpStock())).oversold.covered).toBeGreaterThan(10);
	});
});
