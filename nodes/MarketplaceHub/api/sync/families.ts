import compact from 'lodash/compact';
import memoize from 'lodash/memoize';
import minBy from 'lodash/minBy';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../async';
import { orNotFound } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList, readProduct, readVariation } from '../records';
import { isBlank, isRecord } from '../values/checks';
import { eachBesideOthers, lookUp } from './lookUp';
import { spelling } from './reading';

export type FamilyEndpoint = 'productList' | 'productGet' | 'variationGet';

/** The variations in a product's own record. */
export const variationsIn = ({ variacoes }: IDataObject): IDataObject[] =>
	[variacoes].flat().filter(isRecord);

/** The product that a variation's own record names. */
export const ownerOf = ({ skuProduto }: IDataObject): string | undefined =>
	isBlank(skuProduto) ? undefined : String(skuProduto);

/** Which variations belong to which product, as far as it was read. */
export class Families {
	private readonly products = new Map<string, string>();
	private readonly variations = new Map<string, string[]>();
	/** Reads of products under way or done. */
	private readonly reads = new Map<string, Promise<boolean>>();
	/** SKUs of which the hub has neither a product nor a variation. */
	readonly absent = new Set<string>();

	/** @param few so many SKUs are looked up one by one */
	constructor(
		private readonly hub: Hub<FamilyEndpoint>,
		private readonly few: number,
	) {}

	/** The product of a variation. */
	productOf = (variation: string) => this.products.get(variation);

	/** The variations of a product. */
	variationsOf = (product: string): readonly string[] => this.variations.get(product) ?? [];

	/**
	 * Reads of each SKU `asked` about which of `all` is its product or its variation: of few from their
	 * own records; else the product list tells products from variations, and the fewer are read.
	 * @param all every product of the hub when left out
	 */
	async readOf(asked: readonly string[], all?: readonly string[]): Promise<void> {
		if (asked.length <= this.few) return await this.readSingly(asked);
		const list = { ...productList, keeps: (row: IDataObject) => pick(row, 'skuProduto') };
		const rows = await readList(this.hub, list);
		const bySpelling = new Map(
			rows.map(({ skuProduto }) => [spelling(skuProduto), String(skuProduto)]),
		);
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
		const [records = [], rest = []] =
			minBy(ways, ([own, other]) => own.length + other.length) ?? [];
		await mapConcurrently(records, readsAtOnce, async (sku) => await this.readFamily(sku));
		await this.readVariations(rest);
	}

	/** The products and the variations of a few SKUs. */
	async relativesOf(skus: readonly string[]): Promise<string[]> {
		await this.readSingly(skus);
		return compact(skus.flatMap((sku) => [this.productOf(sku), ...this.variationsOf(sku)]));
	}

	/** Reads the products of those SKUs that are variations. */
	async readOwners(skus: readonly string[]): Promise<void> {
		if (skus.length <= this.few) await this.readVariations(skus);
		else await this.readOf(skus);
	}

	private async readSingly(skus: readonly string[]): Promise<void> {
		const absent = await lookUp(skus, {
			product: async (sku) => await this.readFamily(sku),
			variation: async (sku) => await this.readVariation(sku),
			isKnown: (sku) => this.products.has(sku) || this.absent.has(sku),
		});
		for (const sku of absent) this.absent.add(sku);
	}

	private async readVariations(skus: readonly string[]): Promise<void> {
		await eachBesideOthers(skus, async (sku) => {
			if (this.products.has(sku) || (await this.readVariation(sku))) return;
			if (!this.variations.has(sku)) this.absent.add(sku);
		});
	}

	/** Reads the family of a variation; @returns whether it is one */
	private async readVariation(sku: string): Promise<boolean> {
		const record = await orNotFound(readVariation(this.hub, sku));
		const owner = ownerOf(record ?? {});
		if (owner !== undefined) await this.readFamily(owner);
		return record !== undefined;
	}

	/** Reads the family of a product, once; @returns whether it is one */
	private async readFamily(sku: string): Promise<boolean> {
		const reading = this.reads.get(sku) ?? this.readRecord(sku);
		this.reads.set(sku, reading);
		return await reading;
	}

	private async readRecord(sku: string): Promise<boolean> {
		const record = await orNotFound(readProduct(this.hub, sku));
		if (record === undefined) return false;
		const variations = variationsIn(record).map(({ skuVariacao }) => String(skuVariacao));
		this.variations.set(sku, variations);
		for (const variation of variations) this.products.set(variation, sku);
		return true;
	}
}
