import { eachWithPauses } from '../async';
import type { Entry } from '../rows/row';
import type { Catalogue } from './catalogue';
import { type NamedEntries, spelling } from './namedEntries';
import { skusOf } from './reading';

/** SKUs, divided into products and those that may be variations. */
export interface SkusByKind {
	products: readonly string[];
	variations: readonly string[];
}

const none: SkusByKind = { products: [], variations: [] };

/**
 * Reads records until the catalogue knows which of these entries are relatives of each other, or of
 * one that the input names. Other relatives may stay unknown.
 *
 * E.g. the hub has prices for 500 SKUs that the input does not name. Of their relatives, only those
 * matter that are among the 500 or that the input names.
 */
export async function readRelatives(
	catalogue: Catalogue,
	entries: readonly Entry[],
	named: NamedEntries,
): Promise<void> {
	const skus = await skusOf(entries);
	await readRelativesAmong(catalogue, skus, await skusOf(entries, named.values()));
}

/**
 * Reads records until the catalogue knows which SKUs of `all` are relatives of the asked ones.
 * @param all contains `asked`
 */
export async function readRelativesAmong(
	catalogue: Catalogue,
	asked: readonly string[],
	all: readonly string[],
): Promise<void> {
	if (!catalogue.tooManyForSingles(asked.length)) return await catalogue.lookUpEach(asked);
	await catalogue.ensureListed();
	const productsBySpelling = new Map<string, string>();
	await eachWithPauses(catalogue.listed, (sku) => {
		productsBySpelling.set(spelling(sku), sku);
	});
	const byKind = async (skus: readonly string[]) =>
		await divide(skus, catalogue.listed, productsBySpelling);
	const chosen = readsForRelatives(await byKind(asked), await byKind(all));
	await catalogue.lookUpProducts(chosen.products);
	await catalogue.lookUpEach(chosen.variations, { kind: 'variation' });
	// A record that cannot be read tells no relatives, and some records of variations name no
	// product. Then the records of the asked SKUs themselves have to tell.
	const { failureOf, shown } = catalogue;
	const tellsNothing = (sku: string) =>
		failureOf(sku) !== undefined || (shown.isVariation(sku) && shown.productOf(sku) === undefined);
	if ([...chosen.products, ...chosen.variations].some(tellsNothing))
		await catalogue.lookUpEach(asked);
}

/**
 * Divides SKUs by whether they are listed. A listed SKU is a product. Any other may be a variation.
 *
 * If a SKU is listed in another spelling only, it may be either. So it is among the variations, and
 * the listed spelling is among the products.
 */
async function divide(
	skus: readonly string[],
	listed: ReadonlySet<string>,
	productsBySpelling: ReadonlyMap<string, string>,
): Promise<SkusByKind> {
	const kinds = { products: new Array<string>(), variations: new Array<string>() };
	await eachWithPauses(skus, (sku) => {
		const isProduct = listed.has(sku);
		const product = isProduct ? sku : productsBySpelling.get(spelling(sku));
		if (product !== undefined) kinds.products.push(product);
		if (!isProduct) kinds.variations.push(sku);
	});
	return kinds;
}

/**
 * Chooses the records to read, so that the catalogue knows the relatives of `asked` among `all`.
 *
 * Two relatives are always a product and a variation. The record of either tells that they belong
 * together. So each of three lists is enough: all products, all variations, or the asked SKUs. The
 * shortest is returned.
 *
 * Two cases are left to others. If the record of a product hides a variation, the variation's own
 * record tells it (`lookForUnlisted`, `readBeforeRemoval`). If a listed SKU is also that of another
 * product's variation, it counts as a product only (docs/sync.md).
 *
 * E.g. the variations a and b are asked for, among P, a and b. P is read: its record shows both, so
 * one read takes the place of two.
 *
 * For a variation, its product is read as well. These reads are not counted, since several
 * variations mostly share one product.
 * @param all contains `asked`
 */
export function readsForRelatives(asked: SkusByKind, all: SkusByKind): SkusByKind {
	// relatives are a product and a variation: without one of the kinds there are none to find
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
