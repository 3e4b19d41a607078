import { expect, test } from 'vitest';
import { batchNote, batchRecord, stock, stocks } from '../../../support/batches.mts';
import { answer, go, hintsOf, op, shown } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ skus: 2 });
const wait = op('batch wait', { batchId: '={{ $json.batchId }}' });
const send = async (skus: string[]) =>
	(await at.n8n.done({ ...stock, waitForResult: false }, stocks(skus))).json();

test('a batch comes out once it is processed', async () => {
	const [batch] = await send(['S0', 'S1']);
	const { json } = await at.n8n.done(wait, [batch!]);
	expect(json()).toMatchObject([{ batchId: batch!.batchId, status: 'processado' }]);
});

test('items of the same batch wait for it together and get one result', async () => {
	const [batch] = await send(['S0', 'S1']);
	const { items } = await at.n8n.done(wait, [batch!, batch!]);
	expect(items()).toMatchObject([{ pairedItem: [{ item: 0 }, { item: 1 }] }]);
});

test('Split Entries gives each item with a SKU the result of its own entry', async () => {
	const [batch] = await send(['S0', 'NADA']);
	const rows = ['NADA', 'S0', 'S0'].map((sku) => ({ batchId: batch!.batchId, sku }));
	const { items } = await at.n8n.done({ ...wait, splitEntries: true }, rows, go);
	expect(items()).toMatchObject(
		rows.map(({ sku }, item) => ({ json: { sku, sucesso: sku === 'S0' }, pairedItem: { item } })),
	);
});

test('Split Entries gives a batch that is processed without entries as it is', async () => {
	answer(at.hub, 'batchGet', batchRecord([]));
	const { items } = await at.n8n.done({ ...wait, splitEntries: true }, [{ batchId: 5001 }]);
	expect(items()).toMatchObject([
		{ json: { batchId: 5001, status: 'processado', observacoes: [] }, pairedItem: { item: 0 } },
	]);
});

test('an item of a variation gets the result of the variation, not that of its product', async () => {
	const [batch] = await send(['S0', 'NADA']);
	const row = { batchId: batch!.batchId, sku: 'NADA', skuProduto: 'S0', skuVariacao: 'NADA' };
	const { json } = await at.n8n.done({ ...wait, splitEntries: true }, [row], go);
	expect(json()).toMatchObject([{ sku: 'NADA', sucesso: false }]);
});

test('an item without a batch ID is refused, and the others are waited for', async () => {
	const [batch] = await send(['S0']);
	const { json } = await at.n8n.done(wait, [{ batchId: '' }, batch!], go);
	expect(json()).toMatchObject([
		{ error: expect.stringContaining('Batch ID (`batchId`) is empty') as string },
		{ status: 'processado' },
	]);
});

test('a refusal of what no item names is told in a hint: it may be of a variation', async () => {
	const refused = batchNote('Q1-M', { sucesso: false, error: 'Tamanho inválido' });
	answer(at.hub, 'batchGet', batchRecord([batchNote('Q1'), batchNote('Q1-P'), refused]));
	const row = { batchId: 5001, sku: 'Q1' };
	const result = await at.n8n.done({ ...wait, splitEntries: true }, [row]);
	expect(result.json()).toMatchObject([{ sku: 'Q1', sucesso: true }]);
	expect(hintsOf(result)).toEqual([
		'The hub refused also what no item names, perhaps variations of those that are named: Q1-M: Tamanho inválido.',
	]);
});

test('the message of a batch that the hub does not have says nothing of sending', async () => {
	const { nodeError } = await at.n8n.run(wait, [...(await send(['S0'])), { batchId: 404_404 }]);
	expect(shown(nodeError)).toContain('The other items were read.');
});
