import minBy from 'lodash/minBy';
import { eachWithPauses } from '../async';
import type { Catalogue } from './catalogue';
import { areMany } from './howToRead';
import { spelling } from './namedEntries';

/** SKUs by what they are. */
interface Skus {
	products: string[];
	variations: string[];
}

const noReads: Skus = { products: [], variations: [] };

/** The SKUs to read, as few as possible, to find every pair of an own SKU and a relative within others. */
function cheapestReads(own: Skus, within: Skus): Skus {
	// relatives are pairs of a product and a variation: without one of the kinds there is none to be found
	const haveNoRelatives =
		(own.products.length === 0 || within.variations.length === 0) &&
		(own.variations.length === 0 || within.products.length === 0);
	if (haveNoRelatives) return noReads;
	// each of the three finds the relatives of all; with a variation its product is read, often one for several
	const everyProduct: Skus = { ...noReads, products: within.products };
	const everyVariation: Skus = { ...noReads, variations: within.variations };
	const requestsOf = ({ products, variations }: Skus) => products.length + variations.length;
	return minBy([everyProduct, everyVariation, own], requestsOf) ?? own;
}

/** Finds which products and variations belong together; the catalogue then tells it. */
export class Families {
	/** SKUs of which the hub has neither a product nor a variation. */
	readonly absent = new Set<string>();
	/** All products of the hub, once they were asked for. */
	private bySpelling?: ReadonlyMap<string, string>;

	constructor(
		readonly catalogue: Catalogue,
		private readonly mostSingleReads: number,
	) {}

	/** Reads SKUs one by one, of whichever kind they are. */
	async readEach(skus: readonly string[]): Promise<void> {
		const open = skus.filter((sku) => !this.absent.has(sku));
		await this.catalogue.findEach(open);
		await this.collectAbsent(open);
	}

	/** Finds the relatives of `asked` among `all`, which it is part of. */
	async readPairs(asked: readonly string[], all: readonly string[]): Promise<void> {
		if (!this.areMany(asked)) return await this.readEach(asked);
		const reads = cheapestReads(await this.byKind(asked), await this.byKind(all));
		await this.catalogue.findProducts(reads.products);
		await this.catalogue.findEach(reads.variations, { kinds: ['variation'] });
		await this.collectAbsent(reads.variations);
		// relatives of one that cannot be read are found from their own records
		const read = [...reads.products, ...reads.variations];
		if (read.some(this.catalogue.failureOf)) await this.readEach(asked);
	}

	/** Finds out which SKUs the hub does not have. */
	async findAbsent(skus: readonly string[]): Promise<void> {
		if (!this.areMany(skus)) return await this.readEach(skus);
		const { isKnown } = this.catalogue;
		await this.readUnlisted(skus.filter((sku) => !isKnown(sku) && !this.absent.has(sku)));
	}

	/** Finds the products of those SKUs that are variations. */
	async findOwners(skus: readonly string[]): Promise<void> {
		if (!this.areMany(skus)) await this.catalogue.findEach(skus, { kinds: ['variation'] });
		else await this.readUnlisted(skus);
	}

	private areMany(skus: readonly string[]): boolean {
		return areMany(skus.length, this.mostSingleReads);
	}

	/** Reads those SKUs that the product list does not show. */
	private async readUnlisted(skus: readonly string[]): Promise<void> {
		const { variations } = await this.byKind(skus);
		await this.catalogue.findVariations(variations);
		await this.collectAbsent(variations);
	}

	/** The products among SKUs, as the hub writes them; what the product list does not show is a variation. */
	private async byKind(skus: readonly string[]): Promise<Skus> {
		const bySpelling = await this.productsBySpelling();
		const kinds: Skus = { products: [], variations: [] };
		await eachWithPauses(skus, (sku) => {
			const isProduct = this.catalogue.listed.has(sku);
			const product = isProduct ? sku : bySpelling.get(spelling(sku));
			if (product === undefined) kinds.variations.push(sku);
			else kinds.products.push(product);
		});
		return kinds;
	}

	private async productsBySpelling(): Promise<ReadonlyMap<string, string>> {
		const { catalogue } = this;
		if (this.bySpelling !== undefined) return this.bySpelling;
		if (catalogue.pages === undefined) await catalogue.readList();
		const products = new Map<string, string>();
		await eachWithPauses(catalogue.listed, (sku) => void products.set(spelling(sku), sku));
		this.bySpelling = products;
		return products;
	}

	/** Adds to `absent` those of these SKUs, which were looked for, that the hub does not have. */
	private async collectAbsent(skus: readonly string[]): Promise<void> {
		const { isKnown, failureOf } = this.catalogue;
		await eachWithPauses(skus, (sku) => {
			if (!isKnown(sku) && failureOf(sku) === undefined) this.absent.add(sku);
		});
	}
}
