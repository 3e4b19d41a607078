import { describe, expect, test } from 'vitest';
import { addProducts, addSkus } from '../../support/products.mts';
import { asJson, bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const stock = { resource: 'stock', operation: 'updateBatch' };
const go = { onError: 'continueRegularOutput' as const };
const dateTime = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
interface Stocks {
	estoques: Array<{ sku: string; estoque: number }>;
}
/** A batch record as a fault's body. */
const record = (observacoes: object[], status = 'processado', batchId = 5001) => ({
	batchId,
	requestId: 'r',
	data: '2026-03-01 10:00:00',
	tipo: 'produto',
	acao: 'atualizarEstoque',
	status,
	contemErros: false,
	observacoes,
});
const note = (identificador: string, rest: object = { sucesso: true, info: 'ok' }) => ({
	idLista: 'L1',
	identificador,
	...rest,
	data: '2026-03-01 10:00:01',
});

describe('every entry gets its own result', () => {
	test('notes in another order than the entries', async () => {
		const { hub, n8n } = await setup();
		const skus = addSkus(hub, 6);
		hub.state.removeProduct('S2');
		hub.quirks.notesShuffled = true;
		const result = await n8n.run(
			{ ...stock, ...mapped },
			skus.map((sku) => ({ sku, estoque: 1 })),
			go,
		);
		expect(result.json().map(({ sku, sucesso }) => [sku, sucesso])).toEqual(
			skus.map((sku) => [sku, sku !== 'S2']),
		);
		expect(result.items().map(itemOf)).toEqual([0, 1, 2, 3, 4, 5]);
	});

	test('the same SKU twice: each its own, in order, also across batches', async () => {
		const { hub, n8n } = await setup();
		const skus = addSkus(hub, 120);
		const items = [
			{ sku: 'S0', estoque: 1 },
			{ sku: 'S0', estoque: -5 },
			...skus.map((sku) => ({ sku, estoque: 2 })),
			{ sku: 'S0', estoque: 3 },
		];
		const result = await n8n.run({ ...stock, ...mapped }, items, go);
		expect(result.items().map(itemOf)).toEqual(items.map((_, index) => index));
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual(
			items.map((_, index) => index !== 1),
		);
		expect(hub.state.findSku('S0')?.product.estoque).toBe(3);
	});

	test("numbers and booleans as text in the hub's answers", async () => {
		const { hub, n8n } = await setup({ strictStrings: true });
		addSkus(hub, 1);
		const result = await n8n.run({ ...stock, ...mapped }, [{ sku: 'S0', estoque: 1 }]);
		expect(result.json()).toEqual([
			{
				sku: 'S0',
				batchId: expect.any(Number),
				sucesso: true,
				info: expect.any(String),
				data: dateTime,
			},
		]);
	});

	test("a product SKU where the variation's is needed: the hub's words with its details", async () => {
		const { hub, n8n } = await setup();
		addProducts(hub, [
			{ skuProduto: 'TENIS', variacoes: [{ skuVariacao: 'TENIS-38', tamanho: '38' }] },
		]);
		const result = await n8n.run(
			{ ...stock, ...mapped },
			[
				{ sku: 'TENIS', estoque: 1 },
				{ sku: 'TENIS-38', estoque: 2 },
			],
			go,
		);
		expect(result.json()[0]).toMatchObject({
			sucesso: false,
			error: expect.stringContaining('variações'),
			details: ['variações: TENIS-38'],
		});
		expect(result.json()[1]).toMatchObject({ sucesso: true });
	});

	test('a note about nothing that was sent is not lost', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 2);
		hub.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'batchGet',
			body: record([
				note('S0'),
				note('STRANGER', { sucesso: false, error: 'Surpresa.' }),
				note('S1'),
			]),
		});
		const result = await n8n.run(
			{ ...stock, ...mapped },
			[
				{ sku: 'S0', estoque: 1 },
				{ sku: 'S1', estoque: 1 },
			],
			go,
		);
		const [stranger] = result.items().filter(({ json }) => json.sku === 'STRANGER');
		expect(result.items()).toHaveLength(3);
		expect(stranger?.json).toMatchObject({ sucesso: false, error: 'Surpresa.' });
		expect(stranger?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
		expect(
			result
				.json()
				.filter(({ sucesso }) => sucesso === true)
				.map(({ sku }) => sku),
		).toEqual(['S0', 'S1']);
	});

	test('an entry without a note in a processed batch is never a success', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 2);
		hub.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'batchGet',
			body: record([note('S1')]),
		});
		const result = await n8n.run(
			{ ...stock, ...mapped },
			[
				{ sku: 'S0', estoque: 1 },
				{ sku: 'S1', estoque: 1 },
			],
			go,
		);
		expect(result.json()[0]).toMatchObject({
			sku: 'S0',
			sucesso: false,
			error: expect.stringMatching(/not reported by the hub/i),
		});
		expect(result.json()[1]).toMatchObject({ sku: 'S1', sucesso: true });
	});

	test('a list as JSON: every entry its own result, paired with the item that held the list', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 3);
		const list = [
			{ sku: 'S0', estoque: 1 },
			{ sku: 'S1', estoque: 'x' },
			{ sku: 'S2', estoque: 3 },
		];
		const result = await n8n.run(
			{ ...stock, inputMode: 'json', json: '={{ JSON.stringify($json.list) }}' },
			[{ list }, { list: list.slice(2) }],
			go,
		);
		const got = result.items().map((item) => [itemOf(item), item.json.sku, item.json.sucesso]);
		expect(got, 'in the order of the lists').toEqual([
			[0, 'S0', true],
			[0, 'S1', false],
			[0, 'S2', true],
			[1, 'S2', true],
		]);
		expect(bodies<Stocks>(hub, 'stockBatch').map(({ estoques }) => estoques)).toEqual([
			[list[0], list[2]],
			[list[2]],
		]);
	});

	test('stop: the message names the batch that the other entries went into', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		const items = [
			{ sku: 'S0', estoque: 1 },
			{ sku: 'S1', estoque: -1 },
		];
		const result = await n8n.run({ ...stock, ...mapped, waitForResult: false }, items);
		const [batchId] = [...hub.state.batches.keys()];
		expect(shown(result.nodeError)).toContain(`Batches in the hub: ${batchId}`);
	});

	test.each(['{"sku":', '"S0"', '12', '[1]', 'null', ''])(
		'JSON that is no object or list of objects, %j: nothing is sent',
		async (json) => {
			const { hub, n8n } = await setup();
			const result = await n8n.run({ ...stock, inputMode: 'json', json });
			expect(shown(result.nodeError)).toMatch(/json.*(object|valid)/i);
			expect(hub.count({ endpoint: 'stockBatch' })).toBe(0);
		},
	);

	test('no input item, nothing to do; only refused items, nothing sent', async () => {
		const { hub, n8n } = await setup();
		const result = await n8n.run({ ...stock, ...mapped }, [{ nome: 'x' }], go);
		expect(result.json()).toEqual([
			expect.objectContaining({
				sucesso: false,
				error: expect.stringContaining('`sku` is required'),
			}),
		]);
		const empty = await n8n.run({ ...stock, ...asJson([]) }, [{}], go);
		expect(empty.json()).toEqual([]);
		expect(hub.count({ endpoint: 'stockBatch' })).toBe(0);
	});
});
