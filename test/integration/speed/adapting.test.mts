import { describe, expect, test } from 'vitest';
import type { HubOptions } from '../../hub/index.mts';
import { setup } from '../../support/setup.mts';

const list = { resource: 'order', operation: 'getMany', returnAll: true };
const orders = 4_000;

/** A hub with 40 pages, and how many of them it had under way each time one more came. */
async function hubOf(options: HubOptions) {
	const pair = await setup({
		...options,
		// a repeat takes long enough to be noticed, and answers so long that a busy machine is not
		timing: { backoff: 2_000 },
		seed: { channels: 0, products: 0, orders },
	});
	const seen: number[] = [];
	const { log } = pair.hub;
	const push = log.push.bind(log);
	log.push = (...requests) => {
		const length = push(...requests);
		const open = log.filter(({ endpoint, status }) => endpoint === 'orderList' && status === 0);
		seen.push(open.length);
		return length;
	};
	const read = async () => {
		const { error, items } = await pair.n8n.run(list);
		expect(error).toBeUndefined();
		expect(items()).toHaveLength(orders);
	};
	return { ...pair, seen, read };
}

describe('the number of pages at a time', () => {
	test('begins at four and grows while answers take no longer', async () => {
		const { seen, read } = await hubOf({ latency: 300 });
		await read();
		expect(Math.max(...seen.slice(0, 5))).toBeLessThanOrEqual(4);
		await read();
		expect(Math.max(...seen)).toBeGreaterThan(4);
		expect(Math.max(...seen)).toBeLessThanOrEqual(12);
	});

	test('is halved where the hub slows down under load, and stays below', async () => {
		// up to three are served at once without delay, more of them wait for each other
		const latency = (underWay: number) => (underWay <= 3 ? 100 : (underWay - 3) * 1_500);
		const { seen, read } = await hubOf({ latency });
		await read();
		expect(Math.max(...seen)).toBeLessThanOrEqual(6);
		const halves = seen.filter((count) => count <= 3).length;
		expect(halves).toBeGreaterThan(seen.length / 3);
	});

	test.each([500, 503])('is halved after an answer of %i', async (status) => {
		const { hub, seen, read } = await hubOf({ latency: 300 });
		await read();
		const before = Math.max(...seen);
		expect(before).toBeGreaterThan(4);
		seen.length = 0;
		hub.faults.add({ endpoint: 'orderList', kind: 'status', status, after: 3 });
		await read();
		const halved = seen.findIndex((count, index) => index > before && count <= before / 2);
		expect(halved).toBeGreaterThan(0);
	});
});
