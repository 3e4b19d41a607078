import chunk from 'lodash/chunk';
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
import { few, spelling } from './reading';

export type FamilyEndpoint = 'productList' | 'productGet' | 'variationGet';

/** The variations in a product's own record. */
export const variationsIn = ({ variacoes }: IDataObject): IDataObject[] =>
	[variacoes].flat().filter(isRecord);

/** The product that a variation's own record names. */
export const ownerOf = ({ skuProduto }: IDataObject): string | undefined =>
	isBlank(skuProduto) ? undefined : String(skuProduto);

/** The products of those SKUs that are variations. */
export async function ownersOf(
	hub: Hub<'variationGet'>,
	skus: readonly string[],
): Promise<string[]> {
	const owners = await mapConcurrently(skus, readsAtOnce, async (sku) =>
		ownerOf((await orNotFound(readVariation(hub, sku))) ?? {}),
	);
	return compact(owners);
}

/** Which variations belong to which product, as far as it was read. */
export class Families {
	private readonly products = new Map<string, string>();
	private readonly variations = new Map<string, string[]>();
	private readonly read = new Set<string>();
	/** SKUs of which the hub has neither a product nor a variation. */
	readonly absent = new Set<string>();

	constructor(private readonly hub: Hub<FamilyEndpoint>) {}

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
		if (asked.length <= few) return await this.readSingly(asked);
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

	private async readSingly(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => {
			const isProduct = await this.readFamily(sku);
			if (!isProduct) await this.readOwner(sku);
		});
	}

	/** Those of one product mostly stand beside each other: the first one finds the others. */
	private async readVariations(skus: readonly string[]): Promise<void> {
		const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
		await mapConcurrently(parts, readsAtOnce, async (part) => {
			for (const sku of part) await this.readOwner(sku);
		});
	}

	private async readOwner(sku: string): Promise<void> {
		if (this.products.has(sku)) return;
		const record = await orNotFound(readVariation(this.hub, sku));
		if (record === undefined && !this.variations.has(sku)) this.absent.add(sku);
		const owner = ownerOf(record ?? {});
		if (owner !== undefined) await this.readFamily(owner);
	}

	/** @returns whether it is a product */
	private async readFamily(sku: string): Promise<boolean> {
		if (this.read.has(sku)) return this.variations.has(sku);
		this.read.add(sku);
		const record = await orNotFound(readProduct(this.hub, sku));
		if (record === undefined) return false;
		const variations = variationsIn(record).map(({ skuVariacao }) => String(skuVariacao));
		this.variations.set(sku, variations);
		for (const variation of variations) this.products.set(variation, sku);
		return true;
	}
}
