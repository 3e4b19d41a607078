import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { callAlone, callAsTool } from '../../support/agent.mts';
import { completeSeed, orderIn, parametersOf } from '../../support/everyOperation.mts';
import { asJson, byId, bySku, go, op, split } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: completeSeed, batchDuration: 0 });

const ways = { 'an Agent node or an MCP server': callAsTool, "n8n's own agents": callAlone };

describe.each(Object.entries(ways))('%s', (_way, call) => {
	const run = async (parameters: INodeParameters, changes: object = {}) => {
		const { answer, message } = await call(at.hub, parameters, {}, changes);
		return { items: answer as IDataObject[], message: message ?? '' };
	};
	const product = () => [...at.hub.state.products.values()][0]!;

	test('a note names a field that was not sent', async () => {
		const { skuProduto } = product();
		const { items } = await run(
			op('product update', {
				sku: bySku(skuProduto),
				...asJson({ nome: 'Outro nome', estoque: 3 }),
			}),
		);
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({
			skuProduto,
			notes: [
				'Not sent, because a product is written without its stock: `estoque`. Set it with Stock > Update in Batch or Stock > Sync.',
			],
		});
	});

	test('a note sums up a sync', async () => {
		const { items } = await run(parametersOf('stock sync', at.hub, { dryRun: true }));
		expect(items).toMatchObject([
			{ status: 'wouldUpdate', notes: [expect.stringContaining('Dry run, nothing was sent. 1')] },
		]);
	});

	test('a note says why a list is empty', async () => {
		const { items } = await run(
			op('order getMany', { filters: { otherStatus: 'nenhum', issuedAfter: '2020-01-01' } }),
		);
		expect(items).toEqual([{ notes: ['No results. Filters are set: remove them to see more.'] }]);
	});

	test('a note names an order without a label', async () => {
		const { idPedido } = orderIn(at.hub, 'novo');
		const { items } = await run(op('shipmentLabel get', { idPedido: byId(idPedido) }));
		expect(items).toEqual([
			{
				notes: [expect.stringContaining(`The hub has no label yet for these orders: ${idPedido}`)],
			},
		]);
	});

	test('a note keeps HTML unchanged, because no editor shows it', async () => {
		const { skuProduto } = product();
		const { items } = await run(
			op('product update', { sku: bySku(skuProduto), ...asJson({ nome: 'A', '<b>': 1 }) }),
		);
		expect(items[0]?.notes).toEqual([expect.stringContaining('<b>')]);
	});

	test('a result without remarks has no notes', async () => {
		const { items } = await run(parametersOf('order get', at.hub));
		expect(items[0]).not.toHaveProperty('notes');
	});

	test('a failure message has its advice once', async () => {
		const { message } = await run(op('product get', { sku: bySku('NADA') }));
		expect(message).toMatch(/404: Produto não encontrado.*\. Check the identifier/s);
		expect(message.match(/Check the identifier/g)).toHaveLength(1);
	});

	test('a failure message shows HTML as text, and its advice once', async () => {
		const rows = ['<i>1', '<i>2'].map((sku) => ({ sku, estoque: 'x' }));
		const { message } = await run(op('stock updateBatch', asJson(rows)));
		expect(message).toContain('‹i>2');
		expect(message).not.toContain('&lt;');
		expect(message.match(/set On Error to continue/g)).toHaveLength(1);
	});

	test.each([go, split])('the answer includes a failed item: %o', async (onError) => {
		const rows = [
			{ sku: product().skuProduto, estoque: 1 },
			{ sku: 'X', estoque: 'x' },
		];
		const { items } = await run(op('stock updateBatch', asJson(rows)), onError);
		expect(items).toHaveLength(2);
		expect(items[0]?.notes).toContain('1 of 2 entries failed. Each failed item says why.');
		expect(items[1]).toMatchObject({ sku: 'X', error: expect.any(String) });
	});
});

test('a workflow has hints and no notes', async () => {
	const parameters = op('product update', {
		sku: bySku([...at.hub.state.products.keys()][0]!),
		...asJson({ nome: 'Outro nome', estoque: 3 }),
	});
	const { json, run } = await at.n8n.done(parameters, [{}]);
	expect(json()[0]).not.toHaveProperty('notes');
	expect(run.data.resultData.runData.Node?.[0]?.hints).toMatchObject([
		{ message: expect.stringContaining('Not sent') },
	]);
	const { nodeError } = await at.n8n.run(op('product get', { sku: bySku('NADA') }), [{}]);
	expect(nodeError!.message).not.toContain('Check the identifier');
	expect(nodeError!.description).toContain('Check the identifier');
});
