import { defineDeletion } from '../common/deletion';
import { channelLocator, skuLocator } from '../common/properties';

/** DELETE /v1/erp/products/customized-prices/{idCanalIntegracao}/{skuProduto} (reference: Customized prices). */
export const deletePrice = defineDeletion(
	'customizedPriceDelete',
	{
		action: 'Delete customized price',
		description:
			'Remove the price of a product in a channel, so that its normal price holds there again',
	},
	[channelLocator, skuLocator],
	(text) => ({ idCanalIntegracao: text('idCanalIntegracao'), skuProduto: text('sku') }),
);
