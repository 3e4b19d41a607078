import compact from 'lodash/compact';
import groupBy from 'lodash/groupBy';
import isEmpty from 'lodash/isEmpty';
import max from 'lodash/max';
import minBy from 'lodash/minBy';
import { eachWithPauses, filterWithPauses } from '../async';
import { whichChannels } from '../channels';
import type { Hub } from '../hub';
import type { Identity } from '../rows/row';
import { ChannelEntries, type ChannelList, channelOf, skuOf, skusOf } from './channelEntries';
import { type Comparable, agrees } from './comparable';
import { Families } from './families';
import { type ProductEndpoint, ProductRecords } from './productRecords';
import {
	type HubEntry,
	keyOf,
	type Reading,
	type ReadRequest,
	spellingOf,
	type Wanted,
} from './reading';
import { lookUpSkus } from './skus';

/* Reads of customized prices and security stock: values of SKUs in channels. */

type ChannelHub<List extends ChannelList> = Hub<List | ProductEndpoint>;

/** The same channel's entry of another SKU. */
const withSku = (identity: Identity, sku: string): Identity =>
	'skuProduto' in identity ? { ...identity, skuProduto: sku } : { ...identity, sku };

/**
 * Reads customized prices (reference: Customized prices). Where a channel has no price of a
 * SKU yet, a new one is compared with the SKU's own.
 */
export async function readCustomizedPrices(
	hub: ChannelHub<'customizedPriceList'>,
	request: ReadRequest,
): Promise<Reading> {
	const records = new ProductRecords(hub);
	// before any read: it hears of later ones only
	const families = new Families(records, request.few);
	const entries = new ChannelEntries(hub, 'customizedPriceList', request);
	const { found } = entries;
	await entries.read();
	const { values, owners } = await readOwnPrices(records, request, found);
	await entries.readRelatives((sku) => [owners?.get(sku)]);
	const reading = await toReading(found, request, await namedByFamily(found, request, families));
	const added = await filterWithPauses(request.wanted, ([key]) => isEmpty(reading.values.get(key)));
	const normal = added.flatMap(([key, { identity }]): Array<[string, Comparable]> => {
		const own = values.get(skuOf(identity));
		return own === undefined ? [] : [[key, own]];
	});
	const absent = skusOf(added.map(([, entry]) => entry)).filter((sku) => !values.has(sku));
	const notes = await notesOn(request, new Set(absent));
	return { ...reading, normal: new Map(normal), notes };
}

/**
 * Reads the products of prices that no channel shows: these are new, or the channel lists them under their
 * product.
 */
async function readOwnPrices(
	records: ProductRecords,
	{ wanted, fields, few }: ReadRequest,
	found: ReadonlyMap<string, HubEntry>,
): Promise<Reading> {
	const unseen = await filterWithPauses(wanted, ([key]) => isEmpty(found.get(key)?.values));
	const bySku = unseen.map(([, entry]): [string, Wanted] => [skuOf(entry.identity), entry]);
	return await lookUpSkus(
		records,
		{
			...{ fields, few },
			wanted: new Map(bySku),
			named: new Map(),
			readsOthers: false,
			countsAll: false,
		},
		'variation',
	);
}

/**
 * Reads security stock (reference: Security stock), 0 where the hub lists none. Where it lists
 * a product, a variation's own stock cannot be seen, so that it has no value here. Where it lists
 * variations, a product has theirs: if they differ, the highest that is not wanted.
 */
export async function readSecurityStock(
	hub: ChannelHub<'securityStockList'>,
	request: ReadRequest,
): Promise<Reading> {
	const families = new Families(new ProductRecords(hub), request.few);
	const entries = new ChannelEntries(hub, 'securityStockList', request);
	await entries.read();
	// a few that the list does not show: it may show their product or their variations
	const open = await entries.open();
	if (open.length <= request.few) await families.readOf(skusOf(open));
	await entries.readRelatives((sku) => [families.productOf(sku), ...families.variationsOf(sku)]);
	// for the rest, once the list shows all that it has of them
	await readFamiliesOfOpen(entries.found, request, families);
	// of what the list shows, before anything is derived from it
	const related = await namedByFamily(entries.found, request, families);
	deriveFromRelatives(entries, request, families);
	// last, since a product's change makes what was derived for its variations unknown
	const ofWantedProducts = followWantedProducts(entries, request, families);
	const notes = await notesOn(request, families.absent);
	return { ...(await toReading(entries.found, request, related)), ofWantedProducts, notes };
}

/** Reads the families of all entries where the list does not show all that the input names. */
async function readFamiliesOfOpen(
	found: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	families: Families,
): Promise<void> {
	const inInput = namedEntries(request);
	if (inInput.every(({ key }) => found.has(key))) return;
	const all = skusOf([...found.values(), ...inInput]);
	await families.readOf(all, all);
}

