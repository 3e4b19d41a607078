import { priceEntry, priceWrite } from '../../api/schemas/prices';
import { readProducts } from '../../api/sync/products';
import { timeLimit, bySku, sendAndWait } from '../common/batch';
import { entryProperties } from '../common/entryProperties';
import { syncResult, syncProperties } from '../common/sync/properties';
import { runSync } from '../common/sync/run';
import { stopsRun } from '../common/sync/results';
import { defineOperation } from '../operation';

const prices = {
	precoDe: 'number',
	precoPor: 'number',
	precoDeMidia: 'number',
	precoPorMidia: 'number',
} as const;

const endpoints = ['priceBatch', 'batchGet', 'productList', 'productGet', 'variationGet'] as const;

/** Compares prices with the hub and sends what differs (reference: Products; the batch's route is assumed). */
export const sync = defineOperation({
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync prices',
		description:
			'Compare a list of prices in BRL with what the hub holds and send only the differences, within guards',
	},
	properties: [
		...syncProperties(
			'prices',
			entryProperties('getPriceFields', { sku: 'CAMISETA-M', precoDe: 99.9, precoPor: 79.9 }),
		),
		timeLimit,
	],
	endpoints,
	output: { ...syncResult({ sku: 'string' }, prices), batchId: 'number' },
	summarize: stopsRun,
	async perRun(context, itemIndexes) {
		return await runSync<(typeof endpoints)[number]>(context, itemIndexes, {
			...bySku,
			shape: priceWrite,
			schema: priceEntry,
			compared: {
				precoDe: 'cents',
				precoPor: 'cents',
				precoDeMidia: 'cents',
				precoPorMidia: 'cents',
			},
			createsMissing: false,
			read: readProducts,
			send: async (sender, entries) =>
				await sendAndWait(sender, entries, { endpoint: 'priceBatch', list: 'precos' }),
		});
	},
});
