import type { Catalogue, SingleReads } from './catalogue';
import { takesPages } from './secondLook';

/*
 * Finding SKUs that no page of the product list has shown: those of variations, of products that have moved from page to
 * page, and those that the hub does not have.
 */

/** The SKUs of a search that are not found yet. */
type Unfound = () => Promise<string[]>;

/** Looks for SKUs: a few each by itself, as whatever they are; many as variations, and for what is then left once more. */
export async function searchSkus(
	catalogue: Catalogue,
	unfound: Unfound,
	reads: SingleReads = {},
): Promise<void> {
	const skus = await unfound();
	if (catalogue.isMany(skus.length)) await findVariations(catalogue, skus, reads);
	await searchAgain(catalogue, unfound, reads);
}

/**
 * Looks once more for SKUs: each by itself, or on the pages and in the records of products that these show for the first
 * time, if that takes fewer requests.
 */
export async function searchAgain(
	catalogue: Catalogue,
	unfound: Unfound,
	reads: SingleReads = {},
): Promise<void> {
	const { isMany, pages } = catalogue;
	const { kinds = ['product', 'variation'] } = reads;
	const skus = await unfound();
	const requests = kinds.length * skus.length;
	if (!takesPages({ areMany: isMany(skus.length), requests, pages }))
		return await catalogue.findEach(skus, reads);
	const added = await catalogue.readPages();
	if (kinds.includes('variation')) await catalogue.findProducts(added);
	const left = await unfound();
	if (!isMany(left.length)) await catalogue.findEach(left, reads);
}

/** Reads SKUs as variations: a few each by itself, many in all products that were not read, if these are fewer. */
export async function findVariations(
	catalogue: Catalogue,
	skus: readonly string[],
	{ wantsProduct }: Pick<SingleReads, 'wantsProduct'> = {},
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
	await catalogue.findEach(skus, { kinds: ['variation'], wantsProduct });
}
