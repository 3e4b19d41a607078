import { productEntry, productWrite } from '../../api/schemas/product';
import { defineBatch } from '../common/batch';
import { leadersFirst, withholdChildren } from './leaders';
import { productExample } from './properties';

/** Batch product registration (reference: Products; method and path are assumed). */
export const createBatch = defineBatch({
	option: {
		name: 'Create in Batch',
		value: 'createBatch',
		action: 'Create products in batch',
		description:
			'Register any number of products, 100 in each request; leaders go before their children',
	},
	columns: 'getProductFields',
	example: productExample,
	endpoint: 'productBatch',
	list: 'produtos',
	shape: productWrite,
	schema: productEntry,
	identity: { sku: 'skuProduto' },
	arrange: (entries, refused) => withholdChildren(leadersFirst(entries), refused),
});
