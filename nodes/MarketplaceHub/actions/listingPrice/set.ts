import { listingPriceWrite } from '../../api/schemas/stockAndPrices';
import { definePriceWrite, listingPriceResult, priceIdentity } from '../write/prices';

/** PUT /v1/erp/marketplacex/items/customized-prices (reference: Customized prices, marketplace listings). */
export const setPrices = definePriceWrite({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set listing prices',
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
