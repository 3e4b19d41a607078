import { productWrite } from '../../api/schemas/product';
import { defineBatch } from '../common/batch';
import { leadersFirst, withholdChildren } from './leaders';
import { productExample } from './properties';

export const productBatch = {
	columns: 'getProductFields',
	example: productExample,
	endpoint: 'productBatch',
	list: 'produtos',
	shape: productWrite,
	identity: { sku: 'skuProduto' },
} as const;

/** Batch product registration (reference: Products; method and path are assumed). */
export const createBatch = defineBatch({
	option: {
		name: 'Create in Batch',
		value: 'createBatch',
		action: 'Create products in batch',
		description:
			'Register any number of products, 100 in each request; leaders go before their children',
	},
	...productBatch,
	arrange: (entries, refused) => withholdChildren(leadersFirst(entries), refused),
});
