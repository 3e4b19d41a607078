import { describe, expect, test } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { createBatch, productsSent, said, batchKinds } from '../../support/batches.mts';
import { go, itemOf, op, shown, split } from '../../support/items.mts';
import { productFields, addSkus } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';

const leader = (skuProduto: string) => productFields({ skuProduto });
const child = (skuProduto: string, skuProdutoLider: string) =>
	productFields({ skuProduto, skuProdutoLider });
const others = (count: number) => Array.from({ length: count }, (_, index) => leader(`O${index}`));

describe('leaders before their children', () => {
	test("within one batch, whatever the order of the items; results stay in the items' order", async () => {
		const { hub, n8n } = await setup();
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

	test('across batches without waiting for results: children still find their leader', async () => {
		const { n8n } = await setup({ batchDuration: 20_000 });
		const children = Array.from({ length: 50 }, (_, index) => child(`C${index}`, 'LEADER'));
		const items = [...others(99), leader('LEADER'), ...children];
		const result = await n8n.run({ ...createBatch, waitForResult: false }, items);
		expect(result.json()).toHaveLength(2);
		const ids = result.json().map(({ batchId }) => String(batchId));
		const processed = await n8n.run(op('batch wait', { batchId: ids[1]! }));
		expect(processed.json()[0]).toMatchObject({ contemErros: false });
	});

	test('a leader that the hub has already, and one that it does not have', async () => {
		const { hub, n8n } = await setup();
		await n8n.run(createBatch, [leader('OLD')]);
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

describe('a batch whose answer says nothing is not sent again', () => {
	test.each<[string, Partial<Fault>, carriedOut: boolean]>([
		['lost before', { kind: 'resetBefore' }, false],
		['lost after', { kind: 'resetAfter' }, true],
		['500 after', { kind: 'status', status: 500, applied: true }, true],
		['503 after', { kind: 'status', status: 503, applied: true }, true],
		['cut', { kind: 'truncate' }, true],
		['damaged', { kind: 'malformed' }, true],
	])('%s it was carried out: its outcome is unknown', async (_name, fault, carriedOut) => {
		const { hub, n8n } = await setup();
		const headers = { 'Request-Id': 'req-5' };
		hub.faults.add({ kind: 'status', ...fault, endpoint: 'productBatch', headers });
		const result = await n8n.run(createBatch, others(2), go);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
		for (const json of result.json()) {
			expect(json).toMatchObject({ sucesso: false, outcome: 'unknown' });
			expect(said(json)).toMatch(/unknown.*not sent again.*Read the record/);
			if (fault.kind === 'status') expect(said(json)).toMatch(/\b50[03]\b.*req-5/);
		}
		expect(hub.state.batches.size).toBe(carriedOut ? 1 : 0);
	});

	test('the second of three: the first and third have their results', async () => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch', after: 1 });
		const result = await n8n.run(createBatch, others(300), go);
		expect(result.json().map(({ sucesso }) => sucesso)).toEqual(
			others(300).map((_, index) => index < 100 || index >= 200),
		);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
	});
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

		test.each<[string, Partial<Fault>]>([
			['no body', { kind: 'empty' }],
			[
				'an answer without an ID',
				{ kind: 'status', status: 201, applied: true, body: { ok: true } },
			],
		])('a 201 with %s: unknown, sent once, and the next batches go on', async (_name, fault) => {
			const { hub, n8n } = await setup();
			const skus = addSkus(hub, 150);
			hub.faults.add({ kind: 'empty', ...fault, endpoint });
			const result = await n8n.run(parameters, skus.map(entry), go);
			expect(hub.count({ endpoint })).toBe(2);
			result.json().forEach((json, index) => {
				if (index >= 100) expect(json).toMatchObject({ sucesso: true });
				else {
					expect(json).toMatchObject({ sucesso: false, outcome: 'unknown' });
					expect(said(json)).toMatch(/unknown/);
					expect(said(json)).toMatch(/read the record|Product > Get/i);
				}
			});
		});

		test('without waiting for results it is the same', async () => {
			const { hub, n8n } = await setup();
			const skus = addSkus(hub, 2);
			hub.faults.add({ kind: 'empty', endpoint });
			const result = await n8n.run({ ...parameters, waitForResult: false }, skus.map(entry), go);
			expect(result.json()).toHaveLength(2);
			for (const json of result.json()) expect(json).toMatchObject({ outcome: 'unknown' });
		});

		test('On Error stop: the message says unknown and names the batch', async () => {
			const { hub, n8n } = await setup();
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

test('a batch that nobody has: one request says so', async () => {
	const { hub, n8n } = await setup();
	const read = await n8n.run(op('batch get', { batchId: '77' }));
	expect(shown(read.nodeError)).toMatch(/no batch 77/);
	expect(hub.count({ endpoint: 'batchGet' })).toBe(1);
});
