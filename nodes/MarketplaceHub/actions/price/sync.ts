import mapValues from 'lodash/mapValues';
import { mediaPrices, priceEntry, pricePair, priceWrite } from '../../api/schemas/stockAndPrices';
import { readProducts } from '../../api/sync/products';
import { bySku, sendAndWait } from '../common/batch';
import { defineSync } from '../common/sync/run';

const prices = { ...pricePair, ...mediaPrices };

/** Compares prices with the hub and sends what differs (reference: Products; the batch's route is assumed). */
export const sync = defineSync({
	action: 'Sync prices',
	description:
		'Compare a list of prices in BRL with what the hub holds and send only the differences',
	list: 'prices',
	columns: 'getPriceFields',
	example: { sku: 'CAMISETA-M', precoDe: 99.9, precoPor: 79.9 },
	endpoints: ['priceBatch', 'batchGet', 'productList', 'productGet', 'variationGet'],
	values: mapValues(prices, () => 'number' as const),
	...bySku,
	shape: priceWrite,
	schema: priceEntry,
	compared: mapValues(prices, () => 'cents' as const),
	createsMissing: false,
	read: readProducts,
	send: async (context, entries) =>
		await sendAndWait(context, entries, { endpoint: 'priceBatch', list: 'precos' }),
});
