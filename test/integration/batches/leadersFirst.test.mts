import { describe, expect } from 'vitest';
import type { Fault, Hub } from '../../hub/index.mts';
import { addProducts, productFields } from '../../support/products.mts';
import { create, createBatch, productsSent, said } from '../../support/batches.mts';
import { bodies, go, itemOf } from '../../support/items.mts';
import { setup, test } from '../../support/setup.mts';

const leader = (sku = 'LEADER') => productFields({ skuProduto: sku });
const invalid = productFields({ skuProduto: 'LEADER', precoDe: -1 });
const child = (sku: string, leaderSku = 'LEADER') =>
	productFields({ skuProduto: sku, skuProdutoLider: leaderSku });
const others = (count: number, name = 'O') =>
	Array.from({ length: count }, (_, index) => productFields({ skuProduto: `${name}${index}` }));
const children = (count: number) => Array.from({ length: count }, (_, index) => child(`C${index}`));

describe('leaders before their children', () => {
	test('leaders go first within a batch, and results keep the order of the items', async ({
		hub,
		n8n,
	}) => {
		const result = await n8n.run(createBatch, [child('B'), child('C'), leader()]);
		expect(productsSent(hub)).toEqual([['LEADER', 'B', 'C']]);
		expect(result.items().map((item) => [itemOf(item), item.json.sku, item.json.sucesso])).toEqual([
			[0, 'B', true],
			[1, 'C', true],
			[2, 'LEADER', true],
		]);
	});

	test('without Wait for Result nothing is waited for where all of them fit into one batch', async ({
		hub,
		n8n,
	}) => {
		const parameters = { ...createBatch, waitForResult: false };
		const result = await n8n.run(parameters, [child('B'), leader()]);
		expect(result.json()).toMatchObject([{ skus: ['LEADER', 'B'] }]);
		expect(hub.count({ endpoint: 'batchGet' })).toBe(0);
	});

	test("children go out in a later batch only after their leader's batch is processed", async () => {
		const { hub, n8n } = await setup({ batchDuration: 20_000 });
		const result = await n8n.run(createBatch, [...children(150), ...others(99), leader()], go);
		expect(result.json().filter(({ sucesso }) => sucesso !== true)).toEqual([]);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
		expect(hub.state.products.has('C149')).toBe(true);
	});
});

test('a batch without an answer is not sent again, and the others are sent', async ({
	hub,
	n8n,
}) => {
	hub.faults.add({ kind: 'resetAfter', endpoint: 'productBatch', after: 1 });
	const result = await n8n.run(createBatch, others(300), go);
	expect(result.json().map(({ sucesso }) => sucesso)).toEqual(
		others(300).map((_, index) => index < 100 || index >= 200),
	);
	expect(hub.count({ endpoint: 'productBatch' })).toBe(3);
});

describe.each([true, false])('children in a later batch, Wait for Result %s', (waitForResult) => {
	const parameters = { ...createBatch, waitForResult };
	// 100 with the leader among them, 20 children in the second batch
	const items = [...children(20), ...others(99), leader()];

	const refused = 'because its leader LEADER is not sent';
	const unknown = 'because its leader LEADER is not known to be processed';

	test.each<[string, string, Partial<Fault>]>([
		['refused', refused, { kind: 'status', status: 400 }],
		['not answered', unknown, { kind: 'resetAfter' }],
		['answered 503', unknown, { kind: 'status', status: 503 }],
		['taken without an ID', unknown, { kind: 'empty' }],
	])('the batch with the leader is %s: the children are not sent, %s', async (_, why, fault) => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'status', ...fault, endpoint: 'productBatch' });
		const result = await n8n.run(parameters, items, go);
		expect(hub.count({ endpoint: 'productBatch' })).toBe(1);
		const held = result.items().filter((item) => itemOf(item) < 20);
		expect(held).toHaveLength(20);
		for (const { json } of held) {
			expect(json).toMatchObject({ sucesso: false, outcome: 'notSent' });
			expect(json.error).toBe(`Not sent, ${why}`);
		}
	});

	test.each<[string, Partial<Fault>]>([
		['is not found', { kind: 'status', status: 404 }],
		['cannot be read', { kind: 'resetBefore' }],
	])("the leader's batch %s: the children are not sent, and name it", async (_name, fault) => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'status', ...fault, endpoint: 'batchGet', times: 10_000 });
		const result = await n8n.run(parameters, items, go);
		expect(productsSent(hub)).toHaveLength(1);
		const [batchId] = [...hub.state.batches.keys()];
		const held = result.json().filter(({ outcome }) => outcome === 'notSent');
		expect(held.map(({ sku }) => sku)).toEqual(children(20).map(({ skuProduto }) => skuProduto));
		for (const json of held) {
			expect(json.batchId).toBeUndefined();
			expect(said(json)).toContain('LEADER');
			expect(said(json)).toContain(String(batchId));
		}
	});

	test("the leader's batch is not processed within the time limit: the children are not sent, and name it", async () => {
		const { hub, n8n } = await setup({ batchDuration: 1e12, timeScale: 1_000 });
		const result = await n8n.run({ ...parameters, timeLimit: 0.005 }, items, go);
		expect(productsSent(hub)).toHaveLength(1);
		const held = result.json().filter(({ outcome }) => outcome === 'notSent');
		expect(held).toHaveLength(20);
		for (const json of held) expect(said(json)).toMatch(/LEADER[\s\S]*5001|5001[\s\S]*LEADER/);
	});

	test('children of other leaders in the same batch are sent', async ({ hub, n8n }) => {
		addProducts(hub, [{ skuProduto: 'OLD' }]);
		hub.faults.add({ kind: 'status', status: 400, endpoint: 'productBatch' });
		const mixed = [
			leader(),
			...others(99),
			...others(99, 'Q'),
			leader('SECOND'),
			child('A', 'LEADER'),
			child('B', 'OLD'),
			child('C', 'SECOND'),
		];
		const result = await n8n.run(parameters, mixed, go);
		// a child of a leader that the hub has waits for nothing
		expect(productsSent(hub).slice(-2)).toEqual([['B'], ['C']]);
		expect(result.json().filter(({ outcome }) => outcome === 'notSent')).toEqual([
			expect.objectContaining({ sku: 'A' }),
		]);
		if (waitForResult)
			expect(result.json().slice(-2)).toEqual([
				expect.objectContaining({ sku: 'B', sucesso: true }),
				expect.objectContaining({ sku: 'C', sucesso: true }),
			]);
	});
});

