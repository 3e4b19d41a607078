import { anything } from '../../api/schemas/answers';
import { channelLocator, skuLocator } from '../common/properties';
import { defineOperation } from '../operation';

/** DELETE /v1/erp/products/customized-prices/{idCanalIntegracao}/{skuProduto} (reference: Customized prices). */
export const deletePrice = defineOperation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete customized price',
		description:
			'Remove the price of a product in a channel, so that its normal price holds there again',
	},
	properties: [channelLocator, skuLocator],
	endpoints: ['customizedPriceDelete'],
	output: { deleted: 'boolean' },
	async perItem({ hub, parameters }, itemIndex) {
		const path = {
			idCanalIntegracao: parameters.text('idCanalIntegracao', itemIndex),
			skuProduto: parameters.text('sku', itemIndex),
		};
		await hub.request('customizedPriceDelete', { path }, anything);
		return { deleted: true };
	},
});
