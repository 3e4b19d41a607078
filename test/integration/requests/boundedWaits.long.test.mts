import { describe, expect, test } from 'vitest';
import { hubCredentials, packageName } from '../../engine/nodes.mts';
import { addSkus } from '../../support/products.mts';
import { asJson, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { pollOnce, triggerWorkflow } from '../../support/triggers.mts';
import {
	answerAlways,
	eachOrder,
	everything,
	go,
	longestWait,
	numbers,
	ping,
	stock,
	timed,
	times,
} from './waits.mts';

describe('the setting', () => {
	test('0 means: no waiting at all', async () => {
		const { hub, n8n } = await setup();
		answerAlways(hub, 429, { 'Retry-After': '1' });
		const { result, took } = await timed(n8n.run({ ...ping, ...longestWait(0) }));
		expect(shown(result.nodeError)).toMatch(/429[\s\S]*Longest Wait/);
		expect(took).toBeLessThan(800);
		expect(hub.count({ endpoint: 'ping' })).toBe(1);
	});

	test.each([-1, 'soon', Number.NaN])('%j is refused before anything is sent', async (minutes) => {
		const { hub, n8n } = await setup();
		const result = await n8n.run({ ...ping, options: { longestWait: minutes as number } });
		expect(shown(result.nodeError)).toMatch(/Longest Wait/);
		expect(hub.log).toEqual([]);
	});

	test('longer than any timer counts: it waits, and does not run in circles', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'status', status: 429, endpoint: 'ping', times: 2 });
		const result = await n8n.run({ ...ping, ...longestWait(100_000_000) });
		expect(result.status).toBe('success');
		expect(times(hub, 'ping')).toHaveLength(3);
	});

	test('a limit of the reference is no trouble: pacing goes on beyond it', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1_500);
		const items = Array.from({ length: 1_500 }, (_, index) => ({ sku: `S${index}`, estoque: 1 }));
		const run = { ...stock, waitForResult: false, ...longestWait(0.005) };
		const result = await n8n.run(run, items);
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		expect(result.json()).toHaveLength(15);
	});
});

describe('Time Limit', () => {
	test.each([
		['429', { kind: 'status' as const, status: 429 }],
		['503', { kind: 'status' as const, status: 503, headers: { 'Retry-After': '30' } }],
		['silence', { kind: 'slow' as const, delay: 30_000 }],
	])('bounds the looks at a batch as well: %s', async (_name, fault) => {
		const { hub, n8n } = await setup({ timing: { shortestTry: 100 } });
		addSkus(hub, 1);
		hub.faults.add({ ...fault, endpoint: 'batchGet', times: Infinity });
		const parameters = { ...stock, ...asJson({ sku: 'S0', estoque: 1 }), timeLimit: 0.01 };
		const { result, took } = await timed(n8n.run(parameters, [{}], go));
		expect(took).toBeLessThan(5_000);
		expect(result.json()).toHaveLength(1);
		expect(JSON.stringify(result.json()[0])).toMatch(/5001/);
		const waited = await timed(
			n8n.run({ resource: 'batch', operation: 'wait', batchId: '5001', timeLimit: 0.01 }),
		);
		expect(waited.took).toBeLessThan(5_000);
		expect(shown(waited.result.nodeError)).toMatch(/time limit|Longest Wait/i);
	});

	test('a very long one is no short one', async () => {
		const { hub, n8n } = await setup({ batchDuration: 5_000 });
		addSkus(hub, 1);
		const parameters = { ...stock, ...asJson({ sku: 'S0', estoque: 1 }), timeLimit: 1e8 };
		const result = await n8n.run(parameters);
		expect(result.json()).toMatchObject([{ sucesso: true }]);
	});
});

