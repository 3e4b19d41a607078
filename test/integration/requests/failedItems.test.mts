import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { core } from '../../engine/n8n.mts';
import { answer, bodies, byId, mapped, op, shown, split } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { addSimple, customizedSync, priceSync, stockSync } from '../../support/sync.mts';
/* A failed item carries what is true of itself, whatever n8n puts under its fields. */

const at = setupEach({ seed: { products: 0, channels: 1 } });
const stockUpdate = op('stock updateBatch', mapped);

describe('a result without an input item takes no fields from one', () => {
	const whole = { ...stockSync, wholeList: true, missingInList: 'zero' };
	const list = [{ sku: 'P0', estoque: 99, nome: 'Prod A' }];

	test('held SKUs that the list lacks', async () => {
		addSimple(at.hub, 3);
		const { items, json } = await at.n8n.run(whole, list, split);
		expect(json(1).map((held) => [held.sku, held.status])).toEqual([
			['P0', 'held'],
			['P1', 'held'],
			['P2', 'held'],
		]);
		expect(json(1)[0]).toMatchObject({ estoque: 99, nome: 'Prod A' });
		for (const held of items(1).slice(1)) {
			expect(held.pairedItem).toEqual([]);
			expect(held.json).toMatchObject({ after: { estoque: 0 } });
			expect(held.json).not.toHaveProperty('estoque');
			expect(held.json).not.toHaveProperty('nome');
		}
		const again = await at.n8n.run(stockUpdate, json(1), split);
		expect(again.json(1).map(({ sku }) => sku)).toEqual(['P1', 'P2']);
		expect(bodies(at.hub, 'stockBatch')).toEqual([{ estoques: [{ sku: 'P0', estoque: 99 }] }]);
	});

	test('SKUs that the list lacks and that are set to zero', async () => {
		addSimple(at.hub, 2);
		const { items } = await at.n8n.run({ ...whole, guardMode: 'off' }, list, split);
		expect(items(0).map(({ json, pairedItem }) => [json.sku, pairedItem])).toEqual([
			['P0', { item: 0 }],
			['P1', []],
		]);
	});

	test.each([
		['stock', stockSync, { sku: 'P0', estoque: 5 }],
		['prices', priceSync, { sku: 'P0', precoDe: 99.9, precoPor: 79.9 }],
	])('the hold of a whole run: %s', async (_kind, sync, entry) => {
		addSimple(at.hub, 4);
		const held = { ...sync, wholeList: true, missingInList: 'report' };
		const { items } = await at.n8n.run(held, [entry], split);
		expect(items(1)).toMatchObject([{ pairedItem: [], json: { status: 'held', isRunHeld: true } }]);
		expect(items(1)[0]?.json).not.toHaveProperty('sku');
		expect(items(1)[0]?.json.error).toContain('incomplete list');
	});

	test('a hub note about a SKU that was not sent', async () => {
		addSkus(at.hub, 2);
		const note = { identificador: 'OUTRO', sucesso: false, error: 'não encontrado' };
		answer(at.hub, 'batchGet', { batchId: 5001, status: 'processado', observacoes: [note] }, 200);
		const list2 = ['S0', 'S1'].map((sku) => ({ sku, estoque: 7, nome: `Prod ${sku}` }));
		const { json } = await at.n8n.run(stockUpdate, list2, split);
		const stranger = json(1).find(({ sku }) => sku === 'OUTRO');
		expect(stranger).toMatchObject({ error: 'não encontrado' });
		expect(JSON.parse(JSON.stringify(stranger))).not.toHaveProperty('estoque');
	});
});

