import compact from 'lodash/compact';
import partition from 'lodash/partition';
import uniq from 'lodash/uniq';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import { readsAtOnce } from '../http/runLimit';
import { mostSingleReads } from '../reads';
import type { SingleReads } from './readRecords';
import type { SkuReader } from './readSkus';
import type { Snapshot, SnapshotDraft } from './snapshot';

/*
 * Which products and variations are read, where that depends on how many are looked for and what was found. Many are
 * more than 20, and never where no page is to be read (`Ask.areMany`). A page has 100 products. A record is that of a
 * product or a variation; where the kind is not the last one's, an answer of 404 comes before it. With a variation
 * comes the record of its product, unless all values are known, or only its own is asked for. No record is read twice.
 *
 * | search              | few SKUs              | many SKUs                                                        |
 * | ------------------- | --------------------- | ---------------------------------------------------------------- |
 * | findSkus            | a record each         | 1. the pages; a record of each product whose item lacks a column |
 * |                     |                       | 2. while many are missing: `findVariations`                      |
 * |                     |                       | 3. while many are missing: the pages once more, and a record of  |
 * |                     |                       | each product that is new there, as it may show variations        |
 * |                     |                       | 4. once few are missing: a record each                           |
 * | findVariations      | a record each         | the pages; records of all products not read yet, or of the SKUs  |
 * |                     |                       | if these are fewer; then variations that those records hide      |
 * | - hidden variations | a record each         | 20 records, and all if one of these is hidden; none of over four |
 * |                     |                       | a product; all if a product's record cannot be read              |
 * | findUntilManyAbsent | a record each         | a record each, until over 20 are absent                          |
 * | findOwners          | a record each         | the pages; records of products or of variations, the fewer ones: |
 * |                     |                       | first for unknown SKUs, then for unknown relatives; of all       |
 * |                     |                       | products among the SKUs where a record names no owner, or failed |
 * | findProductsAmong   | no read after pages;  | the pages                                                        |
 * |                     | a record of the first |                                                                  |
 * |                     | SKU, or of all        |                                                                  |
 * | findUnknown         | a record each         | a record each                                                    |
 * | findBeforeRemoval   | `findOwners` of the entries; the pages for many names; `findUnknown` of the names; a     |
 * |                     | record each of entries not shown, of listed ones only where a name is still unknown      |
 */

/**
 * A list with more unknown SKUs for each of the hub's products is of an ERP that holds more than the hub: a product
 * has a few variations, so its record cannot hide that many. Such a list costs the records of the products, and no
 * read of a SKU that the hub does not have.
 *
 * Where this, or the sample below, is wrong, a hidden variation counts as absent: its row is `notInHub`; a new product is
 * sent with it, and the hub may refuse that; a channel's price of it is compared with no own price. Its product's entry is
 * kept all the same: before a removal each unknown SKU is read.
 */
const mostHidden = 4;

/** The first of many in the list: as many reads as few SKUs cost at most, whatever the list holds. */
const sampleSize = mostSingleReads;

const asVariation = { only: 'variation' } as const;
/** Without the record of its product. */
const ownRecord = { readsProduct: () => false } as const;

/**
 * Looks for SKUs. One that is missing after that counts as one that the hub does not have, also where many are missing
 * and records hide some of them.
 */
export async function findSkus(
	reader: SkuReader,
	skus: readonly string[],
	how: SingleReads = {},
): Promise<void> {
	const { areMany } = reader.ask;
	const mayBeVariations = how.only !== 'product';
	if (areMany(skus.length)) await reader.ensureListed();
	let missing = await readListed(reader, skus, how);
	if (areMany(missing.length) && mayBeVariations) {
		await findVariations(reader, missing, how);
		missing = await reader.stillMissing(missing, how);
	}
	if (areMany(missing.length)) {
		// products move from page to page while these are read
		const added = await reader.readPages();
		if (mayBeVariations) await reader.records.readProductRecords(added);
		missing = await readListed(reader, missing, how);
	}
	if (!areMany(missing.length)) await reader.readEach(missing, how);
}

/**
 * Reads the records of products whose items lack values.
 * @returns the SKUs that are missing after that
 */
async function readListed(
	reader: SkuReader,
	skus: readonly string[],
	how: SingleReads,
): Promise<string[]> {
	const missing = await reader.stillMissing(skus, how);
	await reader.records.readProductRecords(missing.filter((sku) => reader.snapshot.listed.has(sku)));
	return await reader.stillMissing(missing, how);
}

/** Looks for SKUs as variations. */
export async function findVariations(
	reader: SkuReader,
	skus: readonly string[],
	{ readsProduct }: Pick<SingleReads, 'readsProduct'> = {},
): Promise<void> {
	const { snapshot, ask } = reader;
	const how = { ...asVariation, readsProduct };
	if (!ask.areMany(skus.length)) return await reader.readEach(skus, how);
	await reader.ensureListed();
	const isUnread = (sku: string) => !reader.records.wasRead(sku, 'product');
	const unread = await filterWithPauses(snapshot.listed, isUnread);
	if ((await readFewer(reader, unread, skus, how)) === 'variations') return;
	if (snapshot.failures.product.size > 0) return await reader.readEach(skus, how);
	await readHidden(reader, await filterWithPauses(skus, (sku) => snapshot.isUnknown(sku)));
}

/** Reads by themselves variations that the records of products may hide. */
async function readHidden(reader: SkuReader, variations: readonly string[]): Promise<void> {
	const { snapshot, ask } = reader;
	if (!ask.areMany(variations.length)) return await reader.readEach(variations, asVariation);
	if (variations.length > mostHidden * snapshot.listed.size) return;
	const first = variations.slice(0, sampleSize);
	await reader.readEach(first, asVariation);
	if (first.some((sku) => snapshot.isHidden(sku))) await reader.readEach(variations, asVariation);
}

