import { customizedPriceWrite } from '../../api/schemas/writes/prices';
import { priceResult } from '../../api/schemas/reads/records';
import { definePriceWrite, priceIdentity } from '../write/definePriceWrite';

export const customizedPrices = {
	example: { idCanalIntegracao: 1, skuProduto: 'CAMISETA-AZUL', precoDe: 99.9, precoPor: 79.9 },
	endpoint: 'customizedPriceSet',
	shape: customizedPriceWrite,
	identity: priceIdentity,
} as const;

/** PUT /v1/erp/products/customized-prices (reference: Customized prices). */
export const setCustomizedPrices = definePriceWrite({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set customized prices',
		toolDescription:
			'Set the price of SKUs in one channel, as they are given. Not for all channels: that is Update prices in batch. Nothing is compared before. Writes at once; a request for up to 100 prices, 60 a minute.',
		description:
			'Set prices in BRL of products for a channel, any number of entries, 100 in each request',
	},
	columns: 'getCustomizedPriceFields',
	output: priceResult,
	...customizedPrices,
});
