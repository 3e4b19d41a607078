import { filterWithPauses } from '../async';
import type { Catalogue } from './catalogue';

/**
 * Reads the records that tell whether the input names a relative of entries that may be removed,
 * i.e. deleted or set to zero. An entry with such a relative stays.
 *
 * An entry's own record tells its relatives: that of a product shows its variations, and that of a
 * variation names its product. So the record of each entry is read, unless a record has shown its
 * SKU already.
 *
 * One case needs fewer reads. If every SKU that the input names is listed or shown, then records
 * have told the products of the variations among them. A listed product then needs no read of its
 * own. That relies on `readRelatives`, which runs first: it reads the entries' own records if a
 * variation's record tells no product.
 *
 * E.g. the product P may be removed and is listed. The input names the product Q and the variation
 * v. If the record of v names Q, then the input names nothing that belongs to P. So P is not read.
 * @param skus the SKUs of the entries that may be removed, for which `readRelatives` has run
 * @param names the SKUs that the input names
 * @throws HubError if one of `skus` cannot be read
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
 * Reads the unknown ones of these SKUs as variations, if they are few. A product's record may hide
 * a variation. Then only the variation's own record tells its product.
 * @param names the SKUs that the input names
 * @returns whether all of them are listed or shown, in exactly this spelling
 */
async function showNames(catalogue: Catalogue, names: readonly string[]): Promise<boolean> {
	const { tooManyForSingles, isUnknown } = catalogue;
	// the product list spares the reads of those that are products
	if (tooManyForSingles(names.length)) await catalogue.ensureListed();
	const unknown = await filterWithPauses(names, isUnknown);
	if (!tooManyForSingles(unknown.length))
		await catalogue.findEach(unknown, { kind: 'variation', readsProduct });
	return !unknown.some(isUnknown);
}

/**
 * The record of a variation names its product. The record of the product is not needed for that.
 */
const readsProduct = () => false;
