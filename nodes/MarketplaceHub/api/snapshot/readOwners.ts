import partition from 'lodash/partition';
import { filterWithPauses } from '../async';
import type { SkuReader } from './readSkus';

/* To which products variations belong: the record of either tells it. */

/**
 * Reads to which products variations belong, as far as these SKUs belong to each other or to one of the others,
 * or one of the others to them: a few by themselves; of many, the product list tells the products.
 */
export async function readOwners(
	reader: SkuReader,
	skus: readonly string[],
	others: readonly string[],
): Promise<void> {
	if (!reader.ask.areMany(skus.length)) return await reader.readEach(skus);
	await reader.ensureListed();
	const { snapshot } = reader;
	const [products, unlisted] = partition(skus, (sku) => snapshot.listed.has(sku));
	const all = new Set([...skus, ...others]);
	const listed = await filterWithPauses(all, (sku) => snapshot.listed.has(sku));
	await readFewer(
		reader,
		listed,
		unlisted.filter((sku) => snapshot.isUnknown(sku)),
	);

	const isOpen = (sku: string) => snapshot.isUnknown(sku) || snapshot.hasUnknownOwner(sku);
	const open = await filterWithPauses(all, isOpen);
	await readFewer(reader, products, open);
	const lacksOwner = (sku: string) =>
		snapshot.failureOf(sku) !== undefined || snapshot.hasUnknownOwner(sku);
	// the record of the product may tell what the variation's own record does not
	if (open.some(lacksOwner)) await reader.readProductRecords(products);
}

/**
 * Reads which of these variations belong to which of these products, from the records of the fewer ones. With a
 * variation comes its product, whose record shows the others.
 */
async function readFewer(
	reader: SkuReader,
	products: readonly string[],
	variations: readonly string[],
): Promise<void> {
	if (products.length === 0 || variations.length === 0) return;
	if (products.length <= variations.length) await reader.readProductRecords(products);
	else await reader.readEach(variations, { only: 'variation' });
}

/**
 * Reads the owner of every entry that may be removed: from its own record, if no other shows it. Where records tell
 * the product of every SKU that the list names, a listed product needs no read: none of its variations is named.
 * @param entries SKUs of entries that no row is about
 * @param named SKUs that the list names
 * @throws HubError if one of the entries cannot be read
 */
export async function readBeforeRemoval(
	reader: SkuReader,
	entries: readonly string[],
	named: readonly string[],
): Promise<void> {
	const { snapshot } = reader;
	const isUnknown = (sku: string) => snapshot.isUnknown(sku);
	await readOwners(reader, entries, named);
	if (reader.ask.areMany(named.length)) await reader.ensureListed();
	await reader.readUnknown(named);
	const needsRead = named.some(isUnknown) ? (sku: string) => !snapshot.isShown(sku) : isUnknown;
	const unread = await filterWithPauses(entries, needsRead);
	await reader.readEach(unread, { readsProduct: () => false });
	reader.assertRead(entries);
}
