import type { IDataObject } from 'n8n-workflow';
import { orNotFound } from '../errors';
import type { Hub } from '../hub';
import { readProduct, readVariation } from '../records';
import { isBlank, isRecord } from '../values/checks';
import { lookUp, type SkuKind } from './lookUp';

/** The endpoints of the reads of products. */
export const productEndpoints = ['productList', 'productGet', 'variationGet'] as const;
export type ProductEndpoint = (typeof productEndpoints)[number];

/** What is to be noted of a record when it is read. */
export interface Notes {
	product?: (sku: string, record: IDataObject) => void;
	/** @param product the one that the variation's record names */
	variation?: (sku: string, record: IDataObject, product: string | undefined) => void;
}

/** The variations in a product's own record. */
export const variationsIn = ({ variacoes }: IDataObject): IDataObject[] =>
	[variacoes].flat().filter(isRecord);

/**
 * The records of products and variations that a run reads one by one (reference: Products). A product is
 * read once, whoever asks for it. No record is kept: `onRead` says what is noted of each.
 */
export class ProductRecords {
	private readonly notes: Notes[] = [];
	/** Reads of products, under way or done. */
	private readonly reads = new Map<string, Promise<boolean>>();

	constructor(readonly hub: Hub<ProductEndpoint>) {}

	/** Notes something of each record that is read from now on. */
	onRead(notes: Notes): void {
		this.notes.push(notes);
	}

	isRead = (product: string): boolean => this.reads.has(product);

	/** Reads a product. @returns whether the hub has it */
	async product(sku: string): Promise<boolean> {
		const reading = this.reads.get(sku) ?? this.readProduct(sku);
		this.reads.set(sku, reading);
		return await reading;
	}

	/**
	 * Reads a variation, then its product.
	 *
	 * @param wantsProduct asked when the variation was read
	 * @returns whether the hub has the variation
	 */
	async variation(sku: string, wantsProduct = () => true): Promise<boolean> {
		const record = await orNotFound(readVariation(this.hub, sku));
		if (record === undefined) return false;
		const product = isBlank(record.skuProduto) ? undefined : String(record.skuProduto);
		for (const { variation } of this.notes) variation?.(sku, record, product);
		if (product !== undefined && wantsProduct()) await this.product(product);
		return true;
	}

	/**
	 * Reads each SKU as the product or the variation that it is, unless another record has told of it.
	 *
	 * @param guess the kind as which SKUs are asked for first
	 * @returns those that the hub has as neither
	 */
	async either(
		skus: readonly string[],
		isKnown: (sku: string) => boolean,
		{ guess, wantsProduct }: { guess?: SkuKind; wantsProduct?: () => boolean } = {},
	): Promise<string[]> {
		const ways = {
			product: async (sku: string) => await this.product(sku),
			variation: async (sku: string) => await this.variation(sku, wantsProduct),
			isKnown,
		};
		return await lookUp(skus, ways, guess);
	}

	private async readProduct(sku: string): Promise<boolean> {
		const record = await orNotFound(readProduct(this.hub, sku));
		if (record === undefined) return false;
		for (const { product } of this.notes) product?.(sku, record);
		return true;
	}
}
