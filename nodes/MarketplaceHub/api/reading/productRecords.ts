import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../async';
import { isFatal, orNotFound, toFailure } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readProduct, readVariation } from '../reads';
import { isBlank } from '../values/checks';
import { recordsOf } from '../values/lists';

/** The endpoints of the reads of products. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** The hub answers 404 where a SKU is asked for as the other kind. */
export type SkuKind = 'product' | 'variation';

const kindsInOrder: Readonly<Record<SkuKind, readonly SkuKind[]>> = {
	product: ['product', 'variation'],
	variation: ['variation', 'product'],
};

/** Whether the record of a product is wanted, too. */
type Wants = (product: string) => boolean;

/** Takes from records what a run needs of them. */
export interface RecordReader {
	noteProduct(sku: string, record: IDataObject): void;
	/** @param product the one that the variation's record names */
	noteVariation?(sku: string, record: IDataObject, product: string | undefined): void;
}

/**
 * The record of a SKU; undefined where the hub has none.
 * @throws HubError that names the SKU, unless every other read would fail as well
 */
export async function recordOrNone(
	sku: string,
	reading: Promise<IDataObject>,
): Promise<IDataObject | undefined> {
	return await orNotFound(reading).catch((error: unknown) => {
		const failure = toFailure(error);
		if (isFatal(failure)) throw failure;
		throw failure.with({ message: `The SKU ${sku} cannot be read: ${failure.message}` });
	});
}

/** The variations in a product's own record. */
export const variationsIn = ({ variacoes }: IDataObject): IDataObject[] =>
	recordsOf(variacoes, 'skuVariacao').filter(({ skuVariacao }) => !isBlank(skuVariacao));

/**
 * The records of products and variations that are read one by one (reference: Products), each product
 * once. No record is kept: `reader` takes from each what it needs.
 */
export class ProductRecords {
	/** Reads of products, under way or done. */
	private readonly reads = new Map<string, Promise<boolean>>();

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly reader: RecordReader,
	) {}

	isRead = (product: string): boolean => this.reads.has(product);

	/** Reads a product. @returns whether the hub has it */
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
	 * Reads a variation, then its product.
	 *
	 * @param wantsProduct asked when the variation was read
	 * @returns whether the hub has the variation
	 */
	async findVariation(sku: string, wantsProduct: Wants): Promise<boolean> {
		const record = await recordOrNone(sku, readVariation(this.hub, sku));
		if (record === undefined) return false;
		const product = isBlank(record.skuProduto) ? undefined : String(record.skuProduto);
		this.reader.noteVariation?.(sku, record, product);
		if (product !== undefined && wantsProduct(product)) await this.findProduct(product);
		return true;
	}

	/**
	 * Reads each SKU as the product or the variation that it is, unless another record has told of it. Each
	 * is asked for first as the kind that the last one was: a list of one kind then costs answers 404 only
	 * where it begins.
	 *
	 * @param guess the kind that the first ones are
	 * @returns those that the hub has as neither
	 */
	async findEither(
		skus: readonly string[],
		isKnown: (sku: string) => boolean,
		{ guess = 'product', wantsProduct }: { guess?: SkuKind; wantsProduct: Wants },
	): Promise<string[]> {
		const absent: string[] = [];
		const find = {
			product: async (sku: string) => await this.findProduct(sku),
			variation: async (sku: string) => await this.findVariation(sku, wantsProduct),
		};
		// shared by those that look side by side
		let lastKind = guess;
		await eachBesideOthers(skus, async (sku) => {
			if (isKnown(sku)) return;
			for (const kind of kindsInOrder[lastKind])
				if (await find[kind](sku)) {
					lastKind = kind;
					return;
				}
			absent.push(sku);
		});
		return absent;
	}

	private async readProduct(sku: string): Promise<boolean> {
		const record = await recordOrNone(sku, readProduct(this.hub, sku));
		if (record === undefined) return false;
		this.reader.noteProduct(sku, record);
		return true;
	}
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
