import { expect, test } from 'vitest';
import { stock, stocks } from '../../support/batches.mts';
import { go, hintsOf, itemOf, op, split } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const soon = { timeLimit: 0.002, onTimeLimit: 'pending' };
const ofItem = op('batch wait', { batchId: '={{ $json.batchId }}' });
const ofEntry = { ...ofItem, splitEntries: true };

test('entries that are not processed in time come out as pending, and later with their result', async () => {
	const { hub, n8n } = await setup({ clock: 'manual', batchDuration: 5_000, skus: 149 });
	const sent = await n8n.run({ ...stock, ...soon }, stocks(150));
	const batchIds = [...hub.state.batches.keys()];
	expect(sent.json()).toEqual(
		stocks(150).map(({ sku, estoque }, index) => {
			return { sku, estoque, batchId: batchIds[index < 100 ? 0 : 1], outcome: 'pending' };
		}),
	);
	expect(hintsOf(sent)).toEqual([expect.stringContaining(`batches ${batchIds.join(', ')}`)]);

	const again = await n8n.run({ ...ofEntry, ...soon }, sent.json());
	expect(sent.json()).toMatchObject(again.json());

	hub.clock.advance(60_000);
	const [refused, ...others] = sent.json().reverse();
	const picked = await n8n.run(ofEntry, [...others, refused!, { ...refused, sku: 'X' }], split);
	expect(picked.items(0).map((item) => [item.json.sku, itemOf(item)])).toEqual(
		others.map(({ sku }, index) => [sku, index]),
	);
	expect(picked.json(0)[0]).toMatchObject({ batchId: batchIds[1], sucesso: true });
	expect(picked.json(1)).toMatchObject([
		{ sku: 'S149', batchId: batchIds[1], sucesso: false },
		{ sku: 'X', outcome: 'unknown' },
	]);
});

test('Wait Until Processed takes several batches, as a whole or by entry, and a wrong ID fails alone', async () => {
	const { hub, n8n } = await setup({ skus: 120 });
	const sent = (await n8n.run({ ...stock, waitForResult: false }, stocks(120))).json();
	const ids = [...sent, ...sent, { batchId: 'abc' }, { batchId: '' }, { batchId: 404404 }];
	const whole = await n8n.run(ofItem, ids, go);
	expect(whole.json()).toMatchObject([
		{ batchId: sent[0]!.batchId, status: 'processado' },
		{ batchId: sent[1]!.batchId, status: 'processado' },
		{ error: expect.stringContaining("'abc'") },
		{ error: expect.stringContaining('empty') },
		{ error: expect.stringContaining('404404') },
	]);
	expect(whole.items()[0]!.pairedItem).toEqual([{ item: 0 }, { item: 2 }]);
	hub.clearLog();
	const entries = await n8n.run(ofEntry, [...sent, ...sent]);
	expect(hub.count({ endpoint: 'batchGet' })).toBeLessThanOrEqual(2);
	expect(entries.json()).toHaveLength(120);
	expect(entries.json()[119]).toMatchObject({ identificador: 'S119', status: 'processado' });
	expect(entries.items()[119]!.pairedItem).toEqual([{ item: 1 }, { item: 3 }]);
});

test('a batch that cannot be read is not pending: its outcome is unknown', async () => {
	const { hub, n8n } = await setup({ skus: 1 });
	hub.faults.add({ kind: 'status', status: 404, endpoint: 'batchGet', times: 20 });
	// time for a look at least, also on a busy machine
	const seen = { ...soon, timeLimit: 0.02 };
	const { json } = await n8n.run({ ...stock, ...seen }, stocks(1), go);
	expect(json()).toMatchObject([{ sku: 'S0', sucesso: false, outcome: 'unknown' }]);
	const gone = await n8n.run({ ...ofEntry, ...seen }, [{ sku: 'S0', batchId: 404404 }], go);
	expect(gone.json()).toMatchObject([{ sku: 'S0', batchId: 404404, outcome: 'unknown' }]);
});

test('an entry that was never sent belongs to no batch, and says so', async () => {
	const { hub, n8n } = await setup({});
	const result = await n8n.run(ofEntry, [{ sku: 'S1', outcome: 'notSent' }, { sku: 'S2' }], go);
	for (const json of result.json()) {
		expect(json).toMatchObject({ error: expect.stringContaining('belongs to no batch') });
		expect(json.outcome).not.toBe('unknown');
	}
	const text = await n8n.run(ofEntry, [{ sku: 'S1', batchId: 'abc' }], go);
	expect(text.json()[0]!.error).toContain(
		"Batch ID (`batchId`) must be a number of 1 to 18 digits, got 'abc'",
	);
	expect(hub.log).toEqual([]);
});
