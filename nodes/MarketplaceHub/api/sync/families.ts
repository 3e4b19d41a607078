import compact from 'lodash/compact';
import memoize from 'lodash/memoize';
import minBy from 'lodash/minBy';
import once from 'lodash/once';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../async';
import { readsAtOnce } from '../http/runLimit';
import { readList } from '../pagination';
import { productList } from '../reads';
import { eachBesideOthers, type ProductRecords, variationsIn } from './productRecords';
import { spelling } from './reading';

/** Which variations belong to which product, as far as it was read. */
export class Families {
	private readonly products = new Map<string, string>();
	private readonly variations = new Map<string, string[]>();
	/** SKUs of which the hub has neither a product nor a variation. */
	readonly absent = new Set<string>();

	/** @param few so many SKUs are looked up one by one */
	constructor(
		private readonly records: ProductRecords,
		private readonly few: number,
	) {
		records.onRead({
			product: (product, record) => {
				const skus = variationsIn(record).map(({ skuVariacao }) => String(skuVariacao));
				this.variations.set(product, skus);
				for (const sku of skus) this.products.set(sku, product);
			},
		});
	}

	/** The product of a variation. */
	productOf = (variation: string) => this.products.get(variation);

	/** The variations of a product. */
	variationsOf = (product: string): readonly string[] => this.variations.get(product) ?? [];

	/**
	 * Finds the product or the variations of each SKU in `asked` among `all`. Few SKUs are read one by one.
	 * Else the product list tells products from variations, and the kind with fewer SKUs is read.
	 * @param all every product of the hub when left out
	 */
	async readOf(asked: readonly string[], all?: readonly string[]): Promise<void> {
		if (asked.length <= this.few) return await this.readSingly(asked);
		const bySpelling = await this.listed();
		const productNamed = memoize((sku: string) => bySpelling.get(spelling(sku)));
		/** The products among SKUs, as the hub writes them, and the others. */
		const apart = (skus: readonly string[]) => {
			const variations = skus.filter((sku) => productNamed(sku) === undefined);
			return [compact(skus.map(productNamed)), variations] as const;
		};
		const [products, variations] = apart(all ?? [...bySpelling.values(), ...asked]);
		const [askedProducts, askedVariations] = apart(asked);
		const isApart =
			(askedProducts.length === 0 || variations.length === 0) &&
			(askedVariations.length === 0 || products.length === 0);
		if (isApart) return;
		const ways: Array<readonly [products: string[], variations: string[]]> = [
			[products, []],
			[[], variations],
			[askedProducts, askedVariations],
		];
		const [own = [], rest = []] = minBy(ways, (way) => way[0].length + way[1].length) ?? [];
		await mapConcurrently(own, readsAtOnce, async (sku) => await this.records.product(sku));
		await this.readVariations(rest);
	}

	/** Reads the products of those SKUs that are variations. */
	async readOwners(skus: readonly string[]): Promise<void> {
		if (skus.length <= this.few) await this.readVariations(skus);
		else await this.readOf(skus);
	}

	/** The products of the hub by their spelling, read once. */
	private readonly listed = once(async (): Promise<ReadonlyMap<string, string>> => {
		const list = { ...productList, keeps: (row: IDataObject) => pick(row, 'skuProduto') };
		const rows = await readList(this.records.hub, list);
		return new Map(rows.map(({ skuProduto }) => [spelling(skuProduto), String(skuProduto)]));
	});

	private async readSingly(skus: readonly string[]): Promise<void> {
		const isKnown = (sku: string) => this.products.has(sku) || this.absent.has(sku);
		for (const sku of await this.records.either(skus, isKnown)) this.absent.add(sku);
	}

	private async readVariations(skus: readonly string[]): Promise<void> {
		await eachBesideOthers(skus, async (sku) => {
			if (this.products.has(sku) || (await this.records.variation(sku))) return;
			if (!this.variations.has(sku)) this.absent.add(sku);
		});
	}
}
