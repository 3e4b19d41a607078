import type { Catalogue, SingleReads } from './catalogue';

/*
 * Finding SKUs that are not listed. Such a SKU is one of three:
 * - a variation, since the product list contains products only;
 * - a product that moved to another page while the pages were read, so that no page had it;
 * - a SKU that the hub does not have.
 *
 * As long as the product list has not been read, any SKU is unlisted. The list is not read for an
 * input that names only changes, nor for a short one that is not a whole list.
 */

/**
 * Finds SKUs that are not listed. A few are read one by one.
 *
 * Many are first looked for as variations (`lookForVariations`), unless all are products. If many are
 * then still missing, the pages of the product list are read once more, provided that they take no
 * more requests than single reads. So are the records of products that the list did not contain
 * before. Last, a few that are still missing are read one by one.
 *
 * E.g. 500 SKUs were read as variations, and the hub has none of them. To read each as a product
 * would take 500 requests. If the list has 40 pages, these take 40.
 * @param stillMissing gives the SKUs that are not found yet; it is asked again after each step
 */
export async function lookForUnlisted(
	catalogue: Catalogue,
	stillMissing: () => Promise<string[]>,
	options: SingleReads = {},
): Promise<void> {
	const { tooManyForSingles } = catalogue;
	const mayBeVariations = options.kind !== 'product';
	if (mayBeVariations) {
		const skus = await stillMissing();
		if (tooManyForSingles(skus.length)) await lookForVariations(catalogue, skus, options);
	}
	const left = await stillMissing();
	const pagesAreFewer =
		tooManyForSingles(left.length) && catalogue.pages <= catalogue.readsLeft(left, options.kind);
	if (!pagesAreFewer) return await catalogue.lookUpEach(left, options);
	const added = await catalogue.readPages();
	if (mayBeVariations) await catalogue.lookUpProducts(added);
	// if many are still missing now, they count as absent: to read each would take too many
	// requests
	const rest = await stillMissing();
	if (!tooManyForSingles(rest.length)) await catalogue.lookUpEach(rest, options);
}

/**
 * Looks for SKUs as variations. A few are read one by one. Many are looked for in the records of
 * all products that have not been read, if there are no more of these than SKUs. Else they are read
 * one by one, too.
 *
 * E.g. 500 SKUs of a hub with 200 products: 200 records of products show their variations. In a hub
 * with 4,000 products, it takes fewer requests to read the 500 SKUs themselves.
 */
export async function lookForVariations(
	catalogue: Catalogue,
	skus: readonly string[],
	{ readsProduct }: Pick<SingleReads, 'readsProduct'> = {},
): Promise<void> {
	if (catalogue.tooManyForSingles(skus.length)) {
		await catalogue.ensureListed();
		const unread = await catalogue.unreadProducts();
		if (unread.length <= skus.length) {
			await catalogue.lookUpProducts(unread);
			// the SKUs that are still missing may belong to a product that cannot be read
			if (!catalogue.hasUnreadableProduct) return;
		}
	}
	await catalogue.lookUpEach(skus, { kind: 'variation', readsProduct });
}
