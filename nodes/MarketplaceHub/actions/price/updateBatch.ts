import { priceWrite } from '../../api/schemas/writes/prices';
import { defineBatch } from '../write/defineBatch';

export const priceBatch = {
	columns: 'getPriceFields',
	example: { sku: 'CAMISETA-M', precoDe: 99.9, precoPor: 79.9 },
	endpoint: 'priceBatch',
	list: 'precos',
	shape: priceWrite,
	identity: { sku: 'sku' },
} as const;

/** Batch price update (reference: Products; method and path are assumed). */
export const updatePrices = defineBatch({
	option: {
		name: 'Update in Batch',
		value: 'updateBatch',
		action: 'Update prices in batch',
		toolDescription:
			"Set the price before discount and the selling price of SKUs, the same in all channels, as they are given. Not for one channel: that is Set customized prices. Nothing is compared, and nothing looks like an accident to it: for a list of an ERP, use Sync prices. Writes; a request for 100 SKUs, then it waits for the hub's result.",
		description:
			'Set the prices of any number of SKUs in BRL, 100 in each request; precoPor not above precoDe',
	},
	...priceBatch,
	shows: {
		precoDe: 'number',
		precoPor: 'number',
		precoDeMidia: 'number',
		precoPorMidia: 'number',
	},
});
