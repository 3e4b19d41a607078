import { expect, test } from 'vitest';
import { stock, stocks } from '../../../support/batches.mts';
import { hintsOf, op, shown } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ clock: 'manual', batchDuration: 5_000, skus: 1 });
const get = op('batch get', { batchId: '={{ $json.batchId }}' });
const split = { ...get, splitEntries: true };

/** A stock batch of three, the second for a SKU that does not exist. */
const send = async () => {
	const sent = stocks(['CANECA-1', 'NADA', 'S0']);
	return (await at.n8n.done({ ...stock, waitForResult: false }, sent)).json()[0]!;
};

test('a batch comes with its status and the notes of the hub', async () => {
	const batch = await send();
	at.hub.clock.advance(5_000);
	const [record] = (await at.n8n.done(get, [batch])).json();
	expect(record).toMatchObject({ batchId: batch.batchId, status: 'processado', contemErros: true });
	expect(record!.observacoes).toHaveLength(3);
});

test('Split Entries gives an item for each entry, with its batch', async () => {
	const batch = await send();
	at.hub.clock.advance(5_000);
	const { items } = await at.n8n.run(split, [batch, batch]);
	const told = { batchId: batch.batchId, status: 'processado' };
	expect(items()).toMatchObject(
		[0, 1].flatMap((item) => [
			{ json: { ...told, identificador: 'CANECA-1', sucesso: true }, pairedItem: { item } },
			{ json: { ...told, identificador: 'NADA', sucesso: false }, pairedItem: { item } },
			{ json: { ...told, identificador: 'S0', sucesso: true }, pairedItem: { item } },
		]),
	);
	expect(items()[1]!.json.error).toBeTruthy();
});

test('Split Entries gives no item before the hub has noted an entry, and a hint says so', async () => {
	const batch = await send();
	const result = await at.n8n.done(split, [batch]);
	expect(result.json()).toEqual([]);
	expect(hintsOf(result)).toEqual([
		`No item comes of these batches, because the hub has noted none of their entries: ${String(batch.batchId)} (aguardando). Batch > Wait Until Processed waits for the notes of a batch that is not processed.`,
	]);
});

test('the message names a batch that the hub no longer has', async () => {
	expect(shown((await at.n8n.run(get, [{ batchId: 77 }])).nodeError)).toMatch(/77[^]*10 days/);
});
