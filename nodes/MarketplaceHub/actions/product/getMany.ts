import { readList } from '../../api/pagination';
import { rowsOf } from '../../api/schemas/answers';
import { productListItem } from '../../api/schemas/records';
import { paging } from '../common/properties';
import { defineOperation } from '../operation';
import { chosenFields } from '../parameters';

/** A list item without its addresses. */
const simplification = Object.keys(productListItem).filter((field) => field !== 'links');

/** GET /v1/products (reference: Products), ordered by registration date. */
export const getMany = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many products',
		description: 'List products by registration date with name, prices, stock and status',
	},
	properties: paging,
	endpoints: ['productList'],
	output: productListItem,
	simplify: simplification,
	async perItem({ hub, parameters }, itemIndex) {
		return await readList(
			hub,
			{
				endpoint: 'productList',
				rows: rowsOf('produtos', productListItem),
				identity: ({ skuProduto }) => skuProduto,
				keeps: chosenFields(parameters, simplification, itemIndex),
			},
			parameters.limit(itemIndex),
		);
	},
});
