import type { Catalogue, SingleReads } from './catalogue';

/*
 * Finding SKUs that no page of the product list has shown: those of variations, of products that have moved from page to
 * page, and those that the hub does not have.
 */

/**
 * Finds SKUs: a few each by itself, many as variations. What is then still missing is looked for
 * once more: each by itself, or on the pages and in the records of products that these show for the
 * first time, if that takes fewer requests.
 * @param stillMissing the SKUs that no read of the catalogue has found yet
 */
export async function findUnlisted(
	catalogue: Catalogue,
	stillMissing: () => Promise<string[]>,
	reads: SingleReads = {},
): Promise<void> {
	const { isMany } = catalogue;
	const mayBeVariations = reads.kind !== 'product';
	const skus = await stillMissing();
	if (mayBeVariations && isMany(skus.length)) await findVariations(catalogue, skus, reads);
	const left = await stillMissing();
	const pagesAreFewer =
		isMany(left.length) && catalogue.pages <= catalogue.readsLeft(left, reads.kind);
	if (!pagesAreFewer) return await catalogue.findEach(left, reads);
	const added = await catalogue.readPages();
	if (mayBeVariations) await catalogue.findProducts(added);
	// many that neither the pages nor these records have shown are not in the hub
	const rest = await stillMissing();
	if (!isMany(rest.length)) await catalogue.findEach(rest, reads);
}

/** Reads SKUs as variations: a few each by itself, many in all products that were not read, if these are fewer. */
export async function findVariations(
	catalogue: Catalogue,
	skus: readonly string[],
	{ readsProduct }: Pick<SingleReads, 'readsProduct'> = {},
): Promise<void> {
	if (catalogue.isMany(skus.length)) {
		await catalogue.ensureListed();
		const unread = await catalogue.unreadProducts();
		if (unread.length <= skus.length) {
			await catalogue.findProducts(unread);
			// a product that cannot be read may have those that are missing still
			if (!catalogue.hasUnreadableProduct) return;
		}
	}
	await catalogue.findEach(skus, { kind: 'variation', readsProduct });
}
