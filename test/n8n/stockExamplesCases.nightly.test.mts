import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { afterEach, expect, test } from 'vitest';
import { insertRows, tableRows, updateRows } from '../server/dataTables.mts';
import { outputOf } from '../server/rest.mts';
import { batchNote, batchRecord } from '../support/batches.mts';
import { answer } from '../support/items.mts';
import { sold } from '../support/orders.mts';
import { heldBy } from '../support/sync.mts';
import { runExample } from './session.mts';
import { useStockExamples } from './stockExamplesSupport.mts';

const { hub, n8n, load, runOnce, order, stockOf, sumOf, sentBy } = await useStockExamples();

afterEach(() => hub.faults.clear());

/** Lets the hub refuse a SKU of its next batch. */
function refuseInNextBatch(refused: string, taken: string[]): void {
	hub.faults.clear();
	const batchId = hub.state.next('batch', 5001) + 1;
	const refusal = batchNote(refused, { sucesso: false, error: 'Bloqueado.' });
	const notes = [...taken.map((sku) => batchNote(sku)), refusal];
	answer(hub, 'batchGet', batchRecord(notes, { batchId }), 200, 10);
}

test('stock-less-open-orders.json: one run goes at a time, and a start meanwhile makes it go round again', async () => {
	const workflow = await load('stock-less-open-orders');
	await runExample(n8n, workflow);
	hub.clearLog();
	const key = ['key', 'stock'] as [string, string];
	const inAMinute = new Date(Date.now() + 60_000).toISOString();
	await updateRows(n8n, 'marketplace_hub_stock_run', key, { running: inAMinute });
	const second = await runExample(n8n, workflow);
	expect([second.runData.Gap, hub.log]).toEqual([undefined, []]);
	expect(await tableRows(n8n, 'marketplace_hub_stock_run')).toMatchObject([{ again: true }]);

	// the hold of a crashed run ends by itself
	const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
	await updateRows(n8n, 'marketplace_hub_stock_run', key, { running: aMinuteAgo });
	order('pago', 'CANECA-1', 1);
	await updateRows(n8n, 'marketplace_hub_stock_run', key, { completed: '2026-01-01T00:00:00Z' });
	await n8n.publish(workflow);
	const { executionId } = await n8n.startRun(workflow);
	await expect.poll(() => hub.count({ endpoint: 'stockBatch' }), { timeout: 30_000 }).toBe(1);
	await n8n.run(workflow);
	const first = await n8n.finishedExecution(executionId!);
	expect(first.error).toBeUndefined();
	expect(first.runData['Start Again']).toHaveLength(1);
	const [newest] = await n8n.finishedExecutions(workflow, 5);
	expect([newest?.mode, newest?.runData.Release?.length]).toEqual(['integrated', 1]);
	await n8n.unpublish(workflow);
	expect(hub.count({ endpoint: 'stockBatch' })).toBe(1);
	expect(stockOf('CANECA-1')).toBe(11);
	expect(await tableRows(n8n, 'marketplace_hub_stock_run')).toMatchObject([{ again: false }]);
});

test('stock-less-open-orders.json: what nobody can read is told once, and holds nothing else', async () => {
	const having = (estoque: string) => (node: INode) =>
		node.name === 'ERP Stock'
			? (JSON.parse(
					JSON.stringify(node).replace('\\"estoque\\": \\"4\\"', `\\"estoque\\": \\"${estoque}\\"`),
				) as INode)
			: node;
	const run = async (estoque: string) =>
		await n8n.run(await load('stock-less-open-orders', having(estoque)));
	const told = /^CAMISETA-1-P: `estoque` must be a whole number of pieces, got "quatro"$/;
	expect((await run('quatro')).error?.message).toMatch(told);
	expect(stockOf('CANECA-1')).toBe(12);
	expect((await run('quatro')).error).toBeUndefined();
	expect((await run('1.000')).error).toBeUndefined();
	expect(stockOf('CAMISETA-1-P')).toBe(1000);
	expect((await run('quatro')).error?.message).toMatch(told);
	expect(stockOf('CAMISETA-1-P')).toBe(1000);
});

test('stock-less-open-orders.json: a SKU that the hub refuses is told by name, and the others are confirmed', async () => {
	const taken = ['CANECA-1', 'CAMISETA-1-M', 'LUMINARIA-1'];
	for (const sku of [...taken, 'CAMISETA-1-P']) heldBy(hub, sku)!.estoque = 1;
	refuseInNextBatch('CAMISETA-1-P', taken);
	const { error } = await n8n.run(await load('stock-less-open-orders'));
	expect(error?.message).toBe('CAMISETA-1-P refused: Bloqueado.');
	expect(await sumOf('CAMISETA-1-P')).toMatchObject({ confirmed: null, state: 'refused' });
	expect(await sumOf('CANECA-1')).toMatchObject({ confirmed: 12, state: 'updated' });
});

