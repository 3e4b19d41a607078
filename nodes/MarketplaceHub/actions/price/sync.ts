import { inBatches } from '../write/batches';
import { defineSync } from '../write/define';
import { priceBatch } from './updateBatch';

/** Compares prices with the hub and sends what differs (reference: Products; the batch's route is assumed). */
export const sync = defineSync({
	action: 'Sync prices',
	description:
		'Compare a list of prices in BRL with what the hub holds and send only the differences',
	kind: 'prices',
	...inBatches(priceBatch),
});
