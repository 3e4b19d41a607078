import { describe, expect, test } from 'vitest';
import type { Fault } from '../../hub/index.mts';
import { batchKinds, said } from '../../support/batches.mts';
import { go, shown, split, op } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { setup } from '../../support/setup.mts';

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
