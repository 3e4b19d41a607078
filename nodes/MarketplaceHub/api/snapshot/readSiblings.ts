import compact from 'lodash/compact';
import uniq from 'lodash/uniq';
import { eachWithPauses } from '../async';
import type { SkuReader } from './readSkus';
import type { Snapshot, SnapshotDraft } from './snapshot';

/** Reads which one of the SKUs of a product is the product itself, and notes the others as its variations. */
export async function readProductsAmong(
	reader: SkuReader,
	groups: ReadonlyArray<readonly string[]>,
): Promise<void> {
	await readKinds(reader, groups);
	await eachWithPauses(groups, (skus) => noteProductAmong(skus, reader.snapshot));
}

/** Many are told by the product list; else the record of the first of each names the product, or all are read. */
async function readKinds(
	reader: SkuReader,
	groups: ReadonlyArray<readonly string[]>,
): Promise<void> {
	const { snapshot } = reader;
	if (reader.ask.areMany(groups.flat().length)) return await reader.ensureListed();
	if (snapshot.listed.size > 0) return;
	const first = compact(groups.map(([sku]) => sku));
	await reader.readEach(first, { likely: 'variation', readsProduct: () => false });
	const without = groups.filter((skus) => productsAmong(skus, snapshot).length === 0);
	await reader.readEach(without.flat());
}

/** Nothing is noted where several of the SKUs are products, or it is not known which one is. */
function noteProductAmong(skus: readonly string[], snapshot: SnapshotDraft): void {
	const [product] = productsAmong(skus, snapshot);
	const areSeveral = skus.filter((sku) => isProduct(sku, snapshot)).length > 1;
	if (product === undefined || areSeveral) return;
	for (const sku of skus) if (sku !== product) snapshot.addVariation(sku, product);
}

const isProduct = (sku: string, snapshot: Snapshot): boolean =>
	snapshot.listed.has(sku) || snapshot.isShown(sku, 'product');

/** Those of the SKUs that are products, then the products that records of the others name. */
const productsAmong = (skus: readonly string[], snapshot: Snapshot): string[] =>
	uniq([
		...skus.filter((sku) => isProduct(sku, snapshot)),
		...compact(skus.map((sku) => snapshot.productOf(sku))),
	]);
