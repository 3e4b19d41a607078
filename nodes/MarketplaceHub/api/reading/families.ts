import minBy from 'lodash/minBy';
import { eachWithPauses, filterWithPauses } from '../async';
import { type Catalogue, eachBesideOthers } from './catalogue';
import { spelling } from './reading';

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
	// each of the three finds the relatives of all
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

	/** @param mostSingleReads so many SKUs are looked up one by one */
	constructor(
		readonly catalogue: Catalogue,
		private readonly mostSingleReads: number,
	) {}

	/**
	 * Finds the product or the variations of each SKU in `asked` among others. Few SKUs are read one by one.
	 * Else the product list tells products from variations, and what costs the fewest reads is read: every
	 * product, every variation, or the SKUs that are asked for.
	 * @param among every product of the hub when left out
	 */
	async readOf(asked: readonly string[], among?: readonly string[]): Promise<void> {
		if (asked.length <= this.mostSingleReads) return await this.readSingly(asked);
		const listed = await this.listed();
		const own = await byKind(asked, listed);
		const within =
			among === undefined
				? { ...own, products: [...listed.values()] }
				: await byKind(among, listed);
		const { products, variations } = cheapestReads(own, within);
		await this.catalogue.findProducts(products);
		await this.readVariations(variations);
	}

	/**
	 * Finds out which SKUs the hub does not have: what the product list does not show is looked up as a variation, in all
	 * products that were not read where these are fewer.
	 */
	async findAbsent(skus: readonly string[]): Promise<void> {
		const { isKnown } = this.catalogue;
		const unknown = skus.filter((sku) => !isKnown(sku) && !this.absent.has(sku));
		if (skus.length <= this.mostSingleReads) return await this.readSingly(unknown);
		const listed = await this.listed();
		const unlisted = await filterWithPauses(unknown, (sku) => !listed.has(spelling(sku)));
		const unread = await this.catalogue.unread();
		if (unlisted.length < unread.length) return await this.readVariations(unlisted);
		await this.catalogue.findProducts(unread);
		for (const sku of unlisted) if (!isKnown(sku)) this.absent.add(sku);
	}

	/** Reads the products of those SKUs that are variations. */
	async readOwners(skus: readonly string[]): Promise<void> {
		if (skus.length <= this.mostSingleReads) await this.readVariations(skus);
		else await this.readOf(skus);
	}

	/** All products of the hub, by their spelling. */
	private async listed(): Promise<ReadonlyMap<string, string>> {
		const { catalogue } = this;
		if (this.bySpelling !== undefined) return this.bySpelling;
		if (!catalogue.hasList) await catalogue.readList();
		const listed = new Map<string, string>();
		await eachWithPauses(catalogue.listed, (sku) => void listed.set(spelling(sku), sku));
		this.bySpelling = listed;
		return listed;
	}

	private async readSingly(skus: readonly string[]): Promise<void> {
		const { catalogue, absent } = this;
		const isDone = (sku: string) => catalogue.isKnown(sku) || absent.has(sku);
		for (const sku of await catalogue.findEither(skus, isDone)) absent.add(sku);
	}

	/** Reads variations and their products. */
	private async readVariations(skus: readonly string[]): Promise<void> {
		const { catalogue, absent } = this;
		await eachBesideOthers(skus, async (sku) => {
			const product = catalogue.productOf(sku);
			if (product !== undefined) await catalogue.findProduct(product);
			else if (!(await catalogue.findVariation(sku)) && !catalogue.isKnown(sku)) absent.add(sku);
		});
	}
}

/** The products among SKUs, as the hub writes them; what the product list does not show is a variation. */
async function byKind(skus: readonly string[], listed: ReadonlyMap<string, string>): Promise<Skus> {
	const kinds: Skus = { products: [], variations: [] };
	await eachWithPauses(skus, (sku) => {
		const product = listed.get(spelling(sku));
		if (product === undefined) kinds.variations.push(sku);
		else kinds.products.push(product);
	});
	return kinds;
}
