import type { INode } from 'n8n-workflow';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listingKey } from '../hub/state.mts';
import { deleteTables, tableRows } from '../server/dataTables.mts';
import { importExample, type ImportOptions } from '../server/examples.mts';
import { outputOf, type Execution } from '../server/rest.mts';
import { writes } from '../support/sync.mts';
import { nodeOf, runExample, useN8n } from './session.mts';

/** Examples about the account and its products: each is run twice, and the second run writes nothing. */
const { hub, n8n, credential } = await useN8n({
	seed: { channels: 3, products: 20, customizedPrices: 6, securityStocks: 6 },
});

beforeEach(async () => await deleteTables(n8n));

/** Runs an example twice; what the first run did. The check of routes is refused on purpose. */
const runTwice = async (example: string, second?: ImportOptions['adapt']): Promise<Execution> => {
	const workflow = await importExample(n8n, example, credential);
	const first = await runExample(n8n, workflow);
	const taken = () => writes(hub).filter(({ status }) => status < 300).length;
	const before = taken();
	const again = second && (await importExample(n8n, example, credential, { adapt: second }));
	await runExample(n8n, again ?? workflow);
	expect(taken()).toBe(before);
	return first;
};

test('try-the-sandbox.json: the routes are checked, then one order is created and paid, and waits in the queue', async () => {
	// it pauses for half a minute
	const unchecked = (node: INode) =>
		node.name === 'Check Routes' ? nodeOf(node.name, 'noOp') : node;
	const execution = await runTwice('try-the-sandbox', unchecked);
	expect(outputOf(execution, 'Check Routes')[0]).toMatchObject({
		what: 'Summary',
		verdict: 'works',
	});
	const orders = [...hub.state.orders.values()];
	expect(orders).toMatchObject([
		{ idPedidoCanal: 'TESTE-N8N-1', status: 'pago', itens: [{ sku: 'CANECA-1' }] },
	]);
	expect(outputOf(execution, 'What Waits')).toMatchObject([{ status: 'pago' }]);
});

test('retire-products.json: prices are deleted, and products that cannot be deleted are switched off', async () => {
	const listing = hub.state.listings.get(listingKey(11, 'CLA', 'LUMINARIA-2'))!;
	listing.preco = { precoDe: 20, precoPor: 10 };
	const [[, price]] = [...hub.state.customizedPrices] as [[string, object]];
	const own = { ...price, skuProduto: 'LUMINARIA-2' };
	hub.state.customizedPrices.set('11|LUMINARIA-2', own as never);
	await runTwice('retire-products');
	expect(listing.preco).toBeUndefined();
	expect(hub.state.customizedPrices.has('11|LUMINARIA-2')).toBe(false);
	expect(hub.state.products.has('RELOGIO-2')).toBe(false);
	expect(hub.state.products.get('LUMINARIA-2')).toMatchObject({ ativo: false });
	expect(await tableRows(n8n, 'marketplace_hub_retired')).toHaveLength(2);
});

test('retire-products.json: the run fails where a product is neither deleted nor switched off', async () => {
	const path = /RELOGIO-3$/;
	for (const method of ['DELETE', 'PUT'])
		hub.faults.add({ kind: 'status', status: 422, method, path, times: Infinity });
	const workflow = await importExample(n8n, 'retire-products', credential, {
		adapt: (node) => JSON.parse(JSON.stringify(node).replace('RELOGIO-2', 'RELOGIO-3')) as INode,
	});
	const { error } = await n8n.run(workflow);
	expect(error?.message).toMatch(/^1 products were neither deleted nor switched off:\nRELOGIO-3: /);
	expect(await tableRows(n8n, 'marketplace_hub_retired')).toMatchObject([{ sku: 'LUMINARIA-2' }]);
});

/** What *Keep Back* changed in the hub. */
const keptBack = (execution: Execution) =>
	outputOf(execution, 'Keep Back').filter(({ status }) => status === 'updated');

test('keep-last-pieces-back.json: two pieces stay back if stock is low, none otherwise, and only differences are set', async () => {
	const execution = await runTwice('keep-last-pieces-back');
	const set = new Map(keptBack(execution).map(({ sku, after }) => [sku, after]));
	// the mug has ten pieces and keeps its two, the red shoes have more and lose theirs
	expect([set.get('CANECA-1'), set.get('CANECA-2'), set.get('TENIS-1-VERMELHO')]).toEqual([
		undefined,
		{ estoqueSeguranca: 2 },
		{ estoqueSeguranca: 0 },
	]);
});

