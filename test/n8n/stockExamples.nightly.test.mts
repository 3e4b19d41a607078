import { expect, test } from 'vitest';
import { tableRows, updateRows } from '../server/dataTables.mts';
import { writes } from '../support/sync.mts';
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

	// its first run notes what was cancelled before
	await runOnce('cancelled-orders');
	hub.updateOrder(late.idPedido, { status: 'cancelado' });
	hub.updateOrder(gone.idPedido, { status: 'cancelado' });
	await runOnce('reconcile-orders');
	await runOnce('cancelled-orders');
	expect(['CAMISETA-1-P', 'LUMINARIA-1'].map(stockOf)).toEqual([3, 12]);
	expect((await tableRows(n8n, 'marketplace_hub_cancelled')).map(({ step }) => step)).toEqual([
		'before',
		'left',
		'left',
	]);
	// what was handed over is the ERP's to put back; what was not is free again
	await updateRows(n8n, 'marketplace_hub_lines', ['sku', 'CAMISETA-1-P'], { booked: null });
	expect(await sentBy(workflow)).toEqual(['CAMISETA-1-P']);
	expect(['CAMISETA-1-P', 'LUMINARIA-1'].map(stockOf)).toEqual([4, 12]);
});
