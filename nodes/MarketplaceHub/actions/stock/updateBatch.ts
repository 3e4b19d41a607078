import { stockEntry, stockWrite } from '../../api/schemas/stock';
import { entryResult, runBatches, waiting } from '../common/batch';
import { entryProperties } from '../common/entryProperties';
import { defineOperation } from '../operation';

/** Batch stock update (reference: Products; method and path are assumed). */
export const updateBatch = defineOperation({
	option: {
		name: 'Update in Batch',
		value: 'updateBatch',
		action: 'Update stock in batch',
		description:
			"Set the stock of any number of SKUs, 100 in each request; with variations, by the variation's SKU",
	},
	properties: [
		...entryProperties('getStockFields', { sku: 'CAMISETA-M', estoque: 10 }),
		...waiting,
	],
	endpoints: ['stockBatch', 'batchGet'],
	output: entryResult,
	perRun: async (context, itemIndexes) =>
		await runBatches(context, itemIndexes, {
			endpoint: 'stockBatch',
			list: 'estoques',
			shape: stockWrite,
			schema: stockEntry,
			identity: { sku: 'sku' },
		}),
});
