import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { mapped, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

const go = { onError: 'continueRegularOutput' as const };
const split = { onError: 'continueErrorOutput' as const };

const kinds: Array<[string, string, string, (sku: string) => IDataObject]> = [
	['stock', 'updateBatch', 'stockBatch', (sku: string) => ({ sku, estoque: 7 })],
	['price', 'updateBatch', 'priceBatch', (sku: string) => ({ sku, precoDe: 20, precoPor: 10 })],
	[
		'product',
		'createBatch',
		'productBatch',
		(sku: string) => productFields({ skuProduto: `N${sku}` }),
	],
];

/** Error and description of an item. */
const said = ({ error, description }: IDataObject) => `${String(error)} ${String(description)}`;

describe.each(kinds)(
	'%s %s: the hub took the batch, but it cannot be followed',
	(resource, operation, endpoint, entry) => {
		const parameters = { resource, operation, ...mapped };

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
	const read = await n8n.run({ resource: 'batch', operation: 'get', batchId: '77' });
	expect(shown(read.nodeError)).toMatch(/no batch 77/);
	expect(hub.count({ endpoint: 'batchGet' })).toBe(1);
});

describe("a note that says neither 'yes' nor 'no'", () => {
	test('is no refusal: the outcome is unknown', async () => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		const record = {
			batchId: 5001,
			status: 'processado',
			contemErros: false,
			observacoes: [{ idLista: 'L', identificador: 'S0', data: '2026-03-01 10:00:00' }],
		};
		hub.faults.add({ kind: 'status', status: 200, endpoint: 'batchGet', body: record });
		const result = await n8n.run(
			{ resource: 'stock', operation: 'updateBatch', ...mapped },
			[{ sku: 'S0', estoque: 7 }],
			go,
		);
		expect(result.json()).toEqual([
			expect.objectContaining({ sku: 'S0', batchId: 5001, sucesso: false, outcome: 'unknown' }),
		]);
	});
});
