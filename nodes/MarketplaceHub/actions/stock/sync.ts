import { stockEntry, stockWrite } from '../../api/schemas/stockAndPrices';
import { readProducts } from '../../api/sync/products';
import { bySku, sendAndWait } from '../common/batch';
import { defineSync } from '../common/sync/run';

/** Compares stock with the hub and sends what differs (reference: Products; the batch's route is assumed). */
export const sync = defineSync({
	action: 'Sync stock',
	description: 'Compare a list of SKUs with what the hub holds and send only the differences',
	list: 'stock',
	columns: 'getStockFields',
	example: { sku: 'CAMISETA-M', estoque: 10 },
	onMissing: 'zero',
	endpoints: ['stockBatch', 'batchGet', 'productList', 'productGet', 'variationGet'],
	values: { estoque: 'number' },
	...bySku,
	shape: stockWrite,
	schema: stockEntry,
	compared: { estoque: 'units' },
	createsMissing: false,
	read: readProducts,
	send: async (context, entries) =>
		await sendAndWait(context, entries, { endpoint: 'stockBatch', list: 'estoques' }),
});
