import max from 'lodash/max';
import { eachWithPauses } from '../async';
import { hasValues } from '../comparable';
import type { Hub } from '../hub';
import { type Entry, type Identity, keyOf, skuOf, withSku } from '../rows/row';
import { Catalogue, type ProductEndpoint } from './catalogue';
import { ChannelEntries, type ChannelValueList } from './channelEntries';
import { readFindings } from './channelFindings';
import { noteNotInHub } from './channelNotes';
import { readRelatives } from './relatives';
import type { Findings } from './findings';
import {
	changesOf,
	type Finding,
	type HubEntry,
	type Reading,
	type ReadRequest,
	unknownValues,
	type Wanted,
} from './reading';
import { findUnlisted } from './unlistedSkus';

const securityStockList: ChannelValueList<'securityStockList'> = {
	endpoint: 'securityStockList',
	skuField: 'sku',
	valuesOf: ({ qtdEstoqueSeguranca: estoqueSeguranca }) => ({ estoqueSeguranca }),
};

/** Reads security stock (reference: Security stock), 0 where the hub lists none (`stockWithoutEntry`). */
export async function readSecurityStock(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const catalogue = new Catalogue(hub, request.isMany);
	const { found, withoutEntry } = await readEntries(hub, request, catalogue);
	const { findings, namedShare } = await readFindings(found, request, catalogue);
	// also of entries that the hub lists: which others their value holds for is not known
	await findings.keepBackUnread(request.wanted.values(), catalogue.failureOf);
	await eachWithPauses(request.wanted.values(), (entry) => {
		if (found.has(entry.key) || catalogue.failureOf(skuOf(entry.identity)) !== undefined) return;
		findings.learn(entry.key, stockWithoutEntry(entry, found, request, catalogue));
	});
	await followProducts(findings, request, catalogue);
	await noteNotInHub(findings, request, new Set(withoutEntry.filter(catalogue.isAbsent)));
	return { ...findings.result(), namedShare };
}

/**
 * Reads the entries that the hub lists, and the relatives that these hold for, too.
 * @returns also the wanted SKUs without an entry, which were looked for among products and variations
 */
async function readEntries(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
	catalogue: Catalogue,
): Promise<{ found: ReadonlyMap<string, HubEntry>; withoutEntry: string[] }> {
	const entries = new ChannelEntries(hub, securityStockList, request);
	await entries.read();
	const { wanted, named } = request;
	// relatives of what was found do not matter: a hub that lists a product does not list its variations (docs/sync.md)
	const lists = [entries.found.values(), wanted.values(), named.values()];
	await readRelatives(catalogue, await entries.unfoundSkus(), ...lists);
	await entries.lookAgain(catalogue.shown.relativesOf);
	const withoutEntry = await entries.unfoundSkus();
	await findUnlisted(catalogue, async () => withoutEntry.filter(catalogue.isUnknown));
	return { found: entries.found, withoutEntry };
}

/** Of these entries that of the variation's product, in the same channel. */
function entryOfProduct<Found extends Entry>(
	entries: ReadonlyMap<string, Found>,
	variation: Identity,
	{ shown }: Catalogue,
): Found | undefined {
	const product = shown.productOf(skuOf(variation));
	return product === undefined ? undefined : entries.get(keyOf(withSku(variation, product)));
}

/**
 * The security stock of an entry that the hub does not list, from what it lists of its product or variations: of a
 * product the highest of theirs that the row would change, so that the guards see what is lost.
 * @param catalogue knows the relatives of this entry
 * @returns without a value where that cannot be seen: of a variation whose product is listed with more than 0, and of a product with a
 * variation that the hub lists twice, with different values
 */
function stockWithoutEntry(
	{ key: own, identity, given }: Wanted,
	found: ReadonlyMap<string, HubEntry>,
	{ wanted }: ReadRequest,
	catalogue: Catalogue,
): Finding {
	/** Undefined where the hub lists it twice, with different values. */
	const stockOf = (entry?: HubEntry) =>
		entry === undefined ? 0 : (entry.values.estoqueSeguranca as number | undefined);
	const ofProduct = entryOfProduct(found, identity, catalogue);
	if (stockOf(ofProduct) !== 0) return { before: unknownValues };
	const variations = catalogue.shown
		.variationsOf(skuOf(identity))
		.map((sku) => keyOf(withSku(identity, sku)));
	if (variations.length === 0) return { before: { estoqueSeguranca: 0 } };
	const ofVariation = (key: string) => stockOf(found.get(key));
	if (variations.some((key) => ofVariation(key) === undefined)) return { before: unknownValues };
	// those with rows of their own are compared themselves; a variation with the SKU of its product has none but this one
	const withoutOwnRow = variations.filter((key) => key === own || !wanted.has(key));
	const differs = (stock: unknown) => stock !== given.estoqueSeguranca;
	const highest = max(withoutOwnRow.map(ofVariation).filter(differs));
	return highest !== undefined
		? { before: { estoqueSeguranca: highest } }
		: { before: { estoqueSeguranca: max(variations.map(ofVariation)) }, settledByVariations: true };
}

/** A product's security stock holds for its variations: where it changes, what they have is unknown. */
async function followProducts(
	findings: Findings,
	{ wanted }: ReadRequest,
	catalogue: Catalogue,
): Promise<void> {
	const changes = ({ key, given }: Wanted) => {
		const finding = findings.of(key);
		return finding.unsendable === undefined && hasValues(changesOf(finding, given));
	};
	await eachWithPauses(wanted.values(), ({ key, identity }) => {
		const product = entryOfProduct(wanted, identity, catalogue);
		if (product === undefined || product.key === key) return;
		findings.learn(key, { followsProduct: true });
		if (changes(product)) findings.learn(key, { before: unknownValues });
	});
}
