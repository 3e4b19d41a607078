import { describe, expect, test } from 'vitest';
import { productFields } from '../../support/products.mts';
import { bodies, itemOf, mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const createBatch = { resource: 'product', operation: 'createBatch', ...mapped };
const go = { onError: 'continueRegularOutput' as const };
interface Products {
	produtos: Array<{ skuProduto: string; skuProdutoLider: string }>;
}
const child = (sku: string, leader: string) =>
	productFields({ skuProduto: sku, skuProdutoLider: leader });

describe('leaders before their children', () => {
	test("within one batch, whatever the order of the items; results stay in the items' order", async () => {
		const { hub, n8n } = await setup();
		const result = await n8n.run(createBatch, [
			child('B', 'L'),
			child('C', 'L'),
			productFields({ skuProduto: 'L' }),
		]);
		expect(
			bodies<Products>(hub, 'productBatch')[0]?.produtos.map(({ skuProduto }) => skuProduto),
		).toEqual(['L', 'B', 'C']);
		expect(result.items().map((item) => [itemOf(item), item.json.sku, item.json.sucesso])).toEqual([
			[0, 'B', true],
			[1, 'C', true],
			[2, 'L', true],
		]);
	});

	test("across batches: children only after their leader's batch is processed", async () => {
		const { hub, n8n } = await setup({ batchDuration: 20_000 });
		const children = Array.from({ length: 150 }, (_, index) => child(`C${index}`, 'LEADER'));
		const others = Array.from({ length: 99 }, (_, index) =>
			productFields({ skuProduto: `O${index}` }),
		);
		const result = await n8n.run(
			createBatch,
			[...children, ...others, productFields({ skuProduto: 'LEADER' })],
			go,
		);
		expect(result.json().filter(({ sucesso }) => sucesso !== true)).toEqual([]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
		expect(hub.state.products.has('C149')).toBe(true);
	});

	test('across batches without waiting for results: children still find their leader', async () => {
		const { n8n } = await setup({ batchDuration: 20_000 });
		const others = Array.from({ length: 99 }, (_, index) =>
			productFields({ skuProduto: `O${index}` }),
		);
		const children = Array.from({ length: 50 }, (_, index) => child(`C${index}`, 'LEADER'));
		const items = [...others, productFields({ skuProduto: 'LEADER' }), ...children];
		const result = await n8n.run({ ...createBatch, waitForResult: false }, items);
		expect(result.json()).toHaveLength(2);
		const ids = result.json().map(({ batchId }) => String(batchId));
		const processed = await n8n.run({ resource: 'batch', operation: 'wait', batchId: ids[1]! });
		expect(processed.json()[0]).toMatchObject({ contemErros: false });
	});

	test('a leader that the hub has already, and one that it does not have', async () => {
		const { hub, n8n } = await setup();
		await n8n.run(createBatch, [productFields({ skuProduto: 'OLD' })]);
		const result = await n8n.run(createBatch, [child('B', 'OLD'), child('C', 'NOBODY')], go);
		expect(result.json()).toEqual([
			expect.objectContaining({ sku: 'B', sucesso: true }),
			expect.objectContaining({
				sku: 'C',
				sucesso: false,
				details: [expect.stringContaining('skuProdutoLider')],
			}),
		]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(2);
	});
});

describe('an answer that does not arrive', () => {
	test.each(['resetBefore', 'resetAfter'] as const)(
		'%s: not sent again, and the message says that the outcome is unknown',
		async (kind) => {
			const { hub, n8n } = await setup();
			hub.faults.add({ kind, endpoint: 'productBatch' });
			const result = await n8n.run(
				createBatch,
				[productFields({ skuProduto: 'P1' }), productFields({ skuProduto: 'P2' })],
				go,
			);
			expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
			for (const json of result.json()) {
				expect(json).toMatchObject({
					sucesso: false,
					error: expect.stringMatching(/unknown/),
					description: expect.stringMatching(/not sent again.*Read the record/),
				});
			}
			expect(hub.state.batches.size).toBe(kind === 'resetAfter' ? 1 : 0);
		},
	);

	test.each([500, 503])('%d after it was carried out: not sent again', async (status) => {
		const { hub, n8n } = await setup();
		hub.faults.add({
			kind: 'status',
			status,
			applied: true,
			endpoint: 'productBatch',
			headers: { 'Request-Id': 'req-5' },
		});
		const result = await n8n.run(createBatch, [productFields()]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
		expect(shown(result.nodeError)).toMatch(new RegExp(`${status}[\\s\\S]*unknown[\\s\\S]*req-5`));
	});

	test("an answer cut in half or without the batch's ID: not sent again either", async () => {
		for (const fault of [
			{ kind: 'truncate' },
			{ kind: 'malformed' },
			{ kind: 'empty' },
			{ kind: 'status', status: 201, applied: true, body: { ok: true } },
		] as const) {
			const { hub, n8n } = await setup();
			hub.faults.add({ ...fault, endpoint: 'productBatch' });
			const result = await n8n.run(createBatch, [productFields()], go);
			expect(hub.count({ endpoint: 'productBatch' }), fault.kind).toBe(1);
			expect(result.json()[0], fault.kind).toMatchObject({ sucesso: false });
			expect(`${result.json()[0]?.error} ${result.json()[0]?.description}`, fault.kind).toMatch(
				/unknown/,
			);
		}
	});

	test('the second of three batches: the first and third have their results', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch', after: 1 });
		const products = Array.from({ length: 300 }, (_, index) =>
			productFields({ skuProduto: `P${index}` }),
		);
		const result = await n8n.run(createBatch, products, go);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual(
			products.map((_, index) => index < 100 || index >= 200),
		);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
	});
});
