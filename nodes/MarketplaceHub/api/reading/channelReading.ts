import compact from 'lodash/compact';
import groupBy from 'lodash/groupBy';
import minBy from 'lodash/minBy';
import { eachWithPauses, filterWithPauses } from '../async';
import { type Identity, skuOf } from '../rows/row';
import { whichChannels } from '../values/ids';
import { channelOf, skusOf } from './channelEntries';
import type { Comparable } from './comparable';
import type { Families } from './families';
import type { Entry, HubEntry, Reading, ReadRequest } from './reading';

/* Readings of values that SKUs have in channels: customized prices and security stock. */

/** The same channel's entry of another SKU. */
export const withSku = (identity: Identity, sku: string): Identity =>
	'skuProduto' in identity ? { ...identity, skuProduto: sku } : { ...identity, sku };

/**
 * Says of entries that the hub shows no such channel, or no such SKU. The hub may take them all the same.
 * @param absent SKUs that were looked for in vain
 */
export async function notesOn(
	{ wanted, channels }: ReadRequest,
	absent: ReadonlySet<string>,
): Promise<Reading['notes']> {
	if (wanted.size === 0) return new Map();
	const all = await channels?.all();
	// a hub that does not give its channels may take the entries all the same
	const listed = Array.isArray(all) ? new Set(all.map(({ id }) => String(id))) : undefined;
	const isUnlisted = (identity: Identity) => listed?.has(channelOf(identity)) === false;
	const notes = new Map<string, string>();
	await eachWithPauses(wanted, ([key, { identity }]) => {
		const note = [
			...(isUnlisted(identity)
				? [`The hub lists no channel ${channelOf(identity)}; ${whichChannels}`]
				: []),
			...(absent.has(skuOf(identity)) ? [`The hub has no SKU ${skuOf(identity)}`] : []),
		];
		if (note.length > 0) notes.set(key, note.join('. '));
	});
	return notes;
}

/** All entries that the input names, each once. */
export function namedEntries({ wanted, named }: ReadRequest): Entry[] {
	const entries = new Map<string, Entry>();
	for (const [key, { identity }] of wanted) entries.set(key, { key, identity });
	for (const { key, identity } of named.values()) entries.set(key, { key, identity });
	return [...entries.values()];
}

/**
 * Keys of entries that the input does not name itself, but by their product or one of their variations,
 * in the same channel.
 */
export async function namedByFamily(
	found: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	families: Families,
): Promise<ReadonlySet<string>> {
	if (!request.readsOthers && !request.countsAll) return new Set();
	const isInInput = (identity: Identity) => request.named.alike(identity) !== undefined;
	const others = await filterWithPauses(found.values(), ({ identity }) => !isInInput(identity));
	if (others.length > 0)
		await families.readOf(skusOf(others), skusOf([...others, ...namedEntries(request)]));
	const isNamed = ({ identity }: HubEntry) => {
		const sku = skuOf(identity);
		return compact([families.productOf(sku), ...families.variationsOf(sku)]).some((relative) =>
			isInInput(withSku(identity, relative)),
		);
	};
	return new Set((await filterWithPauses(others, isNamed)).map(({ key }) => key));
}

/** @param related keys that count as named */
export async function toReading(
	found: ReadonlyMap<string, HubEntry>,
	{ wanted, readsOthers }: ReadRequest,
	related: ReadonlySet<string>,
): Promise<Reading> {
	const values = new Map<string, Comparable>();
	const onlyInHub: HubEntry[] = [];
	await eachWithPauses(found, ([key, entry]) => {
		if (wanted.has(key)) values.set(key, entry.values);
		else if (readsOthers && !related.has(key)) onlyInHub.push(entry);
	});
	return { values, onlyInHub };
}

/**
 * How many of the listed entries the input names, of the channel that it names the smallest share of.
 * @param related keys that count as named
 */
export function wholeOf(
	listed: ReadonlyMap<string, HubEntry>,
	{ named, countsAll }: ReadRequest,
	related: ReadonlySet<string>,
): Reading['whole'] {
	if (!countsAll) return undefined;
	const isNamed = ({ key }: HubEntry) => named.has(key) || related.has(key);
	const byChannel = groupBy([...listed.values()], ({ identity }) => channelOf(identity));
	const channels = Object.entries(byChannel).map(([channel, entries], _index, all) => {
		const count = entries.filter(isNamed).length;
		return { named: count, inHub: entries.length, channel: all.length > 1 ? channel : undefined };
	});
	return minBy(channels, (one) => one.named / one.inHub);
}
