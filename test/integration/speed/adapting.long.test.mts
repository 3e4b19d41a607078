import { describe, expect, test } from 'vitest';
import { byId } from '../../support/locators.mts';
import { setup } from '../../support/setup.mts';

const list = { resource: 'order', operation: 'getMany', returnAll: true };
const orders = 4_000;

/** A hub with 40 pages, and how many requests it had under way each time one more came. */
async function hubOf(
	{ timing, ...options }: NonNullable<Parameters<typeof setup>[0]>,
	watched = 'orderList',
) {
	const pair = await setup({
		...options,
		// a repeat takes long enough to be noticed, and answers so long that a busy machine is not
		timing: { backoff: 2_000, ...timing },
		seed: { channels: 0, products: 0, orders },
	});
	const seen: number[] = [];
	const { log } = pair.hub;
	const push = log.push.bind(log);
	log.push = (...requests) => {
		const length = push(...requests);
		const open = log.filter(({ endpoint, status }) => endpoint === watched && status === 0);
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

	test.each([
		[500, 'before its repeat', 2_000],
		[503, 'before its repeat', 2_000],
		[500, 'however soon it is repeated', 1],
		[503, 'however soon it is repeated', 1],
		[429, 'once it may go on', 1],
	])('is halved after an answer of %i, %s', async (status, _when, backoff) => {
		const { hub, seen, read } = await hubOf({ latency: 300, timing: { backoff } });
		await read();
		const before = Math.max(...seen);
		expect(before).toBeGreaterThan(4);
		seen.length = 0;
		hub.faults.add({ endpoint: 'orderList', kind: 'status', status, after: 3 });
		await read();
		const halved = seen.findIndex((count, index) => index > before && count <= before / 2);
		expect(halved).toBeGreaterThan(0);
		// what comes once the answer is there, and before more are tried again
		const next = seen.slice(before + 6, before + 14);
		expect(Math.max(...next)).toBeLessThanOrEqual(before / 2 + 1);
	});

	test('of items that are read one by one begins at four and grows, too', async () => {
		const { hub, n8n, seen } = await hubOf({ latency: 300 }, 'orderGet');
		const ids = [...hub.state.orders.keys()].slice(0, 60).map((idPedido) => ({ idPedido }));
		const idPedido = byId('={{ $json.idPedido }}');
		const { items } = await n8n.run({ resource: 'order', operation: 'get', idPedido }, ids);
		expect(items()).toHaveLength(60);
		expect(Math.max(...seen.slice(0, 5))).toBeLessThanOrEqual(4);
		expect(Math.max(...seen)).toBeGreaterThan(5);
		expect(Math.max(...seen)).toBeLessThanOrEqual(12);
	});
});
