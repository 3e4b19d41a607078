import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../hub/index.mts';
import { addSkus } from '../../support/products.mts';
import { asJson, mapped } from '../../support/items.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';

const stock = { resource: 'stock', operation: 'updateBatch', ...mapped };
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ sku: `S${index}`, estoque: 1 }));

const until = async (condition: () => boolean) => {
	while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Cancels a run, in real time so that every wait takes a second at least, once `begun` says so, and expects that it ends long before the wait would be over. */
async function expectCancelled(
	{ hub, n8n }: Setup,
	count: number,
	parameters: object,
	begun: () => boolean,
): Promise<void> {
	const stop = new AbortController();
	const running = n8n.run({ ...stock, ...parameters }, items(count), {
		signal: stop.signal,
		onError: 'continueRegularOutput',
	});
	await until(begun);
	await new Promise((resolve) => setTimeout(resolve, 50));
	const passed = stopwatch();
	const sent = hub.log.length;
	stop.abort();
	const result = await running;
	expect(result.status).toBe('canceled');
	expect(passed()).toBeLessThan(500);
	await new Promise((resolve) => setTimeout(resolve, 1_500));
	expect(hub.log.length).toBe(sent);
}

describe('a cancelled execution stops waiting and sends nothing more', () => {
	test('while a batch is processed', async () => {
		const pair = await setup({ timeScale: 1, batchDuration: 600_000 });
		addSkus(pair.hub, 1);
		await expectCancelled(pair, 1, {}, () => pair.hub.count({ endpoint: 'batchGet' }) > 0);
	});

	test('while the window is full', async () => {
		const pair = await setup({ timeScale: 1 });
		addSkus(pair.hub, 1500);
		await expectCancelled(
			pair,
			1500,
			{ waitForResult: false },
			() => pair.hub.count({ endpoint: 'stockBatch' }) === 10,
		);
	});

	test.each([
		[
			'a 429 is waited out',
			{ kind: 'status' as FaultKind, status: 429, headers: { 'Retry-After': '60' } },
		],
		[
			'a 503 is backed off from',
			{ kind: 'status' as FaultKind, status: 503, headers: { 'Retry-After': '60' } },
		],
		['an answer is awaited', { kind: 'slow' as FaultKind, delay: 3_000 }],
	])('while %s', async (_when, fault) => {
		const pair = await setup({ timeScale: 1 });
		pair.hub.faults.add({ ...fault, endpoint: 'stockBatch' });
		await expectCancelled(
			pair,
			1,
			asJson({ sku: 'S0', estoque: 1 }),
			() => pair.hub.count({ endpoint: 'stockBatch' }) > 0,
		);
	});

	test('others that share the window go on', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1200);
		const stop = new AbortController();
		const cancelled = n8n.run({ ...stock, waitForResult: false }, items(1200), {
			signal: stop.signal,
		});
		await until(() => hub.count({ endpoint: 'stockBatch' }) === 10);
		const other = n8n.run({ ...stock, waitForResult: false }, items(100));
		stop.abort();
		expect((await cancelled).status).toBe('canceled');
		expect((await other).status).toBe('success');
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(11);
		expect(hub.count({ status: 429 })).toBe(0);
	});
});
