import { priceWrite } from '../../api/schemas/stockAndPrices';
import { defineBatch } from '../write/batches';

export const priceBatch = {
	columns: 'getPriceFields',
	example: { sku: 'CAMISETA-M', precoDe: 99.9, precoPor: 79.9 },
	endpoint: 'priceBatch',
	list: 'precos',
	shape: priceWrite,
	identity: { sku: 'sku' },
} as const;

/** Batch price update (reference: Products; method and path are assumed). */
export const updateBatch = defineBatch({
	option: {
		name: 'Update in Batch',
		value: 'updateBatch',
		action: 'Update prices in batch',
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
