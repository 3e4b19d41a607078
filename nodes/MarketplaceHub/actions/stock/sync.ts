import { defineSync } from '../sync/defineSync';
import { inBatches } from '../sync/inBatches';
import { stockBatch } from './updateBatch';

/**
 * Compares stock with the hub and sends the values that differ (reference: Products; the batch's route is
 * assumed).
 */
export const syncStock = defineSync({
	action: 'Sync stock',
	toolDescription:
		'Compare a list of stock with the hub and send only what differs, within guards against accidents. It is the whole stock of each SKU, not a difference. With Dry Run it shows what would change and sends nothing. Writes, unless Dry Run is on; a request for 100 products of the hub, one for each product with variations, and one for 100 changes.',
	description: 'Compare a list of SKUs with what the hub holds and send only the differences',
	...inBatches('stock', stockBatch),
});
