import { defineDeletion } from '../write/defineDeletion';
import { channelLocator, skuLocator } from '../form/locators';

/** DELETE /v1/erp/products/customized-prices/{idCanalIntegracao}/{skuProduto} (reference: Customized prices). */
export const deleteCustomizedPrice = defineDeletion(
	'customizedPriceDelete',
	{
		action: 'Delete customized price',
		toolDescription:
			"Delete the price of a SKU in one channel; the SKU's own price holds there from then on. Not to change it: that is Set customized prices. Writes, and cannot be undone; one request.",
		description:
			'Remove the price of a product in a channel, so that its normal price holds there again',
	},
	[channelLocator, skuLocator],
	(text) => ({ idCanalIntegracao: text('idCanalIntegracao'), skuProduto: text('sku') }),
);
