import { recordOf } from '../../api/schemas/answers';
import { product } from '../../api/schemas/records';
import { productLocator } from '../common/locators';
import { simplify } from '../common/properties';
import { simplified, simplifiedSchema } from '../common/simplified';
import type { ItemOperation } from '../operation';
import { productSimplification } from './properties';

/** GET /v1/products/{sku} (reference: Products). */
export const get: ItemOperation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get product',
		description: 'Read one product with its prices, stock, images and variations by its SKU',
	},
	properties: [productLocator, simplify],
	endpoints: ['productGet'],
	output: simplifiedSchema(product, productSimplification),
	async perItem({ hub, parameters }, itemIndex) {
		const record = await hub.request(
			'productGet',
			{ path: { sku: parameters.text('sku', itemIndex) } },
			recordOf(product),
		);
		return parameters.flag('simplify', itemIndex)
			? simplified(record, productSimplification)
			: record;
	},
};
