import { filterWithPauses } from '../async';
import type { Entry } from '../rows/row';
import { type Catalogue, ownRecordOnly } from './catalogue';
import type { NamedEntries } from './namedEntries';
import { skusOf } from './reading';
import { readRelatives } from './relatives';

/**
 * Reads the records that tell whether the input names a relative of entries that may be removed,
 * i.e. deleted or set to zero. An entry with such a relative stays.
 *
 * An entry's own record tells its relatives: that of a product shows its variations, and that of a
 * variation names its product. So the record of each entry is read, unless a record has shown its
 * SKU already.
 *
 * One case needs fewer reads. If every SKU that the input names is listed or shown, then records
 * have told the products of the variations among them: `readRelatives` reads the entries' own
 * records if the record of a variation tells none. A listed product then needs no read of its own.
 *
 * E.g. the product P may be removed and is listed. The input names the product Q and the variation
 * v. If the record of v names Q, then the input names nothing that belongs to P. So P is not read.
 * @param entries those that may be removed
 * @param named those that the input names
 * @throws HubError if the SKU of one of `entries` cannot be read
 */
export async function readBeforeRemoval(
	catalogue: Catalogue,
	entries: readonly Entry[],
	named: NamedEntries,
): Promise<void> {
	await readRelatives(catalogue, entries, named);
	const areAllKnown = await lookUpNames(catalogue, await skusOf(named.values()));
	const isUnread = (sku: string) =>
		areAllKnown ? catalogue.isUnknown(sku) : !catalogue.shown.has(sku);
	const skus = await skusOf(entries);
	await catalogue.lookUpEach(await filterWithPauses(skus, isUnread), ownRecordOnly);
	const mayBeRemoved = new Set(skus);
	catalogue.assertRead((sku) => mayBeRemoved.has(sku));
}

/**
 * Reads the unknown ones of these SKUs as variations, if they are few. A product's record may hide
 * a variation. Then only the variation's own record tells its product.
 * @param names the SKUs that the input names
 * @returns whether all of them are listed or shown, in exactly this spelling
 */
async function lookUpNames(catalogue: Catalogue, names: readonly string[]): Promise<boolean> {
	const { tooManyForSingles, isUnknown } = catalogue;
	// the product list spares the reads of those that are products
	if (tooManyForSingles(names.length)) await catalogue.ensureListed();
	const unknown = await filterWithPauses(names, isUnknown);
	if (!tooManyForSingles(unknown.length))
		await catalogue.lookUpEach(unknown, { ...ownRecordOnly, kind: 'variation' });
	return !unknown.some(isUnknown);
}
