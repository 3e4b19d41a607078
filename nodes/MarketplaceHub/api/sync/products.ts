import {
	few,
	type ReadRequest,
	type Reading,
	orNotFound,
	type Comparable,
	toComparable,
	type SyncFields,
} from './reading';
import chunk from 'lodash/chunk';
import { mapConcurrently } from '../async';
import type { Hub } from '../hub';
import { readsAtOnce } from '../http/run';
import { readList } from '../pagination';
import { comparable, assertAbout } from '../schemas/answers';
import mapValues from 'lodash/mapValues';
import { z } from 'zod';

/**
 * What the hub holds of SKUs of products and variations (reference: Products). The list shows products
 * without variations; it does not say which have some, so that variations are read from the records of
 * their products: from those of all where more are open than there are, else of each one's own.
 */
export async function readProducts(hub: ProductHub, request: ReadRequest): Promise<Reading> {
	const { wanted, others, countsAll } = request;
	const lookup = new ProductLookup(hub, request);
	if (wanted.size > few || others || countsAll) {
		await lookup.list();
		if (others) await lookup.products(lookup.unread.filter((sku) => !lookup.isWanted(sku)));
		await lookup.products(lookup.open.filter((sku) => lookup.isListed(sku)));
		const { open, unread } = lookup;
		if (open.length >= unread.length) await lookup.products(unread);
		else if (open.length > few) await lookup.variations(open);
		if (lookup.open.length > few) await lookup.products(await lookup.list());
	}
	const { open } = lookup;
	if (open.length <= few) await lookup.singly(open);
	return lookup.result();
}

export type ProductHub = Hub<'productList' | 'productGet' | 'variationGet'>;

/** What was found of the SKUs that are wanted, and the reads that find out the rest. */
class ProductLookup {
	private readonly values = new Map<string, Comparable>();
	private readonly others = new Map<string, Comparable>();
	private readonly listed = new Set<string>();
	/** Products whose own record was read, or is gone. */
	private readonly read = new Set<string>();
	/** Products that the input names, by their own SKU or a variation's. */
	private readonly namedProducts = new Set<string>();

	constructor(
		private readonly hub: ProductHub,
		private readonly request: ReadRequest,
	) {}

	/** Wanted SKUs that were not found yet. */
	get open(): string[] {
		return [...this.request.wanted.keys()].filter((sku) => !this.values.has(sku));
	}

	/** Products of the list whose own record was not read. */
	get unread(): string[] {
		return [...this.listed].filter((sku) => !this.read.has(sku));
	}

	isWanted(sku: string): boolean {
		return this.request.wanted.has(sku);
	}

	isListed(sku: string): boolean {
		return this.listed.has(sku);
	}

	result(): Reading {
		const { values, others, request } = this;
		const { size: named } = request.others ? values : this.namedProducts;
		const inHub = request.others ? values.size + others.size : this.listed.size;
		return { values, others, whole: request.countsAll ? { named, inHub } : undefined };
	}

	/** Reads the product list; gives the products that it has not shown before. */
	async list(): Promise<string[]> {
		const { wanted } = this.request;
		const products = await readList(this.hub, {
			endpoint: 'productList',
			rows: listedProducts(this.request),
			identity: (product) => (typeof product === 'string' ? product : product.sku),
		});
		return products.flatMap((product) => {
			const { sku, values } = typeof product === 'string' ? { sku: product } : product;
			const isNew = !this.listed.has(sku);
			this.listed.add(sku);
			const compared = Object.keys(wanted.get(sku) ?? {});
			if (values !== undefined && compared.every((name) => name in values))
				this.keep(sku, values, sku);
			return isNew ? [sku] : [];
		});
	}

