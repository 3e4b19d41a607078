import { anything } from '../../api/schemas/answers';
import { productLocator } from '../common/properties';
import { defineOperation } from '../operation';

/** DELETE /v1/products/{sku} (reference: Products). */
export const deleteProduct = defineOperation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete product',
		description:
			'Delete a product that is linked to no channel and has no children; delete children before their leader',
	},
	properties: [productLocator],
	endpoints: ['productDelete'],
	output: { deleted: 'boolean' },
	async perItem({ hub, parameters }, itemIndex) {
		await hub.request(
			'productDelete',
			{ path: { sku: parameters.text('sku', itemIndex) } },
			anything,
		);
		return { deleted: true };
	},
});
