import { readList } from '../../api/pagination';
import { productList } from '../../api/reads';
import { productListItem } from '../../api/schemas/reads/records';
import { paging } from '../form/listProperties';
import { defineOperation } from '../operation';

/** GET /v1/products (reference: Products), ordered by registration date. */
export const getProducts = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many products',
		toolDescription:
			'List products with their status; not by name, since the hub has no search. For one SKU, use Get product. Reads only; a request for 100 products.',
		description: 'List products by registration date with name, prices, stock and status',
	},
	properties: paging,
	endpoints: ['productList'],
	list: 'productList',
	output: productListItem,
	simplified: Object.keys(productListItem).filter((field) => field !== 'links'),
	async perItem({ hub, parameters }, itemIndex, { simplify: keeps }) {
		return await readList(hub, { ...productList, keeps }, parameters.limit(itemIndex));
	},
});
