import { readList } from '../../api/pages';
import { rowsOf } from '../../api/schemas/answers';
import { productListItem } from '../../api/schemas/records';
import { paging } from '../common/properties';
import type { ItemOperation } from '../operation';

/** GET /v1/products (reference: Products), ordered by registration date. */
export const getMany: ItemOperation = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many products',
		description: 'List products by registration date with name, prices, stock and status',
	},
	properties: paging,
	endpoints: ['productList'],
	output: productListItem,
	async perItem({ hub, parameters }, itemIndex) {
		return await readList(
			hub,
			{ endpoint: 'productList', rows: rowsOf('produtos', productListItem), identity: ({ skuProduto }) => skuProduto },
			parameters.limit(itemIndex),
		);
	},
};
