import { defineDeletion } from '../write/defineDeletion';
import { channelLocator, productLocator } from '../form/locators';

/**
 * DELETE /v1/erp/marketplacex/items/customized-prices/{idCanalIntegracao}/{prefixoCanalIntegracao}/{skuProduto}
 * (reference: Customized prices, marketplace listings).
 */
export const deleteListingPrice = defineDeletion(
	'listingPriceDelete',
	{
		action: 'Delete listing price',
		toolDescription:
			'Delete the price of a SKU in one published listing of a channel; another price holds there from then on. Not to change it: that is Set listing prices. Writes, and cannot be undone; one request.',
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