test('stock-less-open-orders.json: an order that could not be read is looked for in the next run', async () => {
	const workflow = await load('stock-less-open-orders');
	order('pago', 'CANECA-1', 5);
	hub.faults.add({ endpoint: 'orderGet', kind: 'status', status: 404 });
	const { error } = await n8n.run(workflow);
	expect(error?.message).toContain('could not be read');
	expect(await tableRows(n8n, 'marketplace_hub_stock_run')).toMatchObject([{ filled: null }]);
	// an order from before today counts as booked until today
	const today = DateTime.now().setZone('America/Sao_Paulo').startOf('day');
	const early = { idPedido: 'early', sku: 'CAMISETA-1-P', quantity: 1, cancelled: false };
	await insertRows(n8n, 'marketplace_hub_lines', [
		{ ...early, integrated: today.minus({ hours: 1 }).toJSDate().toISOString() },
	]);
	await runExample(n8n, workflow);
	expect((await tableRows(n8n, 'marketplace_hub_lines'))[0]).toMatchObject({
		...{ idPedido: 'early', booked: today.toJSDate().toISOString() },
	});
	expect(await tableRows(n8n, 'marketplace_hub_stock_run')).toMatchObject([
		{ filled: expect.any(String) },
	]);
	expect(stockOf('CANECA-1')).toBe(7);
});

test('stock-less-open-orders.json: the rest of a line stays open, and lines that are done with are deleted after 60 days', async () => {
	const workflow = await load('stock-less-open-orders');
	const { idPedido } = order('pago', 'CANECA-1', 5);
	await runExample(n8n, workflow);
	const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString();
	await updateRows(n8n, 'marketplace_hub_lines', ['sku', 'CANECA-1'], {
		...{ booked: threeDaysAgo, bookedQuantity: 2 },
	});
	await runExample(n8n, workflow);
	expect(stockOf('CANECA-1')).toBe(9);
	hub.updateOrder(idPedido, { status: 'novo', itens: [sold('CANECA-1', 6)] });
	await runOnce('reconcile-orders');
	await runExample(n8n, workflow);
	expect(stockOf('CANECA-1')).toBe(8);

	const line = { quantity: 1, cancelled: false, sku: 'LUMINARIA-1' };
	await insertRows(n8n, 'marketplace_hub_lines', [
		{ ...line, idPedido: 'cancelled', cancelled: true },
		{ ...line, idPedido: 'cancelled and sent', cancelled: true, gone: true },
		{ ...line, idPedido: 'booked in parts', booked: threeDaysAgo, bookedQuantity: 1 },
		{ ...line, idPedido: 'not booked' },
	]);
	const quantities = async () =>
		(await tableRows(n8n, 'marketplace_hub_lines')).map((row) => [row.idPedido, row.quantity]);
	await runExample(n8n, workflow);
	expect(await quantities()).toHaveLength(6);
	const in61Days = (node: INode): INode =>
		node.name === 'Settings'
			? (JSON.parse(
					JSON.stringify(node).replace('$now.toISO()', '$now.plus({ days: 61 }).toISO()'),
				) as INode)
			: node;
	await runExample(n8n, await load('stock-less-open-orders', in61Days));
	expect(await quantities()).toEqual([
		[String(idPedido), 5],
		['cancelled and sent', 1],
		['not booked', 1],
	]);
});

test('changed-since.json: a row without a date is sent once and skips no later change', async () => {
	const undated = (node: INode) =>
		node.name === 'ERP Changes'
			? (JSON.parse(JSON.stringify(node).replace('2026-06-01T10:05:00-03:00', '')) as INode)
			: node;
	const workflow = await load('changed-since', undated);
	await runExample(n8n, workflow);
	const dates = async () =>
		(await tableRows(n8n, 'marketplace_hub_price_changes')).map(({ sku, changedAt }) => [
			sku,
			changedAt === null ? null : new Date(String(changedAt)).toISOString(),
		]);
	const stored = [
		['CAMISETA-1-M', null],
		['CANECA-1', '2026-06-01T13:00:00.000Z'],
		['LUMINARIA-1', '2026-06-01T13:10:00.000Z'],
	];
	expect(await dates()).toEqual(stored);
	const again = await runExample(n8n, workflow);
	expect(outputOf(again, 'Since')).toEqual([
		{ since: expect.stringContaining('2026-06-01T10:05') },
	]);
	expect(outputOf(again, 'Changes')).toEqual([]);
	expect(await dates()).toEqual(stored);
});

