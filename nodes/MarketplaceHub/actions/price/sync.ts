import pick from 'lodash/pick';
import { mediaPrices, pricesBeside } from '../../api/schemas/writes/prices';
import { defineSync } from '../sync/defineSync';
import { syncOfSkus } from '../sync/syncOfSkus';
import { priceBatch } from './updateBatch';

/**
 * Compares prices with the hub and sends the prices that differ (reference: Products; the batch's route is
 * assumed).
 */
export const syncPrices = defineSync({
	action: 'Sync prices',
	toolDescription:
		'Compare a list of prices with the hub and send only what differs, within guards against accidents. With Dry Run it shows what would change and sends nothing. Not for one channel: that is Sync customized prices. Writes, unless Dry Run is on; a request for 100 products of the hub, one for each product with variations, and one for 100 changes.',
	description:
		'Compare a list of prices in BRL with what the hub holds and send only the differences',
	listKind: 'prices',
	// each row has both usual prices
	keptWith: pick(pricesBeside, Object.keys(mediaPrices)),
	...syncOfSkus(priceBatch),
});
