import { eachWithPauses } from '../async';
import type { Entry } from '../rows/row';
import type { Catalogue } from './catalogue';
import { spelling } from './namedEntries';
import { skusOf } from './reading';

/** SKUs by what they are. */
export interface SkusByKind {
	products: readonly string[];
	variations: readonly string[];
}

const none: SkusByKind = { products: [], variations: [] };

/**
 * Reads the relatives of SKUs: the product of a variation, the variations of a product. Only those in `lists` count, e.g. of
 * SKUs that only the hub lists those that it lists or the input names. The catalogue then knows them.
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
 * Products are those that the product list shows, as it spells them. A SKU that it does not show as spelled may be a
 * variation: one that it shows in another spelling is in both lists.
 */
async function byKind(catalogue: Catalogue, skus: readonly string[]): Promise<SkusByKind> {
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
 * The SKUs to read, so that the catalogue knows the relatives of `asked` among `all`. A product shows its variations. A
 * variation names its product, which is then read, too; that read is not counted, since one product mostly has several.
 * E.g. of P among P, a and b it is P that is read: it shows both.
 * @param all `asked` is part of it
 * @returns the shortest of three lists, each of which is enough
 */
export function readsForRelatives(asked: SkusByKind, all: SkusByKind): SkusByKind {
	// relatives are pairs of a product and a variation: without one of the kinds there is none to be found
	const haveNoRelatives =
		(asked.products.length === 0 || all.variations.length === 0) &&
		(asked.variations.length === 0 || all.products.length === 0);
	if (haveNoRelatives) return none;
	const everyProduct: SkusByKind = { ...none, products: all.products };
	const everyVariation: SkusByKind = { ...none, variations: all.variations };
	const countOf = ({ products, variations }: SkusByKind) => products.length + variations.length;
	return [everyVariation, asked].reduce(
		(shortest, list) => (countOf(list) < countOf(shortest) ? list : shortest),
		everyProduct,
	);
}
