import { priceEntry, priceWrite } from '../../api/schemas/prices';
import { entryResult, runBatches, waiting } from '../common/batch';
import { entryProperties } from '../common/entryProperties';
import { defineOperation } from '../operation';

/** Batch price update (reference: Products; method and path are assumed). */
export const updateBatch = defineOperation({
	option: {
		name: 'Update in Batch',
		value: 'updateBatch',
		action: 'Update prices in batch',
		description:
			'Set the prices of any number of SKUs in BRL, 100 in each request; precoPor not above precoDe',
	},
	properties: [
		...entryProperties('getPriceFields', { sku: 'CAMISETA-M', precoDe: 99.9, precoPor: 79.9 }),
		...waiting,
	],
	endpoints: ['priceBatch', 'batchGet'],
	output: entryResult,
	perRun: async (context, itemIndexes) =>
		await runBatches(context, itemIndexes, {
			endpoint: 'priceBatch',
			list: 'precos',
			shape: priceWrite,
			schema: priceEntry,
			identity: { sku: 'sku' },
		}),
});
