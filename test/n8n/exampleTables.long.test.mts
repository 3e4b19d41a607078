import { expect, test } from 'vitest';
import { insertRows } from '../server/dataTables.mts';
import { tablesOf } from '../server/examples.mts';
import { findsItsTables, hub, load, n8n } from './exampleTables.mts';

/* Those that take long are looked at by night. */

const orders = [
	'marketplace_hub_orders',
	tablesOf('reconcile-orders').get('marketplace_hub_orders')!,
] as const;
const shipping = [
	'marketplace_hub_shipping',
	tablesOf('invoice-and-ship').get('marketplace_hub_shipping')!,
] as const;

findsItsTables('cancelled-orders', [orders]);
findsItsTables('fulfilment-notes-to-erp');
findsItsTables('invoice-and-ship', [orders]);
findsItsTables('keep-last-pieces-back');
findsItsTables('kit-stock');
findsItsTables('listing-prices');
findsItsTables('morning-labels', [shipping]);
findsItsTables('pick-up-pending-batches');
findsItsTables('reconcile-orders');
findsItsTables('retire-products');
findsItsTables('watch-orders', [orders]);

test.each([
	['invoice-and-ship', orders[0], 'Reconcile every morning'],
	['cancelled-orders', orders[0], 'Reconcile every morning'],
	['watch-orders', orders[0], 'Reconcile every morning'],
	['morning-labels', shipping[0], 'Invoice and ship'],
])(
	'%s.json: makes no table that another example fills, and says which that is',
	async (example, table, filler) => {
		const workflow = await load(example);
		const { error } = await n8n.run(workflow);
		expect(error?.message).toContain(table);
		expect(error?.message).toContain(filler);
		expect(error?.message).toContain('project');
		expect(hub.state.statusUpdates).toEqual([]);
		await expect(insertRows(n8n, table, [{ idPedido: '1' }])).rejects.toThrow();
	},
);
