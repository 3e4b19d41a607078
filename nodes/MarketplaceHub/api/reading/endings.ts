import { filterWithPauses } from '../async';
import type { Catalogue } from './catalogue';

/** Only the SKU's own record is read: where it is a variation's, it names the product. */
const alone = { wantsProduct: () => false };

/**
 * Reads what it takes to know whether the input names a relative of entries that may end, i.e. be deleted or set to zero: the
 * own record of each, which tells its relatives. That of a listed product is not needed once the hub has shown every SKU that
 * the input names: a variation among these has told its product. E.g. P, which is listed, may end where the input names the
 * product Q, and the variation v, whose record names Q.
 * @param skus those of the entries
 * @param names the SKUs that the input names
 * @throws HubError where one of `skus` cannot be read
 */
export async function readBeforeEnd(
	catalogue: Catalogue,
	skus: readonly string[],
	names: readonly string[],
): Promise<void> {
	const areAllShown = await showNames(catalogue, names);
	const isUnread = (sku: string) =>
		areAllShown ? catalogue.isUnknown(sku) : !catalogue.shown.has(sku);
	await catalogue.findEach(await filterWithPauses(skus, isUnread), alone);
	const mayEnd = new Set(skus);
	catalogue.assertRead((sku) => mayEnd.has(sku));
}

/**
 * Reads a few SKUs of the input that are not known, as variations: a product may not show one, whose own record names it.
 * @returns whether none is left: a product may show one in another spelling
 */
async function showNames(catalogue: Catalogue, names: readonly string[]): Promise<boolean> {
	const { isMany, isUnknown } = catalogue;
	// the list shows which of many are products
	if (isMany(names.length)) await catalogue.ensureListed();
	const unknown = await filterWithPauses(names, isUnknown);
	if (!isMany(unknown.length)) await catalogue.findEach(unknown, { ...alone, kind: 'variation' });
	return !unknown.some(isUnknown);
}