describe('a failed item drops the results of an earlier run', () => {
	const before = { outcome: 'unknown', batchId: 4711, requestId: 'OLD', details: ['OLD'] };

	test('a refused entry whose earlier outcome was unknown', async () => {
		at.hub.faults.add({ endpoint: 'stockBatch', kind: 'status', status: 400 });
		const { json } = await at.n8n.run(
			stockUpdate,
			[{ sku: 'A', estoque: 1, info: 'OLD', ...before }],
			split,
		);
		const [refused] = JSON.parse(JSON.stringify(json(1))) as object[];
		expect(refused).toMatchObject({ sku: 'A', estoque: 1, httpStatus: 400 });
		for (const name of ['outcome', 'batchId', 'info']) expect(refused).not.toHaveProperty(name);
		expect(JSON.stringify(refused)).not.toContain('OLD');
	});

	test('an entry that is not sent after an answer of the hub, except for its batch ID', async () => {
		const old = { ...before, httpStatus: 500, batchId: 'none' };
		const get = op('batch get', { batchId: '={{ $json.batchId }}' });
		const { json } = await at.n8n.run(get, [old], split);
		const [notSent] = JSON.parse(JSON.stringify(json(1))) as object[];
		expect(notSent).toMatchObject({ outcome: 'notSent', batchId: 'none' });
		expect(notSent).not.toHaveProperty('httpStatus');
		expect(JSON.stringify(notSent)).not.toContain('OLD');
	});

	test('an entry of a sync', async () => {
		const old = { ...before, before: { precoDe: 1 }, after: { precoDe: 2 }, idCanalIntegracao: 1 };
		const { json } = await at.n8n.run(customizedSync, [{ skuProduto: 'A', ...old }], split);
		const [refused] = JSON.parse(JSON.stringify(json(1))) as object[];
		expect(refused).toMatchObject({ skuProduto: 'A', status: 'notSent', outcome: 'notSent' });
		for (const name of ['before', 'after', 'batchId']) expect(refused).not.toHaveProperty(name);
	});
});

describe('an unusable parameter of the whole run', () => {
	const items = [
		{ sku: 'S0', estoque: 1, idPedido: '1' },
		{ sku: 'S1', estoque: 2, idPedido: '2' },
	];
	const order = op('order get', { idPedido: byId('={{ $json.idPedido }}') });
	const longestWait = (value: string) => ({ options: { longestWait: value } });
	const nowhere = longestWait("={{ $('Nowhere').first().json.x }}");

	describe.each([
		['a Longest Wait below zero', { ...order, ...longestWait('={{ -1 }}') }, 'Longest Wait'],
		['one as a word', { ...stockUpdate, ...longestWait('={{ "long" }}') }, 'Longest Wait'],
		['one from a node that does not exist', { ...order, ...nowhere }, "node doesn't exist"],
		['an unknown operation', { ...stockUpdate, operation: 'sell' }, "no operation 'sell'"],
		['a time limit that is none', { ...stockUpdate, timeLimit: '={{ "x" }}' }, 'timeLimit'],
		['a time limit below zero', { ...stockUpdate, timeLimit: '-5' }, 'timeLimit'],
		['one in a dry run', { ...stockSync, dryRun: true, timeLimit: '-5' }, 'timeLimit'],
	])('%s', (_name, parameters, said) => {
		test.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
			'fails each item with %s, and nothing is sent',
			async (onError) => {
				const { json } = await at.n8n.done(parameters, items, { onError });
				const isSplit = onError === 'continueErrorOutput';
				expect(json(isSplit ? 1 : 0)).toMatchObject(
					items.map((item) => ({
						...(isSplit ? item : {}),
						error: expect.stringContaining(said),
						outcome: 'notSent',
					})),
				);
				expect(isSplit ? json(0) : []).toEqual([]);
				expect(at.hub.log).toEqual([]);
			},
		);

		test('stops the run if On Error says so', async () => {
			const { nodeError } = await at.n8n.run(parameters, items);
			expect(shown(nodeError)).toContain(said);
			expect(at.hub.log).toEqual([]);
		});
	});
});

describe('an unforeseen exception', () => {
	const secret = 'eyJhbGciOiJIUzI1NiIsInR5cCI6';
	/** n8n's log as it is when its disk is full, or when it has a bug. */
	const spoilLog = () => {
		const log = vi.spyOn(core.ExecuteContext.prototype, 'logger', 'get').mockImplementation(() => {
			throw new TypeError(`cannot write ${secret}`);
		});
		onTestFinished(() => log.mockRestore());
	};
	const items = [{ sku: 'S0', estoque: 1 }];

	test('leaves the outcome of a batch that was taken unknown', async () => {
		addSkus(at.hub, 1);
		spoilLog();
		const { json } = await at.n8n.run(stockUpdate, items, split);
		expect(at.hub.count({ endpoint: 'stockBatch' })).toBe(1);
		expect(json(1)).toMatchObject([
			{ sku: 'S0', outcome: 'unknown', error: 'Unforeseen: TypeError: cannot write …' },
		]);
	});

	test('stops the run with the advice to check the hub', async () => {
		addSkus(at.hub, 1);
		spoilLog();
		const { nodeError } = await at.n8n.run(stockUpdate, items);
		expect(shown(nodeError)).toContain('Unforeseen: TypeError');
		expect(shown(nodeError)).toContain('Check in the hub what was done');
		expect(JSON.stringify(nodeError)).not.toContain(secret);
	});
});