test('changed-since.json: a row that a check stops in three runs leaves the list, though it alone failed', async () => {
	const run = async (precoPor: string) => {
		const rows = [
			{ sku: 'CANECA-1', precoDe: '39,90', precoPor },
			{ sku: 'CAMISETA-1-M', precoDe: '89,90', precoPor: '99,90' },
		];
		const changes = (node: INode): INode =>
			node.name === 'ERP Changes'
				? { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify({ rows }) } }
				: node;
		return (await n8n.run(await load('changed-since', changes))).error?.message;
	};
	expect([await run('28,10'), await run('28,20')]).toEqual([undefined, undefined]);
	expect(await run('28,30')).toMatch(
		/^1 prices were stopped in three runs.*:\s+CAMISETA-1-M: .*precoPor/,
	);
	const table = await tableRows(n8n, 'marketplace_hub_price_changes');
	expect(table.map(({ sku, state }) => [sku, state])).toEqual([
		['CANECA-1', 'confirmed'],
		['CAMISETA-1-M', 'left'],
	]);
});

test('kit-stock.json: a kit has what its parts leave, and its orders take them', async () => {
	const workflow = await load('stock-less-open-orders');
	const kits = await load('kit-stock');
	await runExample(n8n, kits);
	await runExample(n8n, workflow);
	expect(['CANECA-1', 'CANECA-2', 'LUMINARIA-1', 'LUMINARIA-2'].map(stockOf)).toEqual([
		12, 6, 13, 4,
	]);
	order('pago', 'CANECA-2', 2);
	await runOnce('reconcile-orders');
	await runExample(n8n, workflow);
	expect(['CANECA-1', 'CANECA-2'].map(stockOf)).toEqual([8, 4]);

	// a part that the list no longer names leaves the kit
	await insertRows(n8n, 'marketplace_hub_kit_parts', [
		{ kit: 'LUMINARIA-2', sku: 'CANECA-1', quantity: '1,5', listed: '2026-01-01T00:00:00Z' },
	]);
	expect(await sentBy(workflow)).toEqual(['LUMINARIA-2']);
	expect(await sumOf('LUMINARIA-2')).toMatchObject({
		...{ available: 0, note: expect.stringContaining('no whole number from 1') },
	});
	await runExample(n8n, kits);
	expect(await tableRows(n8n, 'marketplace_hub_kit_parts')).toHaveLength(3);
	expect(await sentBy(workflow)).toEqual(['LUMINARIA-2']);
	expect(stockOf('LUMINARIA-2')).toBe(4);

	const part = (sku: string, quantity: unknown) => ({ kit: 'LUMINARIA-2', sku, quantity });
	const listing = async (...rows: object[]) =>
		await load('kit-stock', (node) =>
			node.name === 'Parts'
				? { ...node, parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }) } }
				: node,
		);
	// a part that stands in two rows of a kit is needed as often as both say
	await runExample(n8n, await listing(part('LUMINARIA-1', 1), part('LUMINARIA-1', '2,0')));
	await runExample(n8n, workflow);
	expect(stockOf('LUMINARIA-2')).toBe(4);
	const parts = async () =>
		(await tableRows(n8n, 'marketplace_hub_kit_parts')).map(({ sku, quantity }) => [sku, quantity]);
	expect(await parts()).toEqual([['LUMINARIA-1', '3']]);

	// what nobody can count keeps the kit at 0 and is told; the parts that it may have lost stay
	const told = await n8n.run(
		await listing(part('CANECA-1', '1.000'), part('CAMISETA-1-P', 'uma'), part('CAMISETA-1-M', 0)),
	);
	expect(told.error?.message).toContain('2 rows of kits cannot be counted');
	expect(told.error?.message).toMatch(/CAMISETA-1-P: Row 2: `quantity` must be a whole number/);
	expect(told.error?.message).toContain('quantity must be a whole number from 1, got 0');
	expect(Object.fromEntries(await parts())).toEqual({
		...{ 'LUMINARIA-1': '3', 'CANECA-1': '1000', 'CAMISETA-1-P': 'uma', 'CAMISETA-1-M': '0' },
	});
	await runExample(n8n, workflow);
	expect(stockOf('LUMINARIA-2')).toBe(0);
});
