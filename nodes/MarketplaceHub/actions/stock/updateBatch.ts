import { stockWrite } from '../../api/schemas/writes/stock';
import { defineBatch } from '../write/defineBatch';

export const stockBatch = {
	columns: 'getStockFields',
	example: { sku: 'CAMISETA-M', estoque: 10 },
	endpoint: 'stockBatch',
	list: 'estoques',
	shape: stockWrite,
	identity: { sku: 'sku' },
} as const;

/** Batch stock update (reference: Products; method and path are assumed). */
export const updateStock = defineBatch({
	option: {
		name: 'Update in Batch',
		value: 'updateBatch',
		action: 'Update stock in batch',
		toolDescription:
			"Set the stock of SKUs, as it is given. It is the whole stock, not a difference. Nothing is compared, and nothing looks like an accident to it: for a list of an ERP, use Sync stock. Writes; a request for 100 SKUs, then it waits for the hub's result.",
		description:
			"Set the stock of any number of SKUs, 100 in each request; with variations, by the variation's SKU",
	},
	...stockBatch,
	shows: { estoque: 'number' },
});
