import minBy from 'lodash/minBy';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses } from '../async';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList } from '../reads';
import {
	eachBesideOthers,
	type ProductEndpoint,
	ProductRecords,
	type RecordReader,
	variationsIn,
} from './productRecords';
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

/** Products and their variations, as far as they were read. */
export class Families implements RecordReader {
	/** The product of each variation. */
	private readonly owners = new Map<string, string>();
	private readonly variations = new Map<string, string[]>();
	/** SKUs of which the hub has neither a product nor a variation. */
	readonly absent = new Set<string>();
	/** The products of the hub by their spelling, once the list was read. */
	private list?: ReadonlyMap<string, string>;
	private readonly records: ProductRecords;

	/** @param few so many SKUs are looked up one by one */
	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly few: number,
	) {
		this.records = new ProductRecords(hub, this);
	}

	/** Notes a product's variations, whoever has read its record. */
	noteProduct(product: string, record: IDataObject): void {
		const skus = variationsIn(record).map(({ skuVariacao }) => String(skuVariacao));
		this.variations.set(product, skus);
		for (const sku of skus) this.owners.set(sku, product);
	}

	/** Notes all products of the hub, whoever has read the list. */
	async noteListed(products: Iterable<string>): Promise<ReadonlyMap<string, string>> {
		const list = new Map(this.list);
		await eachWithPauses(products, (sku) => void list.set(spelling(sku), sku));
		this.list = list;
		return list;
	}

	/** The product of a variation. */
	productOf = (variation: string) => this.owners.get(variation);

	/** The variations of a product. */
	variationsOf = (product: string): readonly string[] => this.variations.get(product) ?? [];

	/**
	 * Finds the product or the variations of each SKU in `asked` among others. Few SKUs are read one by one.
	 * Else the product list tells products from variations, and what costs the fewest reads is read: every
	 * product, every variation, or the SKUs that are asked for.
	 * @param among every product of the hub when left out
	 */
	async readOf(asked: readonly string[], among?: readonly string[]): Promise<void> {
		if (asked.length <= this.few) return await this.readSingly(asked);
		const own = await this.byKind(asked);
		const within =
			among === undefined
				? { ...own, products: [...(await this.listed()).values()] }
				: await this.byKind(among);
		const { products, variations } = cheapestReads(own, within);
		await this.readProducts(products);
		await this.readVariations(variations);
	}

	/** The products among SKUs, as the hub writes them; what the product list does not show is a variation. */
	private async byKind(skus: readonly string[]): Promise<Skus> {
		const bySpelling = await this.listed();
		const kinds: Skus = { products: [], variations: [] };
		await eachWithPauses(skus, (sku) => {
			const product = bySpelling.get(spelling(sku));
			if (product === undefined) kinds.variations.push(sku);
			else kinds.products.push(product);
		});
		return kinds;
	}

	/**
	 * Finds out which SKUs the hub does not have: what the product list does not show is looked up as a variation, in all
	 * products that were not read where these are fewer.
	 */
	async findAbsent(skus: readonly string[]): Promise<void> {
		const unknown = skus.filter((sku) => !this.isKnown(sku) && !this.absent.has(sku));
		if (skus.length <= this.few) return await this.readSingly(unknown);
		const bySpelling = await this.listed();
		const open = await filterWithPauses(unknown, (sku) => !bySpelling.has(spelling(sku)));
		const unread = [...bySpelling.values()].filter(this.isUnread);
		if (open.length < unread.length) return await this.readVariations(open);
		await this.readProducts(unread);
		for (const sku of open) if (!this.isKnown(sku)) this.absent.add(sku);
	}

	/** Reads the products of those SKUs that are variations. */
	async readOwners(skus: readonly string[]): Promise<void> {
		if (skus.length <= this.few) await this.readVariations(skus);
		else await this.readOf(skus);
	}

	private async listed(): Promise<ReadonlyMap<string, string>> {
		if (this.list !== undefined) return this.list;
		const list = { ...productList, keeps: (row: IDataObject) => pick(row, 'skuProduto') };
		const rows = await readList(this.hub, list);
		return await this.noteListed(rows.map(({ skuProduto }) => String(skuProduto)));
	}

	private readonly isUnread = (product: string) => !this.variations.has(product);

	private readonly isKnown = (sku: string) => this.owners.has(sku) || this.variations.has(sku);

	private async readSingly(skus: readonly string[]): Promise<void> {
		const isDone = (sku: string) => this.isKnown(sku) || this.absent.has(sku);
		const options = { wantsProduct: this.isUnread };
		for (const sku of await this.records.findEither(skus, isDone, options)) this.absent.add(sku);
	}

	private async readProducts(skus: readonly string[]): Promise<void> {
		await this.records.findProducts(skus.filter(this.isUnread));
	}

	private async readVariations(skus: readonly string[]): Promise<void> {
		await eachBesideOthers(skus, async (sku) => {
			if (this.owners.has(sku)) return;
			if (await this.records.findVariation(sku, this.isUnread)) return;
			if (!this.variations.has(sku)) this.absent.add(sku);
		});
	}
}
