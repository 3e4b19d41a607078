import { defineDeletion } from '../common/deletion';
import { channelLocator, productLocator } from '../common/properties';

/**
 * DELETE /v1/erp/marketplacex/items/customized-prices/{idCanalIntegracao}/{prefixoCanalIntegracao}/{skuProduto}
 * (reference: Customized prices, marketplace listings).
 */
export const deletePrice = defineDeletion(
	'listingPriceDelete',
	{
		action: 'Delete listing price',
		description:
			"Remove the price of a marketplace listing, so that the product's price holds there again",
	},
	[
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
	(text) => ({
		idCanalIntegracao: text('idCanalIntegracao'),
		prefixoCanalIntegracao: text('prefixoCanalIntegracao'),
		skuProduto: text('sku'),
	}),
);
