import { describe, expect, onTestFinished } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { waitFor } from '../../server/wait.mts';
import { addSkus } from '../../support/products.mts';
import { batchRecord, stock, stocks, stocksSent } from '../../support/batches.mts';
import { go, op, requests, respond, shown } from '../../support/items.mts';
import { passTime } from '../../support/passTime.mts';
import { setup, test } from '../../support/setup.mts';
import { timed } from '../../support/waits.mts';
const day = 24 * 3_600_000;

/** How many batches have been read. */
const lookedAt = (hub: Hub) => new Set(requests(hub, 'batchGet').map(({ path }) => path)).size;

test('without waiting, each batch is one item with its SKUs, paired with its rows', async ({
	hub,
	n8n,
}) => {
	const skus = addSkus(hub, 250);
	const result = await n8n.run({ ...stock, waitForResult: false }, stocks(250));
	expect(result.json()).toEqual([
		{ batchId: expect.any(Number), skus: skus.slice(0, 100) },
		{ batchId: expect.any(Number), skus: skus.slice(100, 200) },
		{ batchId: expect.any(Number), skus: skus.slice(200) },
	]);
	expect(new Set(result.json().map(({ batchId }) => batchId)).size).toBe(3);
	expect(result.items()[2]?.pairedItem).toEqual(
		Array.from({ length: 50 }, (_, index) => ({ item: 200 + index })),
	);
	expect(hub.count({ endpoint: 'batchGet' })).toBe(0);
});

describe('waiting', () => {
	test('the node reads a batch at growing intervals until it is processed', async () => {
		const { hub, n8n } = await setup({ batchDuration: 60_000, timeScale: 20, skus: 1 });
		const result = await n8n.run(stock, stocks(1));
		expect(result.json()).toEqual([expect.objectContaining({ sucesso: true })]);
		const looks = requests(hub, 'batchGet').map(({ at }) => at);
		expect(looks.length).toBeLessThan(14);
		expect(looks.length).toBeGreaterThan(3);
		expect(looks.at(-1)! - looks.at(-2)!).toBeGreaterThan(looks[1]! - looks[0]!);
	});

	test('a Time Limit that was added and left empty counts as not set', async () => {
		const { n8n } = await setup({ skus: 1 });
		const result = await n8n.run({ ...stock, timeLimit: ' ' }, stocks(1));
		expect(result.json()).toMatchObject([{ sucesso: true }]);
	});

	test('1.500 minutes of a Time Limit are 1500, as they are of a Longest Wait', async () => {
		const { hub, n8n } = await setup({ clock: 'manual', batchDuration: 5_000, skus: 1 });
		const running = n8n.run({ ...stock, timeLimit: '1.500' }, stocks(1), go);
		await waitFor(() => lookedAt(hub) > 0, { what: 'the batch to be looked at', every: 5 });
		passTime(5 * 60_000);
		const looks = hub.count({ endpoint: 'batchGet' });
		await waitFor(() => hub.count({ endpoint: 'batchGet' }) > looks, { what: 'another look' });
		hub.clock.advance(5_000);
		expect((await running).json()).toMatchObject([{ sucesso: true }]);
	});

	test('batches are waited for side by side, while the next ones are sent', async () => {
		const { hub, n8n } = await setup({ clock: 'manual', batchDuration: 5_000, skus: 300 });
		const running = n8n.run(stock, stocks(300));
		// no batch is processed before the clock moves
		await waitFor(() => lookedAt(hub) === 3, { what: 'all batches to be looked at', every: 5 });
		hub.clock.advance(5_000);
		const result = await running;
		expect(result.json()).toHaveLength(300);
		expect(result.json().every(({ sucesso }) => sucesso === true)).toBe(true);
	});

	test('Time Limit ends the wait: entries that the hub has noted have their result, and the others say how to go on', async () => {
		const { hub, n8n } = await setup({ clock: 'manual', batchDuration: 100_000, skus: 100 });
		// 0.01 minutes are 600 ms
		const running = timed(n8n.run({ ...stock, timeLimit: 0.01 }, stocks(100), go));
		await waitFor(() => lookedAt(hub) > 0, { what: 'the batch to be looked at', every: 5 });
		// after a third of its duration the hub begins: by then half of the batch is processed
		hub.clock.advance(67_000);
		const { result, took } = await running;
		expect(took).toBeLessThan(3_000);
		const done = result.json().filter(({ sucesso }) => sucesso === true);
		const open = result.json().filter(({ sucesso }) => sucesso !== true);
		expect(done.map(({ sku }) => sku)).toEqual(stocks(50).map(({ sku }) => sku));
		expect(open).toHaveLength(50);
		for (const { sucesso, error, description, batchId } of open) {
			expect(sucesso).toBe(false);
			expect(error).toMatch(/not processed within the time limit.*processando/);
			expect(description).toMatch(new RegExp(`Wait Until Processed.*${String(batchId)}`));
		}
	});

	test('a time limit that ended one batch does not end the others', async () => {
		const { hub, n8n } = await setup({ skus: 200 });
		const body = batchRecord([], { status: 'aguardando' });
		hub.faults.add({ kind: 'status', status: 200, path: '/v1/batch/5001', body, times: 1_000 });
		const result = await n8n.run({ ...stock, timeLimit: 0.005 }, stocks(200), go);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual(
			stocks(200).map((_, index) => index >= 100),
		);
	});

	test('a batch that is gone after 10 days says so', async () => {
		const { hub, n8n } = await setup({ clock: 'manual', batchDuration: 0, skus: 1 });
		await n8n.run({ ...stock, waitForResult: false }, stocks(1));
		hub.clock.advance(10 * day - 60_000);
		const before = await n8n.run(op('batch get', { batchId: '5001' }));
		expect(before.json()).toEqual([
			expect.objectContaining({ batchId: 5001, status: 'processado' }),
		]);
		hub.clock.advance(120_000);
		for (const operation of ['get', 'wait']) {
			const after = await n8n.run({ resource: 'batch', operation, batchId: '5001' });
			expect(shown(after.nodeError)).toMatch(/no batch 5001[\s\S]*10 days/);
		}
	});
});

