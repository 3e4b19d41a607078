import { afterEach, describe, expect, vi } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { timing } from '../../support/clock.mts';
import { oneStock, stock, stocks } from '../../support/batches.mts';
import { setup, test } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';
import { busiestMinute, pass, ping, timed, times, until } from '../../support/waits.mts';

const sent = { ...stock, waitForResult: false };
/** The hub's own answers to stock batches, with these headers. */
const say = (hub: Hub, headers: Record<string, string>, times = 1) =>
	hub.faults.add({ kind: 'slow', delay: 0, endpoint: 'stockBatch', times, headers });
const hour = 3_600_000;

afterEach(() => vi.useRealTimers());
/** Sets the machine's time; timers go on as they are. */
const setClock = (change: number) => {
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + change });
	// the mocked time stands still otherwise
	const began = performance.now();
	const from = Date.now();
	vi.spyOn(Date, 'now').mockImplementation(() => from + (performance.now() - began));
};

describe("limits in the hub's headers", () => {
	test.each([
		{ 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '999' },
		{ 'X-RateLimit-Limit': '1000' },
		{ 'X-RateLimit-Limit': '11', 'X-RateLimit-Remaining': '11' },
	] as Array<Record<string, string>>)('%j: the limit is never lifted', async (headers) => {
		const { hub, n8n } = await setup({ skus: 2_500 });
		say(hub, headers, Infinity);
		const result = await n8n.run(sent, stocks(2_500));
		expect(result.json()).toHaveLength(25);
		// that it is used fully is held by writeLimits.long.test.mts
		expect(busiestMinute(times(hub))).toBeLessThanOrEqual(10);
		expect(hub.count({ status: 429 })).toBe(0);
	});

	test('a lower limit holds, also together with the remaining requests', async () => {
		const { hub, n8n } = await setup({ skus: 1_000 });
		const headers = { 'X-RateLimit-Limit': '4' };
		say(hub, headers, Infinity);
		await n8n.run(sent, stocks(1_000));
		expect(times(hub)).toHaveLength(10);
		expect(busiestMinute(times(hub).slice(1))).toBeLessThanOrEqual(4);
	});

	test('a lower limit ends when the hub names the documented one again', async () => {
		const { hub, n8n } = await setup({ skus: 1 });
		const headers = { 'X-RateLimit-Limit': '2', 'X-RateLimit-Remaining': '1' };
		say(hub, headers);
		const runs = Array.from({ length: 10 }, async () => await n8n.run(oneStock));
		const { result, took } = await timed(Promise.all(runs));
		expect(result.map(({ status }) => status)).not.toContain('error');
		expect(times(hub)).toHaveLength(10);
		expect(took).toBeLessThan(2.5 * timing.minute);
	});

	test.each([
		{ 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '0' },
		{ 'X-RateLimit-Limit': '999999999', 'X-RateLimit-Remaining': '0' },
		{ 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '-999999999' },
		{ 'X-RateLimit-Limit': '9007199254740993', 'X-RateLimit-Remaining': '-1' },
	])('%j: the window is full for a minute and no longer', async (headers) => {
		const { hub, n8n } = await setup({ skus: 1 });
		say(hub, headers);
		await n8n.run(oneStock);
		const { took } = await timed(n8n.run(oneStock));
		const [first, second] = times(hub);
		expect(second! - first!).toBeGreaterThanOrEqual(59_000);
		expect(took).toBeLessThan(2 * timing.minute);
		expect(hub.count({ status: 429 })).toBe(0);
	});
});

describe.each([
	['back', -5 * hour],
	['forward', 5 * hour],
])("the machine's clock is set %s by hours", (_direction, change) => {
	test('the limit of a minute holds, and for no longer', async () => {
		const { hub, n8n } = await setup({ skus: 1_500 });
		const passed = stopwatch();
		await n8n.run(sent, stocks(500));
		setClock(change);
		await n8n.run(sent, stocks(1_000));
		const took = passed();
		const at = times(hub);
		expect(at).toHaveLength(15);
		expect(busiestMinute(at)).toBeLessThanOrEqual(10);
		expect(took).toBeLessThan(6 * timing.minute);
		expect(hub.count({ status: 429 })).toBe(0);
	});

	test('a 429 is waited out for as long as it said', async ({ hub, n8n }) => {
		hub.faults.add({ kind: 'status', status: 429, endpoint: 'ping' });
		const passed = stopwatch();
		const running = n8n.run(ping);
		await until(() => hub.count({ endpoint: 'ping' }) > 0);
		await pass(20);
		setClock(change);
		await Promise.all([running, n8n.run(ping)]);
		const took = passed();
		const at = times(hub, 'ping');
		expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(59_000);
		expect(took).toBeLessThan(6 * timing.minute);
	});

	test('a batch that is processed within Time Limit still has its result', async () => {
		const { hub, n8n } = await setup({ batchDuration: 30_000, skus: 1 });
		const running = n8n.done({ ...oneStock, waitForResult: true, timeLimit: 0.1 });
		await until(() => hub.count({ endpoint: 'batchGet' }) > 0);
		setClock(change);
		const result = await running;
		expect(result.json()).toMatchObject([{ sucesso: true }]);
	});

	test('a token is neither thrown away nor kept beyond its time', async () => {
		const { hub, n8n } = await setup({ timeScale: 800 });
		await n8n.run(ping);
		setClock(change);
		for (let count = 0; count < 3; count++) await n8n.done(ping);
		// one that looks too old is renewed early, once
		expect(hub.tokens.issued).toBeLessThanOrEqual(2);
		expect(hub.count({ status: 401 })).toBe(0);
		// 30 minutes of the hub's time are 2.25 s here
		await pass(timing.tokenLifetime);
		await n8n.done(ping);
		expect(hub.count({ status: 401 })).toBe(0);
	});
});
