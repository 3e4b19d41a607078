import { eachWithPauses } from '../../api/async';
import { largestRequest } from '../../api/send/sendBatches';
import { Channels } from '../../api/channels';
import { anything } from '../../api/schemas/reads/answers';
import { skuOf } from '../../api/rows/row';
import { sendPrices } from '../../api/send/sendPrices';
import { comparedOf } from '../../api/comparison/comparable';
import { showsAll } from '../../api/comparison/differences';
import { readCustomizedPrices } from '../../api/snapshot/read';
import { productEndpoints } from '../../api/snapshot/readSkus';
import { entryProperties } from '../form/entryProperties';
import { progressOf } from '../write/progress';
import { sendSingly } from '../write/sendSingly';
import { defineSync } from '../sync/defineSync';
import { noteOtherValues } from '../sync/apply';
import { channelNote } from '../sync/plan/channelNote';
import type { SyncKind } from '../sync/kind';
import { customizedPrices } from './set';

const { shape, identity } = customizedPrices;
const comparedFields = comparedOf(shape.fields, Object.values(identity));

/**
 * The hub's values for a row: the prices of its channel. Where the channel lacks one that the row gives, or has
 * contradictory ones, the SKU's own prices, with which guards compare a new price; a row whose SKU cannot be read
 * then must not be sent.
 */
const pricesInHub: SyncKind['finderOf'] = (_rows, snapshot) => (row) => {
	const before = snapshot.values.get(row.key);
	if (before !== undefined && showsAll(before, row.given))
		return { before, note: channelNote(row, snapshot) };
	const sku = skuOf(row.identity);
	const ownPrices = snapshot.ownPrices.get(sku);
	if (ownPrices !== undefined) return { before, ownPrices, note: channelNote(row, snapshot) };
	const obstacle = snapshot.failureOf(sku);
	return { before, obstacle, note: channelNote(row, snapshot, snapshot.isAbsent(sku)) };
};

/** Compares customized prices with the hub and sends the prices that differ (reference: Customized prices). */
export const syncCustomizedPrices = defineSync({
	action: 'Sync customized prices',
	toolDescription:
		'Compare a list of prices of channels with the hub and send only what differs, within guards. With Dry Run it shows what would change and sends nothing. Not for prices that are the same in all channels: that is Sync prices. Writes, unless Dry Run is on; a request for 100 prices, 40 pages a minute.',
	description:
		'Compare prices of channels with the hub, send only what differs, on demand delete the rest',
	listKind: 'channelPrices',
	...customizedPrices,
	properties: entryProperties('getCustomizedPriceSyncFields', customizedPrices.example),
	endpoints: [
		'customizedPriceSet',
		'customizedPriceList',
		'customizedPriceDelete',
		'channels',
		...productEndpoints,
	],
	comparedFields,
	createsNew: true,
	writes: 'all',
	output: { productPrices: { precoDe: 'number', precoPor: 'number' }, note: 'string' },
	channelsOf: (hub) => new Channels(hub),
	read: readCustomizedPrices,
	finderOf: pricesInHub,
	ways: {
		update: {
			endpoint: 'customizedPriceSet',
			most: largestRequest,
			async send({ hub, node }, sent) {
				const gone = progressOf(node, sent.length).sent;
				const further = await sendPrices(hub, sent, { ...customizedPrices, gone });
				await eachWithPauses(sent, (sending) =>
					noteOtherValues(sending, [sending.result ?? {}], comparedFields),
				);
				return further;
			},
		},
		remove: {
			endpoint: 'customizedPriceDelete',
			most: 1,
			send: async ({ hub, node }, sent) =>
				await sendSingly(node, sent, async ({ identity: path }) => {
					await hub.request('customizedPriceDelete', { path }, anything);
				}),
		},
	},
});
