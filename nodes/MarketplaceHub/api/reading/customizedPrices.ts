import isEmpty from 'lodash/isEmpty';
import { filterWithPauses } from '../async';
import type { Hub } from '../hub';
import { skuOf } from '../rows/row';
import { ChannelEntries, skusOf } from './channelEntries';
import { namedByFamily, notesOn, toReading, wholeOf } from './channelReading';
import type { Comparable } from './comparable';
import { Families } from './families';
import type { ProductEndpoint } from './productRecords';
import {
	type HubEntry,
	NamedEntries,
	type Reading,
	type ReadRequest,
	type Wanted,
} from './reading';
import { lookUpSkus, type SkuReading } from './skus';

/**
 * Reads customized prices (reference: Customized prices). Where a channel has no price of a
 * SKU yet, a new one is compared with the SKU's own.
 */
export async function readCustomizedPrices(
	hub: Hub<'customizedPriceList' | ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const families = new Families(hub, request.few);
	const entries = new ChannelEntries(hub, 'customizedPriceList', request);
	await entries.read();
	const { values, owners } = await readOwnPrices(hub, families, request, entries.listed);
	await entries.readRelatives((sku) => [owners.get(sku)]);
	const { listed } = entries;
	const related = await namedByFamily(listed, request, families);
	const reading = await toReading(listed, request, related);
	const added = await filterWithPauses(request.wanted, ([key]) => isEmpty(reading.values.get(key)));
	const ownPrices = added.flatMap(([key, { identity }]): Array<[string, Comparable]> => {
		const own = values.get(skuOf(identity));
		return own === undefined ? [] : [[key, own]];
	});
	const absent = skusOf(added.map(([, entry]) => entry)).filter((sku) => !values.has(sku));
	const notes = await notesOn(request, new Set(absent));
	const whole = wholeOf(listed, request, related);
	return { ...reading, whole, ownPrices: new Map(ownPrices), notes };
}

/**
 * Reads the products of prices that no channel shows: these are new, or the channel lists them under their
 * product.
 */
async function readOwnPrices(
	hub: Hub<ProductEndpoint>,
	families: Families,
	{ wanted, fields, few }: ReadRequest,
	listed: ReadonlyMap<string, HubEntry>,
): Promise<SkuReading> {
	const unpriced = await filterWithPauses(wanted, ([key]) => isEmpty(listed.get(key)?.values));
	const bySku = unpriced.map(([, entry]): [string, Wanted] => [skuOf(entry.identity), entry]);
	const ofSkus: ReadRequest = {
		wanted: new Map(bySku),
		named: new NamedEntries(),
		fields,
		few,
		readsOthers: false,
		countsAll: false,
	};
	return await lookUpSkus(hub, ofSkus, { guess: 'variation', families });
}
