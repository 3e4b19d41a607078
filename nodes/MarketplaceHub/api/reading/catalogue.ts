import chunk from 'lodash/chunk';
import compact from 'lodash/compact';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import { isFatal, orNotFound, toFailure } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList, readProduct, readVariation } from '../reads';
import { isBlank } from '../values/blanks';
import { recordsOf } from '../values/objects';

/** The endpoints of the reads of products. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** The hub answers 404 where a SKU is asked for as the other kind. */
export type SkuKind = 'product' | 'variation';

const otherKind = { product: 'variation', variation: 'product' } as const;

/** Takes what a reading needs of each record: the catalogue keeps none. */
export interface RecordTaker {
	/** Whether more than the SKU of this product is needed from the list, which may show 200,000. */
	takesListItem(sku: string): boolean;
	/** @param item a row of the list, only with `skuProduto` unless `takesListItem` */
	listItem(sku: string, item: IDataObject): void;
	product(sku: string, record: IDataObject): void;
	/** @param product the one that the record names */
	variation?(sku: string, record: IDataObject, product: string | undefined): void;
}

/** The variations in a product's own record. */
export const variationsIn = ({ variacoes }: IDataObject): IDataObject[] =>
	recordsOf(variacoes, 'skuVariacao').filter(({ skuVariacao }) => !isBlank(skuVariacao));

/**
 * The hub's products and their variations, as far as a run has read them (reference: Products). A request
 * gives a page of 100 products, which does not show variations, or one record: that of a product with its
 * variations, or that of a variation. The record of a product is read once.
 */
export class Catalogue {
	/** Products in the list, as far as it was read. */
	readonly listed = new Set<string>();
	/** Whether the list was read. */
	hasList = false;
	/** Reads of products' records, under way or done. */
	private readonly reads = new Map<string, Promise<boolean>>();
	/** The product of each variation. */
	private readonly products = new Map<string, string>();
	/** The variations of each product that was read. */
	private readonly variations = new Map<string, readonly string[]>();

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly taker?: RecordTaker,
	) {}

	/** The product of a variation. */
	productOf = (variation: string): string | undefined => this.products.get(variation);

	/** The variations of a product. */
	variationsOf = (product: string): readonly string[] => this.variations.get(product) ?? [];

	/** The product of a variation, and the variations of a product. */
	relativesOf = (sku: string): string[] =>
		compact([this.productOf(sku), ...this.variationsOf(sku)]);

	/** Whether a record has shown the SKU, as a product or a variation. */
	isKnown = (sku: string): boolean => this.products.has(sku) || this.variations.has(sku);

	/** Products of the list whose own record was not read. */
	async unread(): Promise<string[]> {
		return await filterWithPauses(this.listed, (sku) => !this.reads.has(sku));
	}

	/** Reads the product list: a request for 100 products. @returns those that it has not shown before */
	async readList(): Promise<string[]> {
		const { taker } = this;
		const rows = await readList(this.hub, {
			...productList,
			keeps: (row) =>
				taker?.takesListItem(String(row.skuProduto)) === true ? row : pick(row, 'skuProduto'),
		});
		this.hasList = true;
		const added: string[] = [];
		await eachWithPauses(rows, (row) => {
			const sku = String(row.skuProduto);
			if (!this.listed.has(sku)) added.push(sku);
			this.listed.add(sku);
			taker?.listItem(sku, row);
		});
		return added;
	}

	/** Reads a product, once. @returns whether the hub has it */
	async findProduct(sku: string): Promise<boolean> {
		const reading = this.reads.get(sku) ?? this.readProduct(sku);
		this.reads.set(sku, reading);
		return await reading;
	}

	/** Reads products side by side. */
	async findProducts(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.findProduct(sku));
	}

	/**
	 * Reads a variation, then its product, which shows the others.
	 * @param wantsProduct asked when the variation was read
	 * @returns whether the hub has the variation
	 */
	async findVariation(sku: string, wantsProduct = () => true): Promise<boolean> {
		const record = await recordOrNone(sku, readVariation(this.hub, sku));
		if (record === undefined) return false;
		const product = isBlank(record.skuProduto) ? undefined : String(record.skuProduto);
		this.taker?.variation?.(sku, record, product);
		if (product === undefined) return true;
		this.products.set(sku, product);
		if (wantsProduct()) await this.findProduct(product);
		return true;
	}

	/**
	 * Reads SKUs as the products or variations that they are. Each is asked for first as the kind that the
	 * last one was: a list of one kind then costs answers 404 only where it begins.
	 * @param first the kind that the first ones are asked for as
	 * @param isKnown whether a SKU need not be read: another record may have told of it meanwhile
	 * @returns those that the hub has as neither
	 */
	async findEither(
		skus: readonly string[],
		isKnown: (sku: string) => boolean,
		first: SkuKind = 'product',
		wantsProduct?: () => boolean,
	): Promise<string[]> {
		const absent: string[] = [];
		// one for all that look side by side
		let kind = first;
		await eachBesideOthers(skus, async (sku) => {
			if (isKnown(sku)) return;
			const found = await this.findAs(sku, kind, wantsProduct);
			if (found === undefined) absent.push(sku);
			else kind = found;
		});
		return absent;
	}

	/** Reads a SKU as one kind, else as the other. @returns as which the hub has it */
	private async findAs(
		sku: string,
		first: SkuKind,
		wantsProduct?: () => boolean,
	): Promise<SkuKind | undefined> {
		for (const kind of [first, otherKind[first]]) {
			const isFound =
				kind === 'product'
					? await this.findProduct(sku)
					: await this.findVariation(sku, wantsProduct);
			if (isFound) return kind;
		}
		return undefined;
	}

	private async readProduct(sku: string): Promise<boolean> {
		const record = await recordOrNone(sku, readProduct(this.hub, sku));
		if (record === undefined) return false;
		const variations = variationsIn(record).map(({ skuVariacao }) => String(skuVariacao));
		this.variations.set(sku, variations);
		for (const variation of variations) this.products.set(variation, sku);
		this.taker?.product(sku, record);
		return true;
	}
}

/**
 * The record of a SKU; undefined where the hub has none.
 * @throws HubError that names the SKU, unless every other read would fail as well
 */
async function recordOrNone(
	sku: string,
	reading: Promise<IDataObject>,
): Promise<IDataObject | undefined> {
	return await orNotFound(reading).catch((error: unknown) => {
		const failure = toFailure(error);
		if (isFatal(failure)) throw failure;
		throw failure.with({ message: `The SKU ${sku} cannot be read: ${failure.message}` });
	});
}

/**
 * Works on SKUs side by side, and on neighbours in turn: variations of one product mostly stand beside
 * each other, so that the first one finds the others.
 */
export async function eachBesideOthers(
	skus: readonly string[],
	work: (sku: string) => Promise<unknown>,
): Promise<void> {
	const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
	await mapConcurrently(parts, readsAtOnce, async (part) => {
		for (const sku of part) await work(sku);
	});
}
