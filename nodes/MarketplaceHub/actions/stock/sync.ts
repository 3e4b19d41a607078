import { inBatches } from '../write/batches';
import { defineSync } from '../write/define';
import { stockBatch } from './updateBatch';

/** Compares stock with the hub and sends what differs (reference: Products; the batch's route is assumed). */
export const sync = defineSync({
	action: 'Sync stock',
	description: 'Compare a list of SKUs with what the hub holds and send only the differences',
	kind: 'stock',
	...inBatches(stockBatch),
});
