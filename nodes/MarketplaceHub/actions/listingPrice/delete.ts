import { anything } from '../../api/schemas/answers';
import { channelLocator, productLocator } from '../common/properties';
import { defineOperation } from '../operation';

/**
 * DELETE /v1/erp/marketplacex/items/customized-prices/{idCanalIntegracao}/{prefixoCanalIntegracao}/{skuProduto}
 * (reference: Customized prices, marketplace listings).
 */
export const deletePrice = defineOperation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete listing price',
		description:
			"Remove the price of a marketplace listing, so that the product's price holds there again",
	},
	properties: [
		channelLocator,
		{
			displayName: 'Channel Prefix',
			name: 'prefixoCanalIntegracao',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. CLA',
			description: 'Prefix configured to tell listing types apart (prefixoCanalIntegracao)',
		},
		productLocator,
	],
	endpoints: ['listingPriceDelete'],
	output: { deleted: 'boolean' },
	async perItem({ hub, parameters }, itemIndex) {
		const path = {
			idCanalIntegracao: parameters.text('idCanalIntegracao', itemIndex),
			prefixoCanalIntegracao: parameters.text('prefixoCanalIntegracao', itemIndex),
			skuProduto: parameters.text('sku', itemIndex),
		};
		await hub.request('listingPriceDelete', { path }, anything);
		return { deleted: true };
	},
});
