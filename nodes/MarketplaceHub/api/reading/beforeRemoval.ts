import { filterWithPauses } from '../async';
import type { Catalogue } from './catalogue';

/**
 * Reads what tells whether the input names a relative of entries that may be removed, i.e. deleted or set to zero: the own
 * record of each. A product's shows its variations; a variation's names its product. A listed product need not be read once
 * the hub has shown every SKU that the input names: a variation among them has told its product. E.g. P is listed, and the
 * input names the product Q and the variation v. If the record of v names Q, nothing that the input names belongs to P.
 * @param skus those of the entries
 * @param names the SKUs that the input names
 * @throws HubError where one of `skus` cannot be read
 */
export async function readBeforeRemoval(
	catalogue: Catalogue,
	skus: readonly string[],
	names: readonly string[],
): Promise<void> {
	const areAllShown = await showNames(catalogue, names);
	const isUnread = (sku: string) =>
		areAllShown ? catalogue.isUnknown(sku) : !catalogue.shown.has(sku);
	await catalogue.findEach(await filterWithPauses(skus, isUnread), { readsProduct });
	const mayBeRemoved = new Set(skus);
	catalogue.assertRead((sku) => mayBeRemoved.has(sku));
}

/**
 * Reads a few SKUs of the input that are not known, as variations: a product may not show one, whose own record names it.
 * @returns whether the hub has shown all names, as they are spelled
 */
async function showNames(catalogue: Catalogue, names: readonly string[]): Promise<boolean> {
	const { isMany, isUnknown } = catalogue;
	// the list shows which of many are products
	if (isMany(names.length)) await catalogue.ensureListed();
	const unknown = await filterWithPauses(names, isUnknown);
	if (!isMany(unknown.length))
		await catalogue.findEach(unknown, { kind: 'variation', readsProduct });
	return !unknown.some(isUnknown);
}

/** The record of a variation names its product: that one's own is not needed. */
const readsProduct = () => false;