test("children are sent if the hub's note refuses their leader", async ({ hub, n8n }) => {
	addProducts(hub, [{ skuProduto: 'LEADER' }]);
	// 'already registered' is what the hub says of the leader; its children are new
	const result = await n8n.run(createBatch, [...children(20), ...others(99), leader()], go);
	expect(productsSent(hub).map(({ length }) => length)).toEqual([100, 20]);
	expect(result.json().filter(({ sucesso }) => sucesso !== true)).toEqual([
		expect.objectContaining({ sku: 'LEADER', sucesso: false }),
	]);
});

describe('Product: Create', () => {
	test.each<[string, Partial<Fault>]>([
		['refused', { kind: 'status', status: 400 }],
		['not answered', { kind: 'resetBefore' }],
		['answered 500', { kind: 'status', status: 500 }],
	])('the leader is %s: its children are not sent, others are', async (_name, fault) => {
		const { hub, n8n } = await setup();
		hub.faults.add({ kind: 'status', ...fault, endpoint: 'productCreate' });
		const result = await n8n.run(create, [child('A'), leader(), ...others(1)], go);
		const created = bodies<{ skuProduto: string }>(hub, 'productCreate');
		expect(created.map(({ skuProduto }) => skuProduto)).toEqual(['LEADER', 'O0']);
		expect(result.json()[0]).toMatchObject({ skuProduto: 'A', outcome: 'notSent' });
		expect(said(result.json()[0]!)).toMatch(/^not sent.*LEADER/i);
		expect(result.json()[2]).toMatchObject({ skuProduto: 'O0', nome: 'Camiseta azul' });
	});

	test.each(['resetAfter', 'empty'] as const)(
		'the answer to the leader is lost (%s), but the hub has it: the children are sent',
		async (kind) => {
			const { hub, n8n } = await setup();
			hub.faults.add({ kind, endpoint: 'productCreate' });
			const { json } = await n8n.run(create, [child('A'), leader()], go);
			expect(json()).toMatchObject([
				{ skuProduto: 'A', ean: '7891000315507' },
				{ ean: '7891000315507' },
			]);
			expect(hub.count({ endpoint: 'productCreate' })).toBe(2);
		},
	);

	test('the hub has the leader already: the children are sent', async ({ hub, n8n }) => {
		addProducts(hub, [{ skuProduto: 'LEADER' }]);
		const result = await n8n.run(create, [leader(), child('A')], go);
		expect(result.json()[0]).toMatchObject({ details: ['skuProduto: já cadastrado'] });
		expect(result.json()[1]).toMatchObject({ skuProduto: 'A', nome: 'Camiseta azul' });
	});
});

describe.each([
	['create', 'productCreate', create],
	['createBatch', 'productBatch', createBatch],
] as const)('%s and a leader that is not sent', (_name, endpoint, parameters) => {
	const skusOf = (hub: Hub) =>
		endpoint === 'productBatch'
			? productsSent(hub).flat()
			: bodies<{ skuProduto: string }>(hub, endpoint).map(({ skuProduto }) => skuProduto);

	test("the leader's row breaks a rule: its children and their children are not sent", async ({
		hub,
		n8n,
	}) => {
		const items = [child('GRANDCHILD', 'A'), child('A'), ...others(1), invalid];
		const result = await n8n.run(parameters, items, go);
		expect(skusOf(hub)).toEqual(['O0']);
		const [grandchild, first, other, leading] = result.json();
		expect(said(grandchild!)).toMatch(/^not sent/i);
		expect(grandchild).toMatchObject({ outcome: 'notSent' });
		expect(said(first!)).toMatch(/^not sent.*LEADER.*precoDe/i);
		expect(first).toMatchObject({ outcome: 'notSent' });
		expect(other).not.toHaveProperty('error');
		expect(said(leading!)).toContain('precoDe');
	});

	test('another row of the leader is good: the children are sent', async ({ hub, n8n }) => {
		await n8n.run(parameters, [invalid, child('A'), leader()], go);
		expect(skusOf(hub)).toEqual(['LEADER', 'A']);
	});

	test('a chain starts with its first leader, whatever the order of the items', async ({
		hub,
		n8n,
	}) => {
		const items = [child('A3', 'A2'), child('A2', 'A1'), child('X', 'X2'), child('X2', 'X')];
		await n8n.run(parameters, [...items, leader('A1')], go);
		const skus = skusOf(hub);
		expect(skus.filter((sku) => sku.startsWith('A'))).toEqual(['A1', 'A2', 'A3']);
		expect(skus).toContain('X');
	});
});

test('Create sends the children of a leader with a bad row if the hub has it', async ({
	hub,
	n8n,
}) => {
	addProducts(hub, [{ skuProduto: 'LEADER' }]);
	const result = await n8n.run(create, [invalid, child('A')], go);
	expect(result.json()[1]).toMatchObject({ skuProduto: 'A', nome: 'Camiseta azul' });
});
