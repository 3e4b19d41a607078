import { describe, expect } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { createBatch, productsSent, said, batchKinds } from '../../support/batches.mts';
import { go, itemOf, shown, split } from '../../support/items.mts';
import { productFields, addSkus } from '../../support/products.mts';
import { setup, test } from '../../support/setup.mts';

const leader = (skuProduto: string) => productFields({ skuProduto });
const child = (skuProduto: string, skuProdutoLider: string) =>
	productFields({ skuProduto, skuProdutoLider });
const others = (count: number) => Array.from({ length: count }, (_, index) => leader(`O${index}`));

describe('leaders before their children', () => {
	test('within one batch, results in the order of the items', async ({ hub, n8n }) => {
		const result = await n8n.run(createBatch, [child('B', 'L'), child('C', 'L'), leader('L')]);
		expect(productsSent(hub)).toEqual([['L', 'B', 'C']]);
		expect(result.items().map((item) => [itemOf(item), item.json.sku, item.json.sucesso])).toEqual([
			[0, 'B', true],
			[1, 'C', true],
			[2, 'L', true],
		]);
	});

	test("across batches: children only after their leader's batch is processed", async () => {
		const { hub, n8n } = await setup({ batchDuration: 20_000 });
		const children = Array.from({ length: 150 }, (_, index) => child(`C${index}`, 'LEADER'));
		const result = await n8n.run(createBatch, [...children, ...others(99), leader('LEADER')], go);
		expect(result.json().filter(({ sucesso }) => sucesso !== true)).toEqual([]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
		expect(hub.state.products.has('C149')).toBe(true);
	});
});

test('a batch whose answer says nothing is not sent again, others are', async ({ hub, n8n }) => {
	hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch', after: 1 });
	const result = await n8n.run(createBatch, others(300), go);
	expect(result.json().map(({ sucesso }) => sucesso)).toEqual(
		others(300).map((_, index) => index < 100 || index >= 200),
	);
	expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
});

describe.each(batchKinds)(
	'%s: the hub took the batch, but it cannot be followed',
	(_kind, parameters, endpoint, entry) => {
		test.each<[string, Partial<Fault>]>([
			['not found', { kind: 'status', status: 404 }],
			['400', { kind: 'status', status: 400 }],
			['401', { kind: 'status', status: 401 }],
			['500', { kind: 'status', status: 500 }],
			['lost connections', { kind: 'resetBefore' }],
			['cut answers', { kind: 'truncate' }],
			['a web page', { kind: 'html', status: 200 }],
		])('%s: unknown, with its ID and how to look, never refused', async (_name, fault) => {
			const { hub, n8n } = await setup();
			const skus = addSkus(hub, 2);
			hub.faults.add({ kind: 'status', ...fault, endpoint: 'batchGet', times: 1_000 });
			const result = await n8n.run(parameters, skus.map(entry), split);
			expect(hub.count({ endpoint })).toBe(1);
			expect(result.json(0)).toEqual([]);
			expect(result.json(1)).toHaveLength(2);
			const [batchId] = [...hub.state.batches.keys()];
			for (const json of result.json(1)) {
				expect(json).toMatchObject({ batchId, sucesso: false, outcome: 'unknown' });
				expect(said(json)).toMatch(/unknown/);
				expect(said(json)).toContain(`Batch > Wait Until Processed`);
				expect(String(json.error)).toContain(String(batchId));
				expect(said(json)).not.toMatch(/refused|not accept/i);
			}
		});

		test('On Error stop: the message says unknown and names the batch', async ({ hub, n8n }) => {
			const skus = addSkus(hub, 2);
			hub.faults.add({ kind: 'status', status: 404, endpoint: 'batchGet', times: 1_000 });
			const result = await n8n.run(parameters, skus.map(entry));
			const [batchId] = [...hub.state.batches.keys()];
			expect(shown(result.nodeError)).toMatch(/unknown/);
			expect(shown(result.nodeError)).toContain(`Batches in the hub: ${batchId}`);
			expect(shown(result.nodeError)).not.toMatch(/not accepted/);
		});
	},
);