const productKeyOf = (identity: Identity, families: Families): string =>
	keyOf(withSku(identity, families.productOf(skuOf(identity)) ?? ''));

/** Gives wanted entries that are not listed what the list shows of their product or their variations. */
function deriveFromRelatives(
	entries: ChannelEntries<'securityStockList'>,
	{ wanted }: ReadRequest,
	families: Families,
): void {
	const listed = new Map([...entries.found].map(([key, { values }]) => [key, values]));
	for (const [key, { identity, given }] of wanted) {
		if (listed.has(key)) continue;
		const isHidden = listed.has(productKeyOf(identity, families));
		const held = families
			.variationsOf(skuOf(identity))
			.map((sku) => keyOf(withSku(identity, sku)))
			.filter((variation) => !wanted.has(variation))
			.map((variation) => Number(listed.get(variation)?.estoqueSeguranca ?? 0));
		const others = held.filter((value) => value !== given.estoqueSeguranca);
		const estoqueSeguranca = max(others) ?? held[0] ?? 0;
		entries.set({ key, identity, values: isHidden ? {} : { estoqueSeguranca } });
	}
}

/**
 * A product's security stock holds for its variations, so that what they have is unknown where it changes.
 * @returns the keys of wanted variations whose product is wanted, too
 */
function followWantedProducts(
	entries: ChannelEntries<'securityStockList'>,
	{ wanted }: ReadRequest,
	families: Families,
): ReadonlySet<string> {
	const following = new Set<string>();
	for (const [key, { identity }] of wanted) {
		const product = productKeyOf(identity, families);
		const ofProduct = wanted.get(product)?.given;
		if (ofProduct === undefined) continue;
		following.add(key);
		const changes = !agrees(entries.found.get(product)?.values ?? {}, ofProduct);
		if (changes) entries.set({ key, identity, values: {} });
	}
	return following;
}

/**
 * Says of entries that the hub shows no such channel, or no such SKU: it decides all the same.
 * @param absent SKUs that were looked for in vain
 */
async function notesOn(
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

type Entry = Pick<HubEntry, 'key' | 'identity'>;

/** All entries that the input names, each once. */
function namedEntries({ wanted, named }: ReadRequest): Entry[] {
	const entries = new Map<string, Entry>();
	for (const [key, { identity }] of wanted) entries.set(key, { key, identity });
	for (const { key, identity } of named.values()) entries.set(key, { key, identity });
	return [...entries.values()];
}

/**
 * Keys of entries that the input does not name itself, but by their product or one of their variations,
 * in the same channel.
 */
async function namedByFamily(
	found: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	families: Families,
): Promise<ReadonlySet<string>> {
	if (!request.readsOthers && !request.countsAll) return new Set();
	const inInput = namedEntries(request);
	const spellings = new Set(inInput.map(({ identity }) => spellingOf(identity)));
	const others = [...found.values()].filter(({ identity }) => !spellings.has(spellingOf(identity)));
	if (others.length > 0) await families.readOf(skusOf(others), skusOf([...others, ...inInput]));
	const isNamed = ({ identity }: HubEntry) => {
		const sku = skuOf(identity);
		return compact([families.productOf(sku), ...families.variationsOf(sku)]).some((relative) =>
			spellings.has(spellingOf(withSku(identity, relative))),
		);
	};
	return new Set(others.filter(isNamed).map(({ key }) => key));
}

/** @param related keys that count as named */
async function toReading(
	found: ReadonlyMap<string, HubEntry>,
	{ wanted, readsOthers, countsAll }: ReadRequest,
	related: ReadonlySet<string>,
): Promise<Reading> {
	const values = new Map<string, Comparable>();
	const onlyInHub: HubEntry[] = [];
	await eachWithPauses(found, ([key, entry]) => {
		if (wanted.has(key)) values.set(key, entry.values);
		else if (readsOthers && !related.has(key)) onlyInHub.push(entry);
	});
	const isNamed = ({ key }: HubEntry) => wanted.has(key) || related.has(key);
	const whole = countsAll ? leastNamed([...found.values()], isNamed) : undefined;
	return { values, onlyInHub, whole };
}

/** How many entries the input names of the channel that it names the smallest share of. */
function leastNamed(
	found: readonly HubEntry[],
	isNamed: (entry: HubEntry) => boolean,
): Reading['whole'] {
	const byChannel = groupBy(found, ({ identity }) => channelOf(identity));
	const channels = Object.entries(byChannel).map(([channel, entries], _index, all) => {
		const named = entries.filter(isNamed).length;
		return { named, inHub: entries.length, channel: all.length > 1 ? channel : undefined };
	});
	return minBy(channels, ({ named, inHub }) => named / inHub);
}
