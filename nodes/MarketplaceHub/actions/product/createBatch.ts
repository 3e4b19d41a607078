import { productEntry, productWrite } from '../../api/schemas/product';
import { entryResult, runBatches, waiting } from '../common/batch';
import { entryProperties } from '../common/entryProperties';
import { defineOperation } from '../operation';
import { leadersFirst, withholdChildren } from './leaders';
import { productExample } from './properties';

/** Batch product registration (reference: Products; method and path are assumed). */
export const createBatch = defineOperation({
	option: {
		name: 'Create in Batch',
		value: 'createBatch',
		action: 'Create products in batch',
		description:
			'Register any number of products, 100 in each request; leaders go before their children',
	},
	properties: [...entryProperties('getProductFields', productExample), ...waiting],
	endpoints: ['productBatch', 'batchGet'],
	output: entryResult,
	perRun: async (context, itemIndexes) =>
		await runBatches(context, itemIndexes, {
			endpoint: 'productBatch',
			list: 'produtos',
			shape: productWrite,
			schema: productEntry,
			identity: { sku: 'skuProduto' },
			arrange: (entries, refused) => withholdChildren(leadersFirst(entries), refused),
		}),
});
