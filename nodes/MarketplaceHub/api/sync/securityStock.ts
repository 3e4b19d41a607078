import max from 'lodash/max';
import type { Hub } from '../hub';
import { type Identity, skuOf } from '../rows/row';
import { ChannelEntries, skusOf } from './channelEntries';
import { namedByFamily, namedEntries, notesOn, toReading, withSku } from './channelReading';
import { agrees } from './comparable';
import { Families } from './families';
import type { ProductEndpoint } from './productRecords';
import { type HubEntry, keyOf, type Reading, type ReadRequest } from './reading';

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
	const entries = new ChannelEntries(hub, 'securityStockList', request);
	await entries.read();
	// a few that the list does not show: it may show their product or their variations
	const open = await entries.open();
	if (open.length <= request.few) await families.readOf(skusOf(open));
	await entries.readRelatives((sku) => [families.productOf(sku), ...families.variationsOf(sku)]);
	// for the rest, once the list shows all that it has of them
	await readFamiliesOfOpen(entries.found, request, families);
	await families.findAbsent(skusOf(await entries.open()));
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
