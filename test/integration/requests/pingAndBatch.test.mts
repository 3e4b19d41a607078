import { beforeEach, describe, expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { startHub } from '../../hub/index.mts';
import { addSkus } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ clock: 'manual', batchDuration: 5_000 });
});

describe('Connection Ping', () => {
	test('pong', async () => {
		const { json } = await at.n8n.run({ resource: 'connection', operation: 'ping' });
		expect(json()).toEqual([{ answer: 'pong', ok: true }]);
	});

	test('an answer other than pong is not ok', async () => {
		at.hub.faults.add({ endpoint: 'ping', kind: 'status', status: 200, body: 'maintenance' });
		const { json } = await at.n8n.run({ resource: 'connection', operation: 'ping' });
		expect(json()).toEqual([{ answer: 'maintenance', ok: false }]);
	});

	test("at the user's own route", async () => {
		const hub = await startHub({ routes: { ping: 'POST /v1/logistic/test' }, prefix: '/api' });
		try {
			const n8n = await startN8n(hub, {
				customizeRoutes: true,
				routePing: 'post /v1/logistic/test',
			});
			expect((await n8n.run({ resource: 'connection', operation: 'ping' })).json()).toEqual([
				{ answer: 'pong', ok: true },
			]);
			const wrong = await startN8n(hub);
			const { nodeError } = await wrong.run({ resource: 'connection', operation: 'ping' });
			expect(nodeError?.description).toContain('Customize Routes');
		} finally {
			await hub.stop();
		}
	});
});

describe('Batch', () => {
	/** A stock batch of three, the second for a SKU that does not exist. */
	const send = async () => {
		addSkus(at.hub, 1);
		const result = await at.n8n.run(
			{
				resource: 'stock',
				operation: 'updateBatch',
				inputMode: 'json',
				json: '={{ $json }}',
				waitForResult: false,
			},
			[
				{ sku: 'CANECA-1', estoque: 5 },
				{ sku: 'NADA', estoque: 1 },
				{ sku: 'S0', estoque: 6 },
			],
		);
		expect(result.nodeError).toBeUndefined();
		return String(result.json()[0]!.batchId);
	};

	test('Get: as it is now', async () => {
		const batchId = await send();
		const early = (await at.n8n.run({ resource: 'batch', operation: 'get', batchId })).json();
		expect(early).toMatchObject([
			{ batchId: Number(batchId), status: expect.not.stringMatching('processado') as string },
		]);
		at.hub.clock.advance(5_000);
		const [late] = (await at.n8n.run({ resource: 'batch', operation: 'get', batchId })).json();
		expect(late).toMatchObject({
			batchId: Number(batchId),
			status: 'processado',
			contemErros: true,
		});
		expect(late!.observacoes).toHaveLength(3);
	});

	test("Get, split: an item an entry, with the batch's ID and status, paired", async () => {
		const batchId = await send();
		at.hub.clock.advance(5_000);
		const { items } = await at.n8n.run(
			{ resource: 'batch', operation: 'get', batchId: '={{ $json.id }}', splitEntries: true },
			[{ id: batchId }, { id: batchId }],
		);
		expect(
			items().map(({ json, pairedItem }) => [
				json.batchId,
				json.status,
				json.identificador,
				json.sucesso,
				pairedItem,
			]),
		).toEqual(
			[0, 1].flatMap((item) =>
				[
					['CANECA-1', true],
					['NADA', false],
					['S0', true],
				].map(([sku, done]) => [Number(batchId), 'processado', sku, done, { item }]),
			),
		);
		expect(items()[1]!.json.error).toBeTruthy();
	});

	test('Get, split, of a batch without notes yet: no item', async () => {
		const batchId = await send();
		const { error, json } = await at.n8n.run({
			resource: 'batch',
			operation: 'get',
			batchId,
			splitEntries: true,
		});
		expect(error).toBeUndefined();
		expect(json()).toEqual([]);
	});

	test('Wait Until Processed: looks until it is', async () => {
		const batchId = await send();
		const wait = { resource: 'batch', operation: 'wait', batchId, timeLimit: 1 };
		const waiting = at.n8n.run(wait);
		await expect.poll(() => at.hub.count({ endpoint: 'batchGet' })).toBeGreaterThan(2);
		at.hub.clock.advance(5_000);
		expect((await waiting).json()).toMatchObject([
			{ batchId: Number(batchId), status: 'processado' },
		]);
		const split = await at.n8n.run({ ...wait, splitEntries: true });
		expect(split.json().map(({ sucesso }) => sucesso)).toEqual([true, false, true]);
	});

	test('Wait Until Processed: the time limit says what to do', async () => {
		const batchId = await send();
		const { nodeError } = await at.n8n.run({
			resource: 'batch',
			operation: 'wait',
			batchId,
			timeLimit: 0.002,
		});
		expect(nodeError?.message).toContain(
			`Batch ${batchId} was not processed within the time limit`,
		);
		expect(nodeError?.description).toContain('Wait Until Processed');
	});

	test('Wait Until Processed: Stop in the editor ends it', async () => {
		const batchId = await send();
		const stop = new AbortController();
		const waiting = at.n8n.run({ resource: 'batch', operation: 'wait', batchId }, [{}], {
			signal: stop.signal,
		});
		await expect.poll(() => at.hub.count({ endpoint: 'batchGet' })).toBeGreaterThan(1);
		stop.abort();
		expect((await waiting).items()).toEqual([]);
	});

	test('after 10 days it is gone, and the message says why', async () => {
		const batchId = await send();
		at.hub.clock.advance(10 * 24 * 3_600_000 + 1);
		at.n8n.credentials.get('c1').data.accessToken = '';
		const { nodeError } = await at.n8n.run({ resource: 'batch', operation: 'get', batchId });
		expect(nodeError?.message).toContain(`The hub has no batch ${batchId}`);
		expect(nodeError?.description).toContain('10 days');
	});
});
