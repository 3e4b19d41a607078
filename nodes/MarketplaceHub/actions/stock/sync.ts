import { stockEntry, stockWrite } from '../../api/schemas/stock';
import { readProducts } from '../../api/sync/products';
import { timeLimit, bySku, sendAndWait } from '../common/batch';
import { entryProperties } from '../common/entryProperties';
import { syncResult, syncProperties } from '../common/sync/properties';
import { runSync } from '../common/sync/run';
import { stopsRun } from '../common/sync/results';
import { defineOperation } from '../operation';

const endpoints = ['stockBatch', 'batchGet', 'productList', 'productGet', 'variationGet'] as const;

/** Compares stock with the hub and sends what differs (reference: Products; the batch's route is assumed). */
export const sync = defineOperation({
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync stock',
		description:
			'Compare a list of SKUs with what the hub holds and send only the differences, within guards',
	},
	properties: [
		...syncProperties(
			'stock',
			entryProperties('getStockFields', { sku: 'CAMISETA-M', estoque: 10 }),
		),
		timeLimit,
	],
	endpoints,
	output: { ...syncResult({ sku: 'string' }, { estoque: 'number' }), batchId: 'number' },
	summarize: stopsRun,
	async perRun(context, itemIndexes) {
		return await runSync<(typeof endpoints)[number]>(context, itemIndexes, {
			...bySku,
			shape: stockWrite,
			schema: stockEntry,
			compared: { estoque: 'units' },
			createsMissing: false,
			read: readProducts,
			send: async (sender, entries) =>
				await sendAndWait(sender, entries, { endpoint: 'stockBatch', list: 'estoques' }),
		});
	},
});
