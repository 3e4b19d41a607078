import { describe, expect, test } from 'vitest';
import { addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { op } from '../../support/items.mts';

const at = setupEach({ clock: 'manual', batchDuration: 5_000 });

describe('Connection Ping', () => {
	test('pong', async () => {
		const { json } = await at.n8n.run(op('connection ping'));
		expect(json()).toEqual([{ answer: 'pong', ok: true }]);
	});

	test('an answer other than pong is not ok', async () => {
		at.hub.faults.add({ endpoint: 'ping', kind: 'status', status: 200, body: 'maintenance' });
		const { json } = await at.n8n.run(op('connection ping'));
		expect(json()).toEqual([{ answer: 'maintenance', ok: false }]);
	});
});

describe('Batch', () => {
	/** A stock batch of three, the second for a SKU that does not exist. */
	const send = async () => {
		addSkus(at.hub, 1);
		const result = await at.n8n.done(
			op('stock updateBatch', { inputMode: 'json', json: '={{ $json }}', waitForResult: false }),
			[
				{ sku: 'CANECA-1', estoque: 5 },
				{ sku: 'NADA', estoque: 1 },
				{ sku: 'S0', estoque: 6 },
			],
		);
		return String(result.json()[0]!.batchId);
	};

	test("Get, split: an item an entry, with the batch's ID and status, paired", async () => {
		const batchId = await send();
		at.hub.clock.advance(5_000);
		const { items } = await at.n8n.run(
			op('batch get', { batchId: '={{ $json.id }}', splitEntries: true }),
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
		const { json } = await at.n8n.done(op('batch get', { batchId, splitEntries: true }));
		expect(json()).toEqual([]);
	});
});
