import minBy from 'lodash/minBy';
import { eachWithPauses } from '../async';
import type { Entry } from '../rows/row';
import type { Catalogue } from './catalogue';
import { spelling } from './namedEntries';
import { skusOf } from './reading';

/** SKUs by what they are. */
export interface Skus {
	products: readonly string[];
	variations: readonly string[];
}

const none: Skus = { products: [], variations: [] };

/**
 * Reads the relatives of SKUs, i.e. the product of a variation and the variations of a product, among those of `lists`,
 * which they are part of: e.g. of SKUs that only the hub lists among all that are listed or named. The catalogue then
 * tells them.
 */
export async function readRelatives(
	catalogue: Catalogue,
	asked: readonly string[],
	...lists: Array<Iterable<Entry>>
): Promise<void> {
	if (!catalogue.isMany(asked.length)) return await catalogue.findEach(asked);
	const all = await skusOf(...lists);
	const reads = readsForRelatives(await byKind(catalogue, asked), await byKind(catalogue, all));
	await catalogue.findProducts(reads.products);
	await catalogue.findEach(reads.variations, { kind: 'variation' });
	// relatives of one that cannot be read, or does not name its product, are found from their own records
	const { failureOf, shown } = catalogue;
	const tellsNothing = (sku: string) =>
		failureOf(sku) !== undefined || (shown.isVariation(sku) && shown.productOf(sku) === undefined);
	if ([...reads.products, ...reads.variations].some(tellsNothing)) await catalogue.findEach(asked);
}

/**
 * The products among SKUs, as the hub writes them; what the product list does not show as written may be a variation. One
 * that it shows in another spelling may be either, and stands in both.
 */
async function byKind(catalogue: Catalogue, skus: readonly string[]): Promise<Skus> {
	await catalogue.ensureListed();
	const bySpelling = await catalogue.productsBySpelling();
	const kinds = { products: new Array<string>(), variations: new Array<string>() };
	await eachWithPauses(skus, (sku) => {
		const isProduct = catalogue.listed.has(sku);
		const product = isProduct ? sku : bySpelling.get(spelling(sku));
		if (product !== undefined) kinds.products.push(product);
		if (!isProduct) kinds.variations.push(sku);
	});
	return kinds;
}

/**
 * The SKUs to read, as few as possible, to find the relatives of `asked` among `all`. A product shows its
 * variations; a variation names its product, which is read, too, often once for several. E.g. of P among P, a and b it
 * is P that is read: it shows both.
 * @param all `asked` is part of it
 */
export function readsForRelatives(asked: Skus, all: Skus): Skus {
	// relatives are pairs of a product and a variation: without one of the kinds there is none to be found
	const haveNoRelatives =
		(asked.products.length === 0 || all.variations.length === 0) &&
		(asked.variations.length === 0 || all.products.length === 0);
	if (haveNoRelatives) return none;
	// each of the three finds the relatives of all
	const everyProduct: Skus = { ...none, products: all.products };
	const everyVariation: Skus = { ...none, variations: all.variations };
	const requestsOf = ({ products, variations }: Skus) => products.length + variations.length;
	return minBy([everyProduct, everyVariation, asked], requestsOf) ?? asked;
}
