import { describe, expect } from 'vitest';
import { hubCredentials, packageName } from '../../engine/nodes.mts';
import type { Fault } from '../../hub/index.mts';
import { oneStock, stock, stocks } from '../../support/batches.mts';
import { go, op, respond, shown } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';
import { answerAlways, everything, longestWait, ping, timed, times } from '../../support/waits.mts';

const awaited = { ...oneStock, waitForResult: true };

describe('Longest Wait', () => {
	test('0 means no wait at all', async ({ hub, n8n }) => {
		answerAlways(hub, 429, { 'Retry-After': '1' });
		const { result, took } = await timed(n8n.run({ ...ping, ...longestWait(0) }));
		expect(shown(result.nodeError)).toMatch(/429[\s\S]*Longest Wait/);
		expect(took).toBeLessThan(800);
		expect(hub.count({ endpoint: 'ping' })).toBe(1);
	});

	test('a value beyond the range of timers waits without a busy loop', async ({ hub, n8n }) => {
		hub.faults.add({ kind: 'status', status: 429, endpoint: 'ping', times: 2 });
		await n8n.done({ ...ping, ...longestWait(100_000_000) });
		expect(times(hub, 'ping')).toHaveLength(3);
	});

	test('pacing by a documented limit goes on beyond it', async () => {
		const { n8n } = await setup({ skus: 1_500 });
		const run = { ...stock, waitForResult: false, ...longestWait(0.005) };
		const result = await n8n.done(run, stocks(1_500));
		expect(result.json()).toHaveLength(15);
	});
});

describe('Time Limit', () => {
	test.each<[string, Fault]>([
		['429', { kind: 'status', status: 429 }],
		['503', { kind: 'status', status: 503, headers: { 'Retry-After': '30' } }],
		['silence', { kind: 'slow', delay: 30_000 }],
	])('also ends the looks at a batch: %s', async (_name, fault) => {
		const { hub, n8n } = await setup({ timing: { shortestTry: 100 }, skus: 1 });
		hub.faults.add({ ...fault, endpoint: 'batchGet', times: Infinity });
		const { result, took } = await timed(n8n.run({ ...awaited, timeLimit: 0.01 }, [{}], go));
		expect(took).toBeLessThan(5_000);
		expect(result.json()).toHaveLength(1);
		expect(JSON.stringify(result.json()[0])).toMatch(/5001/);
		const wait = op('batch wait', { batchId: '5001', timeLimit: 0.01 });
		const waited = await timed(n8n.run(wait));
		expect(waited.took).toBeLessThan(5_000);
		expect(shown(waited.result.nodeError)).toMatch(/time limit|Longest Wait/i);
	});

	test('a very long one is not cut short', async () => {
		const { n8n } = await setup({ batchDuration: 5_000, skus: 1 });
		const result = await n8n.run({ ...awaited, timeLimit: 1e8 });
		expect(result.json()).toMatchObject([{ sucesso: true }]);
	});
});

test('the token exchange waits out the whole Retry-After of a 429', async ({ hub, n8n }) => {
	respond(hub, 'auth', 429, { times: 4, headers: { 'Retry-After': '0.3' } });
	await n8n.done(ping);
	const at = times(hub, 'auth');
	expect(at).toHaveLength(5);
	for (const [index, time] of at.slice(1).entries())
		expect(time - at[index]!).toBeGreaterThanOrEqual(29_000);
});

test('a picker under 429 or silence ends soon, and says so', async () => {
	for (const fault of [
		{ kind: 'status' as const, status: 429 },
		{ kind: 'status' as const, status: 429, headers: { 'Retry-After': '1' } },
		{ kind: 'slow' as const, delay: 60_000 },
	]) {
		const { hub, n8n } = await setup({ timing: { pickerWait: 150 } });
		await n8n.run(ping);
		hub.faults.add({ ...fault, path: everything, times: Infinity });
		const node = { type: `${packageName}.marketplaceHub`, credentials: hubCredentials };
		const searching = n8n.method('listSearch', 'searchOrders', node);
		const { took } = await timed(expect(searching).rejects.toThrow(/hub/i));
		expect(took).toBeLessThan(1_500);
	}
});