/**
 * Reads which of these variations belong to which of these products, from the records of the fewer ones.
 * @returns which ones were read
 */
async function readFewer(
	reader: SkuReader,
	products: readonly string[],
	variations: readonly string[],
	how: SingleReads = asVariation,
): Promise<'products' | 'variations'> {
	const areProducts = products.length <= variations.length;
	if (areProducts) await reader.records.readProductRecords(products);
	else await reader.readEach(variations, how);
	return areProducts ? 'products' : 'variations';
}

/**
 * Reads the records of products until many are absent: the pages tell that of more with fewer reads. So 30 products of
 * a hub that has 20,000 take 30 records and not 200 pages.
 * @returns whether many are absent
 */
export async function findUntilManyAbsent(
	reader: SkuReader,
	products: Iterable<string>,
): Promise<boolean> {
	const { snapshot, ask } = reader;
	let absent = 0;
	function* untilMany() {
		for (const sku of products) {
			if (ask.areMany(absent)) return;
			yield sku;
		}
	}
	await mapConcurrently(untilMany(), readsAtOnce, async (sku) => {
		const isFound = await reader.records.read('product', sku);
		if (!isFound && snapshot.failureOf(sku, 'product') === undefined) absent++;
	});
	return ask.areMany(absent);
}

/**
 * Reads to which products variations belong, which the record of either tells, as far as these SKUs belong to each
 * other or to one of the `relatives`, or one of these to them.
 */
export async function findOwners(
	reader: SkuReader,
	skus: readonly string[],
	relatives: readonly string[],
): Promise<void> {
	const { snapshot, ask } = reader;
	if (!ask.areMany(skus.length)) return await reader.readEach(skus);
	await reader.ensureListed();
	const [products, unlisted] = partition(skus, (sku) => snapshot.listed.has(sku));
	const all = new Set([...skus, ...relatives]);
	const listed = await filterWithPauses(all, (sku) => snapshot.listed.has(sku));
	const unknown = unlisted.filter((sku) => snapshot.isUnknown(sku));
	await readFewer(reader, listed, unknown);

	const isOpen = (sku: string) => snapshot.isUnknown(sku) || snapshot.hasUnknownOwner(sku);
	const open = await filterWithPauses(all, isOpen);
	await readFewer(reader, products, open);
	const lacksOwner = (sku: string) =>
		snapshot.failureOf(sku) !== undefined || snapshot.hasUnknownOwner(sku);
	// the record of the product may tell what the variation's own record does not
	if (open.some(lacksOwner)) await reader.records.readProductRecords(products);
}

/** Finds out which one of the SKUs of a product is the product itself, and notes the others as its variations. */
export async function findProductsAmong(
	reader: SkuReader,
	groups: ReadonlyArray<readonly string[]>,
): Promise<void> {
	const { snapshot, ask } = reader;
	if (ask.areMany(groups.flat().length)) await reader.ensureListed();
	else if (snapshot.listed.size === 0) {
		const first = compact(groups.map(([sku]) => sku));
		await reader.readEach(first, { ...ownRecord, likely: 'variation' });
		const without = groups.filter((skus) => productsAmong(skus, snapshot).length === 0);
		await reader.readEach(without.flat());
	}
	await eachWithPauses(groups, (skus) => noteProductAmong(skus, snapshot));
}

/** Nothing is noted where several of the SKUs are products, or it is not known which one is. */
function noteProductAmong(skus: readonly string[], snapshot: SnapshotDraft): void {
	const [product] = productsAmong(skus, snapshot);
	const areSeveral = skus.filter((sku) => isProduct(sku, snapshot)).length > 1;
	if (product === undefined || areSeveral) return;
	for (const sku of skus) if (sku !== product) snapshot.addVariation(sku, product);
}

const isProduct = (sku: string, snapshot: Snapshot): boolean =>
	snapshot.listed.has(sku) || snapshot.isShown(sku, 'product');

/** Those of the SKUs that are products, then the products that records of the others name. */
const productsAmong = (skus: readonly string[], snapshot: Snapshot): string[] =>
	uniq([
		...skus.filter((sku) => isProduct(sku, snapshot)),
		...compact(skus.map((sku) => snapshot.productOf(sku))),
	]);

/**
 * Before a removal: reads all SKUs of the list that nothing has shown. One of them may be a variation that its
 * product's record hides, and keep the product's entry.
 */
export async function findUnknown(reader: SkuReader, named: readonly string[]): Promise<void> {
	const unknown = await filterWithPauses(named, (sku) => reader.snapshot.isUnknown(sku));
	await reader.readEach(unknown, asVariation);
}

/**
 * Reads the owner of every entry that may be removed: from its own record, if no other shows it. Where records tell
 * the product of every SKU that the list names, a listed product needs no read: none of its variations is named.
 * @param entries SKUs of entries that no row is about
 * @param named SKUs that the list names
 * @throws HubError if one of the entries cannot be read
 */
export async function findBeforeRemoval(
	reader: SkuReader,
	entries: readonly string[],
	named: readonly string[],
): Promise<void> {
	const { snapshot, ask } = reader;
	const isUnknown = (sku: string) => snapshot.isUnknown(sku);
	await findOwners(reader, entries, named);
	if (ask.areMany(named.length)) await reader.ensureListed();
	await findUnknown(reader, named);
	const needsRead = named.some(isUnknown) ? (sku: string) => !snapshot.isShown(sku) : isUnknown;
	await reader.readEach(await filterWithPauses(entries, needsRead), ownRecord);
	reader.assertRead(entries);
}