test('entries of a batch that the hub refuses as a whole carry its words, and the other batches go through', async () => {
	const { hub, n8n } = await setup({ skus: 250 });
	respond(hub, 'stockBatch', 400, {
		after: 1,
		headers: { 'Request-Id': 'req-77' },
		body: { error: 'Requisição inválida.', details: ['estoques[3].sku: bloqueado'] },
	});
	const result = await n8n.run(stock, stocks(250), go);
	expect(hub.count({ endpoint: 'stockBatch' })).toBe(3);
	result.json().forEach((json, index) => {
		if (index < 100 || index >= 200)
			expect(json).toMatchObject({ sku: `S${index}`, sucesso: true });
		else {
			expect(json).toMatchObject({
				sku: `S${index}`,
				sucesso: false,
				httpStatus: 400,
				requestId: 'req-77',
				details: ['estoques[3].sku: bloqueado'],
			});
			expect(`${json.error} ${json.description}`).toMatch(/Requisição inválida.*bloqueado.*req-77/);
		}
	});
});

test('entries are not sent, and say so, after the hub has become unreachable', async () => {
	const { hub, n8n } = await setup({ skus: 300 });
	hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', after: 1, times: 1_000 });
	const result = await n8n.run(stock, stocks(300), go);
	const reasons = result.json().map(({ error }) => error);
	expect(reasons.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => undefined));
	expect(reasons[100]).toMatch(/could not be reached/);
	expect(reasons[299]).toMatch(/not sent/i);
	expect(new Set(stocksSent(hub).map(([first]) => first?.sku))).toEqual(new Set(['S0', 'S100']));
});

test('a row that waits for a batch, too, is not sent and says so', async () => {
	const { hub, n8n } = await setup({ skus: 150, clock: 'manual', batchDuration: 5_000 });
	hub.faults.add({ kind: 'resetBefore', endpoint: 'stockBatch', after: 1, times: 1_000 });
	const running = n8n.run(stock, [...stocks(150), { sku: 'S0', estoque: 99 }], go);
	// five tries of the second batch, while the first one is still processed
	await waitFor(() => hub.count({ endpoint: 'stockBatch' }) === 6, {
		what: 'the last try',
		every: 5,
	});
	const looks = hub.count({ endpoint: 'batchGet' });
	await waitFor(() => hub.count({ endpoint: 'batchGet' }) > looks + 1, { what: 'a later look' });
	hub.clock.advance(5_000);
	const result = await running;
	expect(result.json()[0]).toMatchObject({ sku: 'S0', sucesso: true });
	expect(result.json()[150]).toMatchObject({
		...{ sku: 'S0', outcome: 'notSent' },
		error: expect.stringMatching(/not sent/i) as string,
	});
});

test("many waits in one execution leave no listeners behind, of which Node.js would warn in n8n's log", async () => {
	const warnings: Error[] = [];
	const note = (warning: Error) => warnings.push(warning);
	process.on('warning', note);
	onTestFinished(() => {
		process.off('warning', note);
	});
	const { hub, n8n } = await setup({ batchDuration: 60_000, skus: 1200 });
	const result = await n8n.run(stock, stocks(1200));
	expect(result.json()).toHaveLength(1200);
	expect(hub.count({ endpoint: 'batchGet' })).toBeGreaterThan(20);
	await new Promise((resolve) => setImmediate(resolve));
	expect(warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
});
