import { customizedPriceEntry, customizedPriceWrite } from '../../api/schemas/prices';
import { entryProperties } from '../common/entryProperties';
import { channelDefault, entryChannel, priceResult, runPriceWrites } from '../common/priceWrites';
import { defineOperation } from '../operation';

const example = {
	idCanalIntegracao: 1,
	skuProduto: 'CAMISETA-AZUL',
	precoDe: 99.9,
	precoPor: 79.9,
};

/** PUT /v1/erp/products/customized-prices (reference: Customized prices). */
export const setPrices = defineOperation({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set customized prices',
		description:
			'Set prices in BRL of products for a channel, any number of entries, 100 in each request',
	},
	properties: [entryChannel, ...entryProperties('getCustomizedPriceFields', example)],
	endpoints: ['customizedPriceSet'],
	output: priceResult,
	perRun: async (context, itemIndexes) =>
		await runPriceWrites(context, itemIndexes, {
			endpoint: 'customizedPriceSet',
			shape: customizedPriceWrite,
			schema: customizedPriceEntry,
			defaults: channelDefault,
			identity: { skuProduto: 'skuProduto', idCanalIntegracao: 'idCanalIntegracao' },
		}),
});
