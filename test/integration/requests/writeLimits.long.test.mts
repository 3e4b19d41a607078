import { describe, expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { op, respond, shown } from '../../support/items.mts';
import { oneStock, stock, stocks } from '../../support/batches.mts';
import { busiestMinute, pass, times, until } from '../../support/waits.mts';
import { setup } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';
const sent = { ...stock, waitForResult: false };

describe('the documented limits', () => {
	test('25 stock batches in one run use all 10 requests a minute without a 429', async () => {
		// minutes in which a busy machine has the time to send ten
		const timeScale = 30;
		const { hub, n8n } = await setup({ timeScale, skus: 2500 });
		const passed = stopwatch();
		const result = await n8n.run(sent, stocks(2500));
		const took = passed() * timeScale;
		expect(result.json()).toHaveLength(25);
		const at = times(hub);
		expect(at).toHaveLength(25);
		expect(hub.count({ status: 429 })).toBe(0);
		expect(busiestMinute(at)).toBe(10);
		// two windows have to pass, and not much more than that
		expect(at[24]! - at[0]!).toBeGreaterThan(119_000);
		expect(took).toBeLessThan(240_000);
	});

	test('several nodes and executions in one process share the window', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const other = await startN8n(hub);
		const runs = await Promise.all(
			Array.from(
				{ length: 24 },
				async (_, index) => await (index % 2 === 0 ? n8n : other).run(oneStock),
			),
		);
		expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 'success'));
		expect(times(hub)).toHaveLength(24);
		expect(hub.count({ status: 429 })).toBe(0);
		expect(busiestMinute(times(hub))).toBeLessThanOrEqual(10);
	});

	test('stock and price batches have windows of their own', async () => {
		const { hub, n8n } = await setup({ timeScale: 10, skus: 1000 });
		const price = { ...sent, resource: 'price' };
		const passed = stopwatch();
		await Promise.all([
			n8n.run(sent, stocks(1000)),
			n8n.run(
				price,
				stocks(1000).map(({ sku }) => ({ sku, precoDe: 2, precoPor: 1 })),
			),
		]);
		expect([...times(hub), ...times(hub, 'priceBatch')].length).toBe(20);
		expect(hub.count({ status: 429 })).toBe(0);
		expect(passed() * 10).toBeLessThan(60_000);
	});
});

describe('429', () => {
	test('is waited out for as long as Retry-After says', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		// Retry-After is in seconds of real time here
		respond(hub, 'stockBatch', 429, {
			headers: { 'Retry-After': '0.7' },
			body: { error: 'Limite.' },
		});
		await n8n.done(oneStock);
		const [first, second] = times(hub);
		expect(second! - first!).toBeGreaterThanOrEqual(69_000);
	});

	test('is waited out for a whole window without Retry-After', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		hub.faults.add({ kind: 'status', status: 429, endpoint: 'stockBatch' });
		await n8n.run(oneStock);
		const [first, second] = times(hub);
		expect(second! - first!).toBeGreaterThanOrEqual(60_000);
	});

	test.each([
		// a minute after the request that took the own slot
		['a write, which stands in a line', 'stockBatch', oneStock, 0],
		// a minute after the 429
		['a read without a limit', 'orderList', op('order getMany'), 1],
	])('holds up other requests, too, while %s waits it out', async (...given) => {
		const [, endpoint, parameters, since] = given;
		const { hub, n8n } = await setup({ skus: 1 });
		await n8n.run(parameters);
		hub.faults.add({ kind: 'status', status: 429, endpoint });
		const first = n8n.run(parameters);
		await until(() => hub.count({ endpoint, status: 429 }) > 0);
		await pass(20);
		await Promise.all([first, n8n.run(parameters), n8n.run(parameters)]);
		const at = times(hub, endpoint);
		expect(at).toHaveLength(5);
		for (const later of at.slice(2)) expect(later - at[since]!).toBeGreaterThanOrEqual(59_000);
	});

	test('is given up in the end, with advice, if the hub never stops', async () => {
		const { hub, n8n } = await setup({ timing: { backoff: 1 } });
		respond(hub, 'stockBatch', 429, { times: 100, headers: { 'Retry-After': '0' } });
		const result = await n8n.run(oneStock);
		expect(shown(result.nodeError)).toMatch(/429[\s\S]*Other programs use the same account/);
		expect(hub.count({ endpoint: 'stockBatch' })).toBeLessThan(20);
	});
});