describe('the token exchange', () => {
	test('429 with Retry-After is waited out as long as it says', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'auth',
			times: 4,
			headers: { 'Retry-After': '0.3' },
		});
		const result = await n8n.run(ping);
		expect(shown(result.nodeError)).toBe('nothing was thrown');
		const at = times(hub, 'auth');
		expect(at).toHaveLength(5);
		for (let index = 1; index < at.length; index++)
			expect(at[index]! - at[index - 1]!).toBeGreaterThanOrEqual(29_000);
	});

	test('429 without end: within the time set, few exchanges', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'auth',
			times: Infinity,
			headers: { 'Retry-After': '0' },
		});
		const { result, took } = await timed(
			n8n.run({ ...eachOrder, ...longestWait(0.02) }, numbers(40), go),
		);
		// 40 items with 1.2 s each would take 48
		expect(took).toBeLessThan(20_000);
		const last = result.json()[39]!;
		expect(`${last.error} ${last.description}`).toMatch(/429[\s\S]*Longest Wait/);
		expect(hub.log.length).toBeLessThan(20);
	});

	test.each([
		['429 waited out', { kind: 'status' as const, status: 429, headers: { 'Retry-After': '60' } }],
		[
			'a pause that would be over soon',
			{ kind: 'status' as const, status: 429, headers: { 'Retry-After': '1' } },
		],
		['503 waited out', { kind: 'status' as const, status: 503, headers: { 'Retry-After': '60' } }],
		['silence', { kind: 'slow' as const, delay: 3_000 }],
	])('Stop ends it at once: %s', async (_name, fault) => {
		const { hub, n8n } = await setup({ timeScale: 1 });
		hub.faults.add({ ...fault, endpoint: 'auth', times: Infinity });
		const stop = new AbortController();
		const running = n8n.run(eachOrder, numbers(10), { signal: stop.signal, ...go });
		while (hub.log.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await new Promise((resolve) => setTimeout(resolve, 50));
		const asked = performance.now();
		const sent = hub.log.length;
		stop.abort();
		expect((await running).status).toBe('canceled');
		expect(performance.now() - asked).toBeLessThan(500);
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		expect(hub.log.length).toBe(sent);
	});

	test('the Stop of one execution does not end the exchange that another waits for', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'auth',
			headers: { 'Retry-After': '0.5' },
		});
		const stop = new AbortController();
		const [stopped, other] = [n8n.run(ping, [{}], { signal: stop.signal }), n8n.run(ping)];
		while (hub.log.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		stop.abort();
		expect((await stopped).status).toBe('canceled');
		expect((await other).status).toBe('success');
		expect(hub.count({ endpoint: 'auth' })).toBe(2);
	});
});

describe('what nobody set a time for', () => {
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
			const { took } = await timed(
				expect(n8n.method('listSearch', 'searchOrders', node)).rejects.toThrow(/hub/i),
			);
			expect(took).toBeLessThan(1_500);
		}
	});

	test('a poll under 429 ends before n8n gives up on it', async () => {
		const { hub, n8n } = await setup({
			timeScale: 10,
			timing: { pollBudget: 3_000, pollDeadline: 4_000 },
		});
		await n8n.run(ping);
		hub.createOrder({});
		hub.faults.add({ kind: 'status', status: 429, endpoint: 'queueList', times: Infinity });
		const workflow = triggerWorkflow(n8n, 'marketplaceHubQueueTrigger');
		const { took } = await timed(expect(pollOnce(n8n, workflow)).rejects.toThrow(/429/));
		// n8n's 45 s are 4.5 s here
		expect(took).toBeLessThan(4_500);
	});

	test('a poll under silence ends before n8n gives up on it', async () => {
		const { hub, n8n } = await setup({
			timeScale: 10,
			timing: { pollBudget: 3_000, pollDeadline: 4_000 },
		});
		await n8n.run(ping);
		hub.faults.add({ kind: 'slow', delay: 60_000, endpoint: 'queueList', times: Infinity });
		const workflow = triggerWorkflow(n8n, 'marketplaceHubQueueTrigger');
		const { took } = await timed(expect(pollOnce(n8n, workflow)).rejects.toThrow(/hub/i));
		expect(took).toBeLessThan(4_500);
	});
});
