import { describe, expect, test } from 'vitest';
import { stock, stocks } from '../../support/batches.mts';
import { addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { answer, op } from '../../support/items.mts';

const at = setupEach({ clock: 'manual', batchDuration: 5_000 });

describe('Connection Ping', () => {
	test('pong', async () => {
		const { json } = await at.n8n.run(op('connection ping'));
		expect(json()).toEqual([{ answer: 'pong', ok: true }]);
	});

	test('an answer other than pong is not ok', async () => {
		answer(at.hub, 'ping', 'maintenance');
		const { json } = await at.n8n.run(op('connection ping'));
		expect(json()).toEqual([{ answer: 'maintenance', ok: false }]);
	});
});

describe('Batch', () => {
	const split = op('batch get', { batchId: '={{ $json.id }}', splitEntries: true });

	/** A stock batch of three, the second for a SKU that does not exist. */
	const send = async () => {
		addSkus(at.hub, 1);
		const skus = ['CANECA-1', 'NADA', 'S0'];
		const sent = await at.n8n.done({ ...stock, waitForResult: false }, stocks(skus));
		return { id: sent.json()[0]!.batchId };
	};

	test("Get, split: an item an entry, with the batch's ID and status, paired", async () => {
		const batch = await send();
		at.hub.clock.advance(5_000);
		const { items } = await at.n8n.run(split, [batch, batch]);
		const told = { batchId: batch.id, status: 'processado' };
		expect(items()).toMatchObject(
			[0, 1].flatMap((item) => [
				{ json: { ...told, identificador: 'CANECA-1', sucesso: true }, pairedItem: { item } },
				{ json: { ...told, identificador: 'NADA', sucesso: false }, pairedItem: { item } },
				{ json: { ...told, identificador: 'S0', sucesso: true }, pairedItem: { item } },
			]),
		);
		expect(items()[1]!.json.error).toBeTruthy();
	});

	test('Get, split, of a batch without notes yet: no item', async () => {
		const { json } = await at.n8n.done(split, [await send()]);
		expect(json()).toEqual([]);
	});
});
