import { readList } from '../../api/pagination';
import { rowsOf } from '../../api/schemas/answers';
import { productListItem } from '../../api/schemas/records';
import { paging, simplify } from '../common/properties';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation } from '../operation';
import { productListSimplification } from './properties';

/** GET /v1/products (reference: Products), ordered by registration date. */
export const getMany: ItemOperation = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many products',
		description: 'List products by registration date with name, prices, stock and status',
	},
	properties: [...paging, simplify],
	endpoints: ['productList'],
	output: simplifiedSchema(productListItem, productListSimplification),
	async perItem({ hub, parameters }, itemIndex) {
		const products = await readList(
			hub,
			{
				endpoint: 'productList',
				rows: rowsOf('produtos', productListItem),
				identity: ({ skuProduto }) => skuProduto,
			},
			parameters.limit(itemIndex),
		);
		return parameters.flag('simplify', itemIndex)
			? products.map((product) => simplified(product, productListSimplification))
			: products;
	},
};
