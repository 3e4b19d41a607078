import compact from 'lodash/compact';
import uniq from 'lodash/uniq';
import { eachWithPauses, filterWithPauses } from '../async';
import type { SkuReader } from './readSkus';

/* To which products variations belong: the record of either tells it. */

const ownRecordOnly = { readsProduct: () => false };

/**
 * Reads to which products variations belong, as far as these SKUs belong to one of the others, or one of the
 * others to them: a few by themselves; of many, products and variations are told apart by the product list.
 * @param others may contain the SKUs
 */
export async function readOwners(
	reader: SkuReader,
	skus: readonly string[],
	others: readonly string[],
): Promise<void> {
	if (!reader.ask.isMany(skus.length)) return await reader.readEach(skus);
	await reader.ensureListed();
	const { snapshot } = reader;
	const isListed = (sku: string) => snapshot.listed.has(sku);
	const isUnknown = (sku: string) => snapshot.isUnknown(sku);
	await readFewer(reader, await filterWithPauses(others, isListed), skus.filter(isUnknown));
	const products = skus.filter(isListed);
	const isOpen = (sku: string) => isUnknown(sku) || snapshot.hasUnknownOwner(sku);
	const open = await filterWithPauses(others, isOpen);
	await readFewer(reader, products, open);
	// the record of the product may tell a value that the variation's own record does not
	const isUntold = (sku: string) =>
		snapshot.failureOf(sku) !== undefined || snapshot.hasUnknownOwner(sku);
	if (open.some(isUntold)) await reader.readProducts(products);
}

/** Of products and variations, all records of the fewer ones. */
async function readFewer(
	reader: SkuReader,
	products: readonly string[],
	variations: readonly string[],
): Promise<void> {
	if (products.length === 0 || variations.length === 0) return;
	if (products.length <= variations.length) await reader.readProducts(products);
	else await reader.readEach(variations, { only: 'variation' });
}

/**
 * Learns which of some SKUs, all of one product, is that product itself: the SKU that the product list
 * shows; unless many are looked for, the SKU that the record of the first names.
 */
export async function readProductsOf(
	reader: SkuReader,
	siblings: ReadonlyArray<readonly string[]>,
): Promise<void> {
	const { snapshot } = reader;
	const isMany = reader.ask.isMany(siblings.flat().length);
	const isProduct = (sku: string) => snapshot.listed.has(sku) || snapshot.isShown(sku, 'product');
	const productsOf = (skus: readonly string[]) =>
		uniq([...skus.filter(isProduct), ...compact(skus.map((sku) => snapshot.productOf(sku)))]);
	if (isMany) await reader.ensureListed();
	else if (snapshot.listed.size === 0) {
		const first = compact(siblings.map(([sku]) => sku));
		await reader.readEach(first, { ...ownRecordOnly, likely: 'variation' });
		await reader.readEach(siblings.filter((skus) => productsOf(skus).length === 0).flat());
	}
	await eachWithPauses(siblings, (skus) => {
		const [product] = productsOf(skus);
		if (product === undefined || skus.filter(isProduct).length > 1) return;
		for (const sku of skus) if (sku !== product) snapshot.addVariation(sku, product);
	});
}

/**
 * Reads the owner of every entry that may be removed: from its own record, if no other shows it. Where
 * records have told the product of every SKU that the list names, a listed product needs no read: none
 * of its variations is named.
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
	await readOwners(reader, entries, [...new Set([...entries, ...named])]);
	if (reader.ask.isMany(named.length)) await reader.ensureListed();
	const isUnknown = (sku: string) => snapshot.isUnknown(sku);
	await reader.readHidden(await filterWithPauses(named, isUnknown));
	const areTold = !named.some(isUnknown);
	const isUnread = (sku: string) => (areTold ? isUnknown(sku) : !snapshot.isShown(sku));
	await reader.readEach(await filterWithPauses(entries, isUnread), ownRecordOnly);
	reader.assertRead(entries);
}
