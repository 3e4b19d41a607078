import max from 'lodash/max';
import { eachWithPauses } from '../async';
import { hasValues } from '../comparable';
import type { Hub } from '../hub';
import { type Entry, type Identity, keyOf, skuOf, withSku } from '../rows/row';
import { Catalogue, type ProductEndpoint } from './catalogue';
import { ChannelEntries, type ChannelValueList } from './channelEntries';
import { readFindings } from './channelFindings';
import { noteNotInHub } from './channelNotes';
import { readRelativesAmong } from './relatives';
import type { Findings } from './findings';
import {
	changesOf,
	type Finding,
	type HubEntry,
	type Reading,
	type ReadRequest,
	skusOf,
	unknownValues,
	type Wanted,
} from './reading';
import { lookForUnlisted } from './unlistedSkus';

const securityStockList: ChannelValueList<'securityStockList'> = {
	endpoint: 'securityStockList',
	skuField: 'sku',
	valuesOf: ({ qtdEstoqueSeguranca: estoqueSeguranca }) => ({ estoqueSeguranca }),
};

/**
 * Reads security stock (reference: Security stock). `stockWithoutEntry` gives the value of an entry
 * that the hub does not have.
 */
export async function readSecurityStock(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const catalogue = new Catalogue(hub, request.tooManyForSingles);
	const { found, withoutEntry } = await readEntries(hub, request, catalogue);
	const { findings, namedShare } = await readFindings(found, request, catalogue);
	// This includes entries that were found. If a SKU cannot be read, its relatives may be missing,
	// and its security stock may hold for these, too.
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
 * Reads the hub's entries, and the relatives of wanted SKUs that have none.
 * @returns also the wanted SKUs without an entry; those that were unknown have been looked for
 */
async function readEntries(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
	catalogue: Catalogue,
): Promise<{ found: ReadonlyMap<string, HubEntry>; withoutEntry: string[] }> {
	const entries = new ChannelEntries(hub, securityStockList, request);
	await entries.read();
	const { wanted, named } = request;
	// The relatives of SKUs with an entry are not read. This takes it that a hub with an entry for
	// a product has none for its variations (docs/sync.md).
	const unfound = await entries.unfoundSkus();
	const all = await skusOf(entries.found.values(), wanted.values(), named.values());
	await readRelativesAmong(catalogue, unfound, all);
	// the product of a variation may be none of these SKUs, and so not read yet
	await lookForUnlisted(catalogue, async () => unfound.filter(catalogue.isUnknown));
	await entries.lookAgain(catalogue.shown.relativesOf);
	return { found: entries.found, withoutEntry: await entries.unfoundSkus() };
}

/** The entry of a variation's product in the same channel. */
function entryOfProduct<Found extends Entry>(
	entries: ReadonlyMap<string, Found>,
	variation: Identity,
	{ shown }: Catalogue,
): Found | undefined {
	const product = shown.productOf(skuOf(variation));
	return product === undefined ? undefined : entries.get(keyOf(withSku(variation, product)));
}

/**
 * The security stock of a SKU that has no entry in the hub. The hub may have it under a relative:
 * - For a variation, the entry of its product counts. If that is 0, or there is none, the variation
 *   has 0. If it is more, this variation may have less, so its value cannot be determined.
 * - For a product, the entries of its variations count. Of the values that the row would change,
 *   the highest is returned, so that the guards see how much is lost.
 *
 * E.g. the variations a and b of P have 5 and 2, and the row of P gives 2. The row would change a
 * only, so the value before is 5. If a has a row of its own, the row of P changes nothing, and the
 * variations settle it.
 * @param catalogue knows the relatives of this entry
 * @returns `unknownValues` if the value cannot be determined, also because the hub has entries with
 * different values for one relative
 */
function stockWithoutEntry(
	{ key: ownKey, identity, given }: Wanted,
	found: ReadonlyMap<string, HubEntry>,
	{ wanted }: ReadRequest,
	catalogue: Catalogue,
): Finding {
	const stockOf = (entry?: HubEntry): number | 'unknown' => {
		if (entry === undefined) return 0;
		return hasValues(entry.values) ? Number(entry.values.estoqueSeguranca) : 'unknown';
	};
	const { isVariation, productOf, variationsOf } = catalogue.shown;
	const own = skuOf(identity);
	// no record names its product, which may have an entry
	if (isVariation(own) && productOf(own) === undefined) return { before: unknownValues };
	const ofProduct = stockOf(entryOfProduct(found, identity, catalogue));
	if (ofProduct !== 0) return { before: unknownValues };
	const variations = variationsOf(own).map((sku) => {
		const key = keyOf(withSku(identity, sku));
		return { key, stock: stockOf(found.get(key)) };
	});
	if (variations.length === 0) return { before: { estoqueSeguranca: 0 } };
	if (variations.some(({ stock }) => stock === 'unknown')) return { before: unknownValues };
	// Variations with a row of their own are compared by that row. If a variation has the SKU of
	// the product itself, this row is its only one.
	const hasNoOther = (key: string) => key === ownKey || !wanted.has(key);
	const changing = variations.filter(
		({ key, stock }) => hasNoOther(key) && stock !== given.estoqueSeguranca,
	);
	const isSettled = changing.length === 0;
	const highest = max((isSettled ? variations : changing).map(({ stock }) => Number(stock)));
	return { before: { estoqueSeguranca: highest }, settledByVariations: isSettled };
}

/**
 * A product's security stock holds for its variations, too. If the row of a product changes it, the
 * values that its wanted variations have now say nothing. They become `unknownValues`, so that the
 * rows of these variations are sent as well.
 */
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
