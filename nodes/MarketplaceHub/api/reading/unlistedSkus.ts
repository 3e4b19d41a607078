import type { Catalogue, SingleReads } from './catalogue';
import { takesPages } from './howToRead';

/*
 * Finding SKUs that no page of the product list has shown: those of variations, of products that have moved from page to
 * page, and those that the hub does not have.
 */

type LookFor = (
	catalogue: Catalogue,
	unfound: () => Promise<string[]>,
	reads?: SingleReads,
) => Promise<void>;

/**
 * Looks for SKUs: a few each by itself, as whatever they are; many as variations, and for what is then left once more.
 * @param unfound the SKUs that are not found yet
 */
export const findUnlisted: LookFor = async (catalogue, unfound, reads = {}) => {
	const skus = await unfound();
	if (catalogue.isMany(skus.length)) await findVariations(catalogue, skus, reads);
	await lookAgain(catalogue, unfound, reads);
};

/**
 * Looks once more for SKUs: each by itself, or on the pages and in the records of products that these show for the first
 * time, if that takes fewer requests.
 */
export const lookAgain: LookFor = async (catalogue, unfound, reads = {}) => {
	const { isMany, pages } = catalogue;
	const skus = await unfound();
	const mayBeVariations = reads.kinds?.includes('variation') ?? true;
	const requests = (reads.kinds?.length ?? 2) * skus.length;
	if (!takesPages({ isMany: isMany(skus.length), requests, pages }))
		return await catalogue.findEach(skus, reads);
	const added = await catalogue.readPages();
	if (mayBeVariations) await catalogue.findProducts(added);
	const left = await unfound();
	if (!isMany(left.length)) await catalogue.findEach(left, reads);
};

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
