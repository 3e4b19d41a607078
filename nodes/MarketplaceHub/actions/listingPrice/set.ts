import { listingPriceWrite } from '../../api/schemas/writes/prices';
import { listingPriceResult } from '../../api/schemas/reads/records';
import { definePriceWrite, priceIdentity } from '../write/definePriceWrite';

/** PUT /v1/erp/marketplacex/items/customized-prices (reference: Customized prices, marketplace listings). */
export const setListingPrices = definePriceWrite({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set listing prices',
		toolDescription:
			'Set the price of a SKU in one published listing of a channel, by channel, prefix and SKU. Not for the SKU in all of a channel: that is Set customized prices. Writes what it is given, at once; a request for up to 100 prices, 60 a minute.',
		description:
			'Set prices in BRL of published marketplace listings, any number of entries, 100 in each request',
	},
	columns: 'getListingPriceFields',
	example: {
		idCanalIntegracao: 1,
		prefixoCanalIntegracao: 'CLA',
		skuProduto: 'CAMISETA-AZUL',
		precoDe: 99.9,
		precoPor: 79.9,
	},
	endpoint: 'listingPriceSet',
	output: listingPriceResult,
	shape: listingPriceWrite,
	identity: { ...priceIdentity, prefixoCanalIntegracao: 'prefixoCanalIntegracao' },
});
