import { expect, test } from 'vitest';
import { insertRows, tableRows, updateRows } from '../server/dataTables.mts';
import { outputOf } from '../server/rest.mts';
import { heldBy, writes } from '../support/sync.mts';
import { runExample } from './session.mts';
import { useStockExamples } from './stockExamplesSupport.mts';

const { hub, n8n, load, runOnce, order, stockOf, sumOf, sentBy } = await useStockExamples();

test('stock-less-open-orders.json: a sold piece comes off once, and comes back if its order is cancelled before it is booked', async () => {
	const workflow = await load('stock-less-open-orders');
	const [early, gone] = [order('pago', 'CANECA-1', 3), order('enviado', 'LUMINARIA-1', 1)];
	expect(await sentBy(workflow)).toEqual([
		'CANECA-1',
		'CAMISETA-1-P',
		'CAMISETA-1-M',
		'LUMINARIA-1',
	]);
	// 15 less one sold, less a buffer of 10 % rounded up
	expect(['CANECA-1', 'CAMISETA-1-P', 'LUMINARIA-1'].map(stockOf)).toEqual([9, 4, 12]);
	expect(await sumOf('CANECA-1')).toMatchObject({
		...{ stock: 12, open: 3, available: 9, confirmed: 9, state: 'updated' },
	});
	expect((await tableRows(n8n, 'marketplace_hub_lines')).map(({ idPedido }) => idPedido)).toEqual([
		...[early, gone].map(({ idPedido }) => String(idPedido)),
	]);

	const before = writes(hub).length;
	expect(await sentBy(workflow)).toEqual([]);
	expect(writes(hub)).toHaveLength(before);

	const late = order('novo', 'CAMISETA-1-P', 1);
	await runOnce('reconcile-orders');
	expect(await sentBy(workflow)).toEqual(['CAMISETA-1-P']);
	expect(stockOf('CAMISETA-1-P')).toBe(3);

	hub.updateOrder(late.idPedido, { status: 'cancelado' });
	hub.updateOrder(gone.idPedido, { status: 'cancelado' });
	await runOnce('reconcile-orders');
	await runOnce('cancelled-orders');
	expect(['CAMISETA-1-P', 'LUMINARIA-1'].map(stockOf)).toEqual([3, 12]);
	expect((await tableRows(n8n, 'marketplace_hub_cancelled')).map(({ step }) => step)).toEqual([
		'left',
		'left',
	]);
	// what was handed over is the ERP's to put back; what was not is free again
	await updateRows(n8n, 'marketplace_hub_lines', ['sku', 'CAMISETA-1-P'], { booked: null });
	expect(await sentBy(workflow)).toEqual(['CAMISETA-1-P']);
	expect(['CAMISETA-1-P', 'LUMINARIA-1'].map(stockOf)).toEqual([4, 12]);
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

	// a part that stands in two rows of a kit is needed as often as both say
	const twice = await load('kit-stock', (node) =>
		node.name === 'Parts'
			? {
					...node,
					parameters: {
						mode: 'raw',
						jsonOutput: JSON.stringify({
							rows: [1, 2].map((quantity) => ({
								kit: 'LUMINARIA-2',
								sku: 'LUMINARIA-1',
								quantity,
							})),
						}),
					},
				}
			: node,
	);
	await runExample(n8n, twice);
	await runExample(n8n, workflow);
	expect(stockOf('LUMINARIA-2')).toBe(4);
	expect(await tableRows(n8n, 'marketplace_hub_kit_parts')).toMatchObject([
		{ kit: 'LUMINARIA-2', sku: 'LUMINARIA-1', quantity: '3' },
	]);
});

test('changed-since.json: a change is sent once, and only a row held by a guard is sent again', async () => {
	const prices = () =>
		['CANECA-1', 'CAMISETA-1-M', 'LUMINARIA-1'].map((sku) => heldBy(hub, sku)!.precoPor);
	const [, shirt, lamp] = prices();
	Object.assign(heldBy(hub, 'CANECA-1')!, { precoDe: 39.9, precoPor: 34.9 });
	const workflow = await load('changed-since');
	const states = async () =>
		(await tableRows(n8n, 'marketplace_hub_price_changes')).map(({ sku, state }) => [sku, state]);
	await runExample(n8n, workflow);
	expect(prices()).toEqual([28.9, 64.9, lamp]);
	expect(shirt).not.toBe(64.9);
	expect(await states()).toEqual([
		['CANECA-1', 'confirmed'],
		['CAMISETA-1-M', 'confirmed'],
		['LUMINARIA-1', 'held'],
	]);
	const again = await runExample(n8n, workflow);
	// the dates of the last five minutes only
	expect(outputOf(again, 'Rows').map(({ sku }) => sku)).toEqual(['CAMISETA-1-M', 'LUMINARIA-1']);
	expect(outputOf(again, 'Not Confirmed').map(({ sku }) => sku)).toEqual(['LUMINARIA-1']);
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);

	Object.assign(heldBy(hub, 'LUMINARIA-1')!, { precoDe: 1_100, precoPor: 1_000 });
	await runExample(n8n, workflow);
	expect(prices()[2]).toBe(1_099.9);
	expect((await states()).at(-1)).toEqual(['LUMINARIA-1', 'confirmed']);
	await runExample(n8n, workflow);
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(2);
});