test('keep-last-pieces-back.json: a second run writes nothing where the hub lists variations', async () => {
	hub.quirks.securityStockByVariation = true;
	onTestFinished(() => void (hub.quirks.securityStockByVariation = false));
	hub.state.securityStock.clear();
	const sizes = [...hub.state.products.values()].find(({ variacoes }) => variacoes.length > 1)!;
	for (const size of sizes.variacoes) size.estoque = 1;
	const execution = await runTwice('keep-last-pieces-back');
	expect(keptBack(execution).map(({ sku }) => sku)).toContain(sizes.skuProduto);
	const kept = [...hub.state.securityStock.values()].filter(
		({ idProduto }) => idProduto === sizes.idProduto,
	);
	expect(kept.map(({ estoqueSeguranca }) => estoqueSeguranca)).toEqual(
		sizes.variacoes.map(() => 2),
	);
});

test('keep-last-pieces-back.json: a product that is refused holds no other, and is told once', async () => {
	const workflow = await importExample(n8n, 'keep-last-pieces-back', credential);
	hub.state.securityStock.clear();
	const run = async (status?: number) => {
		const endpoint = 'securityStockSet';
		if (status !== undefined) hub.faults.add({ endpoint, kind: 'status', status, times: 1 });
		return await n8n.run(workflow);
	};
	const first = await run(422);
	expect(first.error?.message).toMatch(/^[A-Z0-9-]+: .*422/);
	expect(keptBack(first).length).toBeGreaterThan(0);
	expect((await run(422)).error).toBeUndefined();
	expect(keptBack(await run())).toHaveLength(1);
});

test('listing-prices.json: each listing has its price, and the unknown prefix is told at the end', async () => {
	const workflow = await importExample(n8n, 'listing-prices', credential);
	const { error } = await n8n.run(workflow);
	const before = writes(hub).length;
	await n8n.run(workflow);
	// the one that was refused is sent again, alone
	expect(writes(hub).length).toBe(before + 1);
	const priceOf = (prefix: string) =>
		hub.state.listings.get(listingKey(11, prefix, 'LUMINARIA-1'))!.preco;
	expect(priceOf('CLA')).toEqual({ precoDe: 189.9, precoPor: 159.9 });
	expect(priceOf('PRE')).toEqual({ precoDe: 199.9, precoPor: 169.9 });
	expect(error?.message).toMatch(/^XXX LUMINARIA-1: .+$/);
});

test('listing-prices.json: equal prices in two forms are one, a listing with two prices is refused, and Send All sends the list again', async () => {
	const row = (prefix: string, precoPor: string) => ({
		...{ idCanalIntegracao: 11, prefixoCanalIntegracao: prefix, skuProduto: 'LUMINARIA-1' },
		...{ precoDe: '249,90', precoPor },
	});
	const listed = (...linhas: object[]) => ({
		adapt: (node: INode): INode =>
			node.name === 'Price List'
				? { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify({ linhas }) } }
				: node,
	});
	const prefixes = ['CLA', 'PRE'] as const;
	const load = async (...linhas: object[]) =>
		await importExample(n8n, 'listing-prices', credential, listed(...linhas));
	const sent = () => writes(hub).length;
	const [cla, pre] = prefixes.map(
		(prefix) => hub.state.listings.get(listingKey(11, prefix, 'LUMINARIA-1'))!,
	);
	const workflow = await load(
		row('CLA', '199,90'),
		row('CLA', '199.90'),
		row('PRE', '150'),
		row('PRE', '151'),
	);
	const refused = await n8n.run(workflow);
	expect(cla!.preco).toEqual({ precoDe: 249.9, precoPor: 199.9 });
	expect(pre!.preco).not.toMatchObject({ precoDe: 249.9 });
	expect(refused.error?.message).toBe(
		'PRE LUMINARIA-1: two prices in the list, 249.9 / 150 and 249.9 / 151',
	);
	const before = sent();
	const other = await load(row('CLA', 'R$ 199,9'));
	await runExample(n8n, other);
	expect(sent()).toBe(before);
	cla!.preco = { precoDe: 300, precoPor: 280 };
	const { error } = await n8n.run(other, 'Send All');
	expect(error).toBeUndefined();
	expect(cla!.preco).toEqual({ precoDe: 249.9, precoPor: 199.9 });
});
