import max from 'lodash/max';
import { eachWithPauses } from '../async';
import type { Hub } from '../hub';
import { type Identity, keyOf, skuOf } from '../rows/row';
import { ChannelEntries, skusOf } from './channelEntries';
import {
	namedByFamily,
	namedEntries,
	notesOn,
	toReading,
	wholeOf,
	withSku,
} from './channelReading';
import { agrees } from './comparable';
import { Families } from './families';
import type { ProductEndpoint } from './productRecords';
import { type HubEntry, type Reading, type ReadRequest } from './reading';

/**
 * Reads security stock (reference: Security stock), 0 where the hub lists none. Where it lists
 * a product, a variation's own stock cannot be seen, so that it has no value here. Where it lists
 * variations, a product has theirs: if they differ, the highest that is not wanted.
 */
export async function readSecurityStock(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const families = new Families(hub, request.few);
	const listed = await readListed(hub, request, families);
	const related = await namedByFamily(listed, request, families);
	const notes = await notesOn(request, families.absent);

	const derived = await withRelatives(listed, request, families);
	const { entries, ofWantedProducts } = await afterWantedProducts(derived, request, families);
	const whole = wholeOf(listed, request, related);
	return { ...(await toReading(entries, request, related)), whole, ofWantedProducts, notes };
}

/** Reads the entries that the hub lists, and the families that tell what else they hold for. */
async function readListed(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
	families: Families,
): Promise<ReadonlyMap<string, HubEntry>> {
	const entries = new ChannelEntries(hub, 'securityStockList', request);
	await entries.read();
	// a few that the list does not show: it may show their product or their variations
	const open = await entries.open();
	const isFew = open.length <= request.few;
	if (isFew) await families.readOf(skusOf(open));
	await entries.readRelatives((sku) => [families.productOf(sku), ...families.variationsOf(sku)]);
	if (!isFew) await readFamiliesOfOpen(entries.listed, request, families);
	await families.findAbsent(skusOf(await entries.open()));
	return entries.listed;
}

/** Reads the families of all entries where the list does not show all that the input names. */
async function readFamiliesOfOpen(
	listed: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	families: Families,
): Promise<void> {
	const inInput = namedEntries(request);
	if (inInput.every(({ key }) => listed.has(key))) return;
	const all = skusOf([...listed.values(), ...inInput]);
	await families.readOf(all, all);
}

const productKeyOf = (identity: Identity, families: Families): string =>
	keyOf(withSku(identity, families.productOf(skuOf(identity)) ?? ''));

/** The listed entries, and wanted ones that are not listed with what the list shows of their product or variations. */
async function withRelatives(
	listed: ReadonlyMap<string, HubEntry>,
	{ wanted }: ReadRequest,
	families: Families,
): Promise<Map<string, HubEntry>> {
	const stockOf = (key: string) => Number(listed.get(key)?.values.estoqueSeguranca ?? 0);
	const entries = new Map(listed);
	await eachWithPauses(wanted, ([key, { identity, given }]) => {
		if (listed.has(key)) return;
		const isHidden = listed.has(productKeyOf(identity, families));
		const variations = families.variationsOf(skuOf(identity));
		const inHub = variations
			.map((sku) => keyOf(withSku(identity, sku)))
			.filter((variation) => !wanted.has(variation))
			.map(stockOf);
		const others = inHub.filter((value) => value !== given.estoqueSeguranca);
		// variations that are all wanted are compared themselves
		const ofNone = variations.length > 0 ? given.estoqueSeguranca : 0;
		const estoqueSeguranca = max(others) ?? inHub[0] ?? ofNone;
		entries.set(key, { key, identity, values: isHidden ? {} : { estoqueSeguranca } });
	});
	return entries;
}

/**
 * A product's security stock holds for its variations: where it changes, what they have is unknown.
 * @returns the entries, and the keys of wanted variations whose product is wanted, too
 */
async function afterWantedProducts(
	before: ReadonlyMap<string, HubEntry>,
	{ wanted }: ReadRequest,
	families: Families,
): Promise<{ entries: ReadonlyMap<string, HubEntry>; ofWantedProducts: ReadonlySet<string> }> {
	const unknown = new Map<string, HubEntry>();
	const ofWantedProducts = new Set<string>();
	await eachWithPauses(wanted, ([key, { identity }]) => {
		const product = productKeyOf(identity, families);
		const ofProduct = wanted.get(product)?.given;
		if (ofProduct === undefined) return;
		ofWantedProducts.add(key);
		const changes = !agrees(before.get(product)?.values ?? {}, ofProduct);
		if (changes) unknown.set(key, { key, identity, values: {} });
	});
	const entries = unknown.size === 0 ? before : new Map([...before, ...unknown]);
	return { entries, ofWantedProducts };
}
