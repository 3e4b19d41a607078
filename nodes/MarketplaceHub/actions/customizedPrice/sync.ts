import { customizedPriceEntry, customizedPriceWrite } from '../../api/schemas/prices';
import { channelIn, priceKey, readCustomizedPrices, skuIn } from '../../api/sync/customizedPrices';
import { entryProperties } from '../common/entryProperties';
import { writePrices } from '../common/priceWrites';
import { syncResult, syncProperties } from '../common/sync/properties';
import { runSync } from '../common/sync/run';
import { stopsRun } from '../common/sync/results';
import { defineOperation } from '../operation';

const example = {
	idCanalIntegracao: 1,
	skuProduto: 'CAMISETA-AZUL',
	precoDe: 99.9,
	precoPor: 79.9,
};

const identity = { skuProduto: 'skuProduto', idCanalIntegracao: 'idCanalIntegracao' };

const endpoints = ['customizedPriceSet', 'customizedPriceList', 'variationGet'] as const;

/** Compares customized prices with the hub and sends what differs (reference: Customized prices). */
export const sync = defineOperation({
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync customized prices',
		description:
			'Compare a list of prices of channels with what the hub holds and send only the differences, within guards',
	},
	properties: [
		...syncProperties('prices', entryProperties('getCustomizedPriceSyncFields', example)),
	],
	endpoints,
	output: syncResult(
		{ skuProduto: 'string', idCanalIntegracao: 'number' },
		{ precoDe: 'number', precoPor: 'number' },
	),
	summarize: stopsRun,
	async perRun(context, itemIndexes) {
		return await runSync<(typeof endpoints)[number]>(context, itemIndexes, {
			identity,
			shape: customizedPriceWrite,
			schema: customizedPriceEntry,
			compared: { precoDe: 'cents', precoPor: 'cents' },
			keyOf: ({ idCanalIntegracao, skuProduto }) => priceKey(idCanalIntegracao, skuProduto),
			identityIn: (key) => ({ skuProduto: skuIn(key), idCanalIntegracao: Number(channelIn(key)) }),
			createsMissing: true,
			read: readCustomizedPrices,
			send: async ({ hub }, entries) =>
				await writePrices(hub, entries, { endpoint: 'customizedPriceSet', identity }),
		});
	},
});
