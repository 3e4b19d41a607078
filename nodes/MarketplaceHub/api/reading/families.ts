import { eachWithPauses } from '../async';
import type { Entry } from '../rows/row';
import type { Catalogue } from './catalogue';
import { readsForPairs, type Skus } from './howToRead';
import { spelling } from './namedEntries';
import { type ReadRequest, skusOf } from './reading';

/** Finds which products and variations belong together; the catalogue then tells it. */
export class Families {
	/** All products of the list, once they were asked for. */
	private bySpelling?: ReadonlyMap<string, string>;

	constructor(
		readonly catalogue: Catalogue,
		private readonly isMany: ReadRequest['isMany'],
	) {}

	/**
	 * Finds the relatives of SKUs among those of `lists`, which they are part of: e.g. of SKUs that only the hub lists
	 * among all that are listed or named.
	 */
	async readPairs(asked: readonly string[], ...lists: Array<Iterable<Entry>>): Promise<void> {
		if (!this.isMany(asked.length)) return await this.catalogue.findEach(asked);
		const all = await skusOf(...lists);
		const reads = readsForPairs(await this.byKind(asked), await this.byKind(all));
		await this.catalogue.findProducts(reads.products);
		await this.catalogue.findEach(reads.variations, { kinds: ['variation'] });
		// relatives of one that cannot be read are found from their own records
		const read = [...reads.products, ...reads.variations];
		if (read.some(this.catalogue.failureOf)) await this.catalogue.findEach(asked);
	}

	/**
	 * Looks for SKUs of which nothing is known: a few as whatever they are, many that the product list does not show as
	 * variations. The catalogue then tells which of them are absent.
	 */
	async lookUp(skus: readonly string[]): Promise<void> {
		const { catalogue } = this;
		const unknown = skus.filter((sku) => !catalogue.shown.has(sku));
		if (!this.isMany(unknown.length)) return await catalogue.findEach(unknown);
		const { variations } = await this.byKind(unknown);
		await catalogue.findVariations(variations);
		const left = variations.filter((sku) => !catalogue.shown.has(sku));
		if (!this.isMany(left.length)) return await catalogue.findEach(left);
		// a product among them may have moved from page to page
		await catalogue.findProducts(await catalogue.readPages());
	}

	/** The products among SKUs, as the hub writes them; what the product list does not show as written may be a variation. */
	private async byKind(skus: readonly string[]): Promise<Skus> {
		await this.catalogue.ensureListed();
		const bySpelling = await this.productsBySpelling();
		const kinds = { products: new Array<string>(), variations: new Array<string>() };
		await eachWithPauses(skus, (sku) => {
			const isProduct = this.catalogue.listed.has(sku);
			const product = isProduct ? sku : bySpelling.get(spelling(sku));
			if (product !== undefined) kinds.products.push(product);
			if (!isProduct) kinds.variations.push(sku);
		});
		return kinds;
	}

	private async productsBySpelling(): Promise<ReadonlyMap<string, string>> {
		const { catalogue } = this;
		if (this.bySpelling !== undefined) return this.bySpelling;
		const products = new Map<string, string>();
		await eachWithPauses(catalogue.listed, (sku) => void products.set(spelling(sku), sku));
		this.bySpelling = products;
		return products;
	}
}
