import { expect } from 'vitest';
import type { OperationParameters } from '../../engine/nodes.mts';
import type { Fault } from '../../hub/index.mts';
import { oneStock, stock, stocks } from '../../support/batches.mts';
import { go } from '../../support/items.mts';
import { setup, type SetupOptions, test } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';
import { eachOrder, numbers, pass, ping, until } from '../../support/waits.mts';

interface Stopped {
	run?: OperationParameters;
	items?: object[];
	options?: SetupOptions;
	fault?: Partial<Fault> & Pick<Fault, 'kind'>;
}

const aMinute = { 'Retry-After': '60' };
const sent = { ...stock, waitForResult: false };

/* A cancelled execution stops waiting, in real time, and sends nothing more. */

test.each<[string, endpoint: string, count: number, Stopped]>([
	[
		'a batch is processed',
		'batchGet',
		1,
		{ run: stock, items: stocks(1), options: { batchDuration: 600_000 } },
	],
	['the window is full', 'stockBatch', 10, { run: sent, items: stocks(1_500) }],
	...['stockBatch', 'auth', 'orderGet'].flatMap((endpoint) => {
		const run = endpoint === 'stockBatch' ? {} : { run: eachOrder, items: numbers(10) };
		return (
			[
				['a 429 is waited out', { kind: 'status', status: 429, headers: aMinute }],
				['a short 429 is', { kind: 'status', status: 429, headers: { 'Retry-After': '0.1' } }],
				['a 503 is backed off from', { kind: 'status', status: 503, headers: aMinute }],
				['an answer is awaited', { kind: 'slow', delay: 700 }],
				['an answer trickles', { kind: 'trickle', delay: 400 }],
			] as Array<[string, Stopped['fault']]>
		).map(([what, fault]): [string, string, number, Stopped] => [
			`${what} (${endpoint})`,
			endpoint,
			1,
			{ ...run, fault },
		]);
	}),
])(
	'a stopped execution ends at once and sends nothing more while %s',
	async (_when, endpoint, count, { run = oneStock, items, options, fault }) => {
		const { hub, n8n } = await setup({
			timeScale: 1,
			timing: { backoff: 100 },
			...options,
			skus: 1,
		});
		if (fault !== undefined) hub.faults.add({ ...fault, endpoint, times: Infinity });
		const stop = new AbortController();
		const running = n8n.run(run, items as never, { signal: stop.signal, ...go });
		await until(() => hub.count({ endpoint }) >= count);
		await pass(200);
		const passed = stopwatch();
		stop.abort();
		expect((await running).status).toBe('canceled');
		expect(passed()).toBeLessThan(500);
		// ten reads go out side by side: those that were on their way when Stop came still arrive
		await pass(200);
		const arrived = hub.log.length;
		await pass(500);
		expect(hub.log).toHaveLength(arrived);
	},
);

test('other executions that share the window go on', async () => {
	const { hub, n8n } = await setup({ skus: 1_200 });
	const stop = new AbortController();
	const cancelled = n8n.run(sent, stocks(1_200), { signal: stop.signal });
	await until(() => hub.count({ endpoint: 'stockBatch' }) === 10);
	const other = n8n.run(sent, stocks(100));
	stop.abort();
	expect((await cancelled).status).toBe('canceled');
	expect((await other).status).toBe('success');
	expect(hub.count({ endpoint: 'stockBatch' })).toBe(11);
	expect(hub.count({ status: 429 })).toBe(0);
});

test('the token exchange goes on if another execution waits for it', async ({ hub, n8n }) => {
	hub.faults.add({
		...{ kind: 'status', status: 429, endpoint: 'auth' },
		headers: { 'Retry-After': '0.5' },
	});
	const stop = new AbortController();
	const [stopped, other] = [n8n.run(ping, [{}], { signal: stop.signal }), n8n.run(ping)];
	await until(() => hub.log.length > 0);
	stop.abort();
	expect((await stopped).status).toBe('canceled');
	expect((await other).status).toBe('success');
	expect(hub.count({ endpoint: 'auth' })).toBe(2);
});
