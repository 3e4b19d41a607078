import { eachWithPauses } from '../async';
import type { Catalogue } from './catalogue';
import { readsForPairs, type Skus } from './howToRead';
import { spelling } from './namedEntries';
import type { ReadRequest } from './reading';

/** Finds which products and variations belong together; the catalogue then tells it. */
export class Families {
	/** SKUs of which the hub has neither a product nor a variation; of many, those that the product list does not show. */
	readonly absent = new Set<string>();
	/** All products of the list, once they were asked for. */
	private bySpelling?: ReadonlyMap<string, string>;

	constructor(
		readonly catalogue: Catalogue,
		private readonly isMany: ReadRequest['isMany'],
	) {}

	/** Reads SKUs one by one, of whichever kind they are, with the product of a variation; adds to `absent`. */
	async findFamilies(skus: readonly string[]): Promise<void> {
		const open = skus.filter((sku) => !this.absent.has(sku));
		await this.catalogue.findEach(open);
		await this.collectAbsent(open);
	}

	/**
	 * Finds the relatives of `asked` among `all`, which it is part of: e.g. of SKUs that only the hub lists among all
	 * that are listed or named.
	 */
	async readPairs(asked: readonly string[], all: readonly string[]): Promise<void> {
		if (!this.isMany(asked.length)) return await this.findFamilies(asked);
		const reads = readsForPairs(await this.byKind(asked), await this.byKind(all));
		await this.catalogue.findProducts(reads.products);
		await this.catalogue.findEach(reads.variations, { kinds: ['variation'] });
		// relatives of one that cannot be read are found from their own records
		const read = [...reads.products, ...reads.variations];
		if (read.some(this.catalogue.failureOf)) await this.findFamilies(asked);
	}

	/** Adds to `absent` those of the SKUs that the hub does not have; relatives of many are not read. */
	async findAbsent(skus: readonly string[]): Promise<void> {
		if (!this.isMany(skus.length)) return await this.findFamilies(skus);
		const { isKnown } = this.catalogue;
		await this.readUnlisted(skus.filter((sku) => !isKnown(sku) && !this.absent.has(sku)));
	}

	/** Reads those SKUs that the product list does not show, as variations; a few that are left also as products. */
	private async readUnlisted(skus: readonly string[]): Promise<void> {
		const { variations } = await this.byKind(skus);
		await this.catalogue.findVariations(variations);
		const left = variations.filter((sku) => !this.catalogue.isKnown(sku));
		if (!this.isMany(left.length)) return await this.findFamilies(left);
		await this.collectAbsent(left);
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

	/** Adds to `absent` those of these SKUs, which were looked for, that the hub does not have. */
	private async collectAbsent(skus: readonly string[]): Promise<void> {
		const { isKnown, failureOf } = this.catalogue;
		await eachWithPauses(skus, (sku) => {
			if (!isKnown(sku) && failureOf(sku) === undefined) this.absent.add(sku);
		});
	}
}
