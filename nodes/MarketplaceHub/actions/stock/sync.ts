import { variationsHaveStock } from '../../api/schemas/writes/stock';
import { defineSync } from '../sync/defineSync';
import type { SyncKind } from '../sync/kind';
import { skuInHub, syncOfSkus } from '../sync/syncOfSkus';
import { stockBatch } from './updateBatch';

/**
 * The hub's stock for each row. Stock of a product beside stock of its variations is not sent. No page tells whether a
 * product without rows of variations has any: the hub decides.
 */
const stockInHub: SyncKind['finderOf'] = (rows, snapshot) => (row) => {
	const found = skuInHub(row, snapshot);
	if (found.before === undefined) return found;
	const variations = snapshot.variationsOf(row.key);
	const isBesideThem =
		!variations.includes(row.key) && variations.some((variation) => rows.has(variation));
	return isBesideThem ? { ...found, obstacle: variationsHaveStock() } : found;
};

/**
 * Compares stock with the hub and sends the values that differ (reference: Products; the batch's route is
 * assumed).
 */
export const syncStock = defineSync({
	action: 'Sync stock',
	toolDescription:
		'Compare a list of stock with the hub and send only what differs, within guards against accidents. It is the whole stock of each SKU, not a difference. With Dry Run it shows what would change and sends nothing. Writes, unless Dry Run is on; a request for 100 products of the hub, one for each product with variations, and one for 100 changes.',
	description: 'Compare a list of SKUs with what the hub holds and send only the differences',
	listKind: 'stock',
	...syncOfSkus(stockBatch),
	finderOf: stockInHub,
});
