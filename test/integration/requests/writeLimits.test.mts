import { describe, expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { timing } from '../../support/clock.mts';
import { asJson, mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';

const stock = { resource: 'stock', operation: 'updateBatch', ...mapped, waitForResult: false };
const one = { ...stock, ...asJson({ sku: 'S0', estoque: 1 }) };
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ sku: `S${index}`, estoque: 1 }));

/** Hub times at which the stock batches came. */
const times = (hub: Hub, endpoint = 'stockBatch') =>
	hub.log.filter((request) => request.endpoint === endpoint).map(({ at }) => at);

/** The most requests within any 60 s of hub time. */
const busiestMinute = (at: number[]) =>
	Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + 60_000).length));

describe('the documented limits', () => {
	test('25 stock batches in one run: 10 a minute, fully used, no 429', async () => {
		const { hub, n8n } = await setup({ timeScale: 30 });
		addSkus(hub, 2500);
		const passed = stopwatch();
		const result = await n8n.run(stock, items(2500));
		const took = passed() * 30;
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
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		const other = await startN8n(hub);
		const runs = await Promise.all(
			Array.from(
				{ length: 24 },
				async (_, index) => await (index % 2 === 0 ? n8n : other).run(one),
			),
		);
		expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 'success'));
		expect(times(hub)).toHaveLength(24);
		expect(hub.count({ status: 429 })).toBe(0);
		expect(busiestMinute(times(hub))).toBe(10);
	});

	test('stock and price batches have windows of their own', async () => {
		const { hub, n8n } = await setup({ timeScale: 10 });
		addSkus(hub, 1000);
		const price = { ...stock, resource: 'price' };
		const passed = stopwatch();
		await Promise.all([
			n8n.run(stock, items(1000)),
			n8n.run(
				price,
				items(1000).map(({ sku }) => ({ sku, precoDe: 2, precoPor: 1 })),
			),
		]);
		expect([...times(hub), ...times(hub, 'priceBatch')].length).toBe(20);
		expect(hub.count({ status: 429 })).toBe(0);
		expect(passed() * 10).toBeLessThan(60_000);
	});

	test('another program uses the same account: X-RateLimit-Remaining is believed before a 429 comes', async () => {
		// a minute so long that a busy machine is not taken for a wait
		const { hub, n8n } = await setup({ timeScale: 20 });
		addSkus(hub, 1);
		await n8n.run(one);
		hub.faults.add({
			kind: 'slow',
			endpoint: 'stockBatch',
			headers: { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '0' },
		});
		await n8n.run(one);
		const [, second] = times(hub);
		await n8n.run(one);
		expect(times(hub)[2]! - second!).toBeGreaterThanOrEqual(59_000);
		expect(hub.count({ status: 429 })).toBe(0);
	});
});

describe('429', () => {
	test('waited out for as long as Retry-After says', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		// Retry-After is in seconds of real time here
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'stockBatch',
			headers: { 'Retry-After': '1' },
			body: { error: 'Limite.' },
		});
		const result = await n8n.run(one);
		expect(result.status).toBe('success');
		const [first, second] = times(hub);
		expect(second! - first!).toBeGreaterThanOrEqual(99_000);
	});

	test('without Retry-After: a whole window', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		hub.faults.add({ kind: 'status', status: 429, endpoint: 'stockBatch' });
		await n8n.run(one);
		const [first, second] = times(hub);
		expect(second! - first!).toBeGreaterThanOrEqual(60_000);
	});

	test.each([
		['product', 'create', 'productCreate'],
		['sandboxOrder', 'create', 'sandboxOrderCreate'],
	])(
		'also for what must not be repeated: a 429 was not carried out (%s %s)',
		async (resource, operation, endpoint) => {
			const { hub, n8n } = await setup();
			hub.faults.add({
				kind: 'status',
				status: 429,
				endpoint,
				times: 2,
				headers: { 'Retry-After': '0' },
			});
			const body =
				resource === 'product' ? productFields({ skuProduto: 'NEW' }) : sandboxOrderFields();
			const result = await n8n.run({ resource, operation, ...asJson(body) });
			expect(shown(result.nodeError)).toBe('nothing was thrown');
			expect(hub.count({ endpoint })).toBe(3);
		},
	);

	test.each([
		['a write, which stands in a line', 'stockBatch', one],
		['a read without a limit', 'orderList', { resource: 'order', operation: 'getMany' }],
	])('others stand back, too, while %s waits a 429 out', async (_what, endpoint, parameters) => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		await n8n.run(parameters);
		hub.faults.add({ kind: 'status', status: 429, endpoint });
		const first = n8n.run(parameters);
		while (hub.count({ endpoint, status: 429 }) === 0)
			await new Promise((resolve) => setTimeout(resolve, 2));
		await new Promise((resolve) => setTimeout(resolve, 20));
		await Promise.all([first, n8n.run(parameters), n8n.run(parameters)]);
		const at = times(hub, endpoint);
		expect(at).toHaveLength(5);
		for (const later of at.slice(2)) expect(later - at[1]!).toBeGreaterThanOrEqual(55_000);
	});

	test('a hub that never stops answering 429 is given up in the end, with advice', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'stockBatch',
			times: 100,
			headers: { 'Retry-After': '0' },
		});
		const result = await n8n.run(one);
		expect(shown(result.nodeError)).toMatch(/429[\s\S]*Other programs use the same account/);
		expect(hub.count({ endpoint: 'stockBatch' })).toBeLessThan(20);
	});
});

describe('500 and 503', () => {
	test.each([500, 503])(
		'%d twice, then success, for what may be repeated; the waits grow',
		async (status) => {
			const { hub, n8n } = await setup({ timing: { backoff: 50 } });
			addSkus(hub, 1);
			hub.faults.add({ kind: 'status', status, endpoint: 'stockBatch', times: 3 });
			const result = await n8n.run(one);
			expect(result.status).toBe('success');
			const at = times(hub);
			expect(at).toHaveLength(4);
			expect(at[3]! - at[2]!).toBeGreaterThan(at[1]! - at[0]!);
		},
	);

	test("a 503 that stays: bounded, with the hub's words and its Request-Id", async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status: 503,
			endpoint: 'stockBatch',
			times: 100,
			body: { error: 'Manutenção.' },
			headers: { 'Request-Id': 'req-9' },
		});
		const result = await n8n.run(one);
		expect(shown(result.nodeError)).toMatch(/503: Manutenção\.[\s\S]*req-9/);
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(5);
	});

	test('400, 404 and 406 are not repeated', async () => {
		for (const status of [400, 404, 406]) {
			const { hub, n8n } = await setup();
			hub.faults.add({ kind: 'status', status, endpoint: 'stockBatch' });
			expect(shown((await n8n.run(one)).nodeError)).toContain(String(status));
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
		}
	});
});

describe('a lost answer and the time for an answer', () => {
	test('no answer in time counts as lost: repeated where that is harmless, else not', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		timing.requestTimeout = 150;
		try {
			hub.faults.add({ kind: 'slow', delay: 600, endpoint: 'stockBatch' });
			hub.faults.add({ kind: 'slow', delay: 600, endpoint: 'productCreate' });
			expect((await n8n.run(one)).status).toBe('success');
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(2);
			const created = await n8n.run({
				resource: 'product',
				operation: 'create',
				...asJson(productFields({ skuProduto: 'NEW' })),
			});
			expect(shown(created.nodeError)).toMatch(/unknown/);
			expect(hub.count({ endpoint: 'productCreate' })).toBe(1);
		} finally {
			timing.requestTimeout = 60_000;
		}
	});
});
