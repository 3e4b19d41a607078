import { listingPriceEntry, listingPriceWrite } from '../../api/schemas/prices';
import { entryProperties } from '../common/entryProperties';
import {
	channelDefault,
	entryChannel,
	listingPriceResult,
	runPriceWrites,
} from '../common/priceWrites';
import { defineOperation } from '../operation';

const example = {
	idCanalIntegracao: 1,
	prefixoCanalIntegracao: 'CLA',
	skuProduto: 'CAMISETA-AZUL',
	precoDe: 99.9,
	precoPor: 79.9,
};

/** PUT /v1/erp/marketplacex/items/customized-prices (reference: Customized prices, marketplace listings). */
export const setPrices = defineOperation({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set listing prices',
		description:
			'Set prices in BRL of published marketplace listings, any number of entries, 100 in each request',
	},
	properties: [entryChannel, ...entryProperties('getListingPriceFields', example)],
	endpoints: ['listingPriceSet'],
	output: listingPriceResult,
	perRun: async (context, itemIndexes) =>
		await runPriceWrites(context, itemIndexes, {
			endpoint: 'listingPriceSet',
			shape: listingPriceWrite,
			schema: listingPriceEntry,
			defaults: channelDefault,
			identity: {
				skuProduto: 'skuProduto',
				idCanalIntegracao: 'idCanalIntegracao',
				prefixoCanalIntegracao: 'prefixoCanalIntegracao',
			},
		}),
});
