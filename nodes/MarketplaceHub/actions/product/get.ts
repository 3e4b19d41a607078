import { recordOf } from '../../api/schemas/answers';
import { product } from '../../api/schemas/records';
import { productLocator } from '../common/properties';
import { defineOperation } from '../operation';
import { productSimplification } from './properties';

/** GET /v1/products/{sku} (reference: Products). */
export const get = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get product',
		description: 'Read one product with its prices, stock, images and variations by its SKU',
	},
	properties: [productLocator],
	endpoints: ['productGet'],
	output: product,
	simplify: productSimplification,
	async perItem({ hub, parameters }, itemIndex) {
		const sku = parameters.text('sku', itemIndex);
		return await hub.request('productGet', { path: { sku } }, recordOf(product, 'skuProduto', sku));
	},
});