	/** Reads the records of products with their variations, each once. */
	async products(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.product(sku));
	}

	/**
	 * Looks up variations by their own SKUs, and with the first of a product all its others. Those of
	 * one product mostly stand beside each other, so that neighbours are looked up one after another.
	 */
	async variations(skus: readonly string[]): Promise<void> {
		const parts = chunk(skus, Math.ceil(skus.length / readsAtOnce));
		await mapConcurrently(parts, readsAtOnce, async (part) => {
			for (const sku of part) {
				const product = await this.variation(sku);
				if (product !== undefined) await this.product(product);
			}
		});
	}

	/** Looks up each SKU by itself: as a product, else as a variation. */
	async singly(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => {
			await this.product(sku);
			await this.variation(sku);
		});
	}

	private async product(sku: string): Promise<void> {
		if (this.read.has(sku)) return;
		this.read.add(sku);
		const { fields } = this.request;
		const found = await orNotFound(
			this.hub.request('productGet', { path: { sku } }, readProduct(fields, sku)),
		);
		if (found === undefined) return;
		// stock and prices of a product with variations are theirs
		if (found.variations.size === 0 || this.isWanted(sku)) this.keep(sku, found.values, sku);
		for (const [variationSku, values] of found.variations) this.keep(variationSku, values, sku);
	}

	/** The product of a variation that was not found yet; undefined for what is none. */
	private async variation(sku: string): Promise<string | undefined> {
		if (this.values.has(sku)) return undefined;
		const { fields } = this.request;
		const found = await orNotFound(
			this.hub.request('variationGet', { path: { sku } }, readVariation(fields, sku)),
		);
		if (found !== undefined) this.keep(sku, found.values, found.owner ?? sku);
		return found?.owner;
	}

	private keep(sku: string, values: Comparable, product: string): void {
		const { others, named } = this.request;
		if (this.isWanted(sku)) {
			this.values.set(sku, values);
			this.namedProducts.add(product);
		} else if (others && (sku === product || !named.has(comparable(product)))) {
			// variations of a product that is named itself count as named
			this.others.set(sku, values);
		}
	}
}

type Reader<Answer> = z.ZodType<Answer, z.ZodTypeDef, unknown>;

const identifier = z.union([z.string(), z.number()]).transform(String);

/** Of a record nothing but its SKU and what is compared: the rest of it is never copied or kept. */
const comparedIn = (fields: SyncFields) => mapValues(fields, () => z.unknown());
const product = (fields: SyncFields) => z.object({ skuProduto: identifier, ...comparedIn(fields) });
const variation = (fields: SyncFields) =>
	z.object({ skuVariacao: identifier, ...comparedIn(fields) });

/** A product of the list: its SKU alone unless it is wanted, since there may be many of them. */
type ListedProduct = string | { sku: string; values: Comparable };

/** A page of the product list (reference: Products). */
const listedProducts = ({ wanted, fields }: ReadRequest): Reader<ListedProduct[]> => {
	const row = product(fields);
	return z.object({ produtos: z.array(z.unknown()) }).transform(({ produtos }) =>
		produtos.flatMap((record): ListedProduct[] => {
			const { data } = row.safeParse(record);
			if (data === undefined) return [];
			const sku = data.skuProduto;
			return [wanted.has(sku) ? { sku, values: toComparable(data, fields) } : sku];
		}),
	);
};

/** A product as its own record shows it. */
interface ReadProduct {
	values: Comparable;
	/** By SKU; none for a product without variations. */
	variations: ReadonlyMap<string, Comparable>;
}

/** The product with this SKU and its variations (reference: Product). */
const readProduct = (fields: SyncFields, sku: string): Reader<ReadProduct> =>
	product(fields)
		.extend({ variacoes: z.array(variation(fields)).nullish().catch(undefined) })
		.superRefine(({ skuProduto }, context) => assertAbout(skuProduto, 'skuProduto', [sku], context))
		.transform((record) => ({
			values: toComparable(record, fields),
			variations: new Map(
				(record.variacoes ?? []).map((entry) => [entry.skuVariacao, toComparable(entry, fields)]),
			),
		}));

/** The variation with this SKU and the product it belongs to (reference: Variation). */
export const readVariation = (
	fields: SyncFields,
	sku: string,
): Reader<{ owner?: string; values: Comparable }> =>
	variation(fields)
		.extend({ skuProduto: identifier.optional().catch(undefined) })
		.superRefine(({ skuVariacao }, context) =>
			assertAbout(skuVariacao, 'skuVariacao', [sku], context),
		)
		.transform((record) => ({ owner: record.skuProduto, values: toComparable(record, fields) }));
