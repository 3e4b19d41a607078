import pick from 'lodash/pick';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import { orNotFound } from '../errors';
import { readsAtOnce } from '../http/runLimit';
import type { Hub } from '../hub';
import { readList } from '../pagination';
import { productList, readProduct, readVariation } from '../records';
import { ownerOf, variationsIn } from './families';
import { eachBesideOthers, type SkuKind, lookUp } from './lookUp';
import {
	type Comparable,
	type Held,
	type Reading,
	type ReadRequest,
	spellingOf,
	toComparable,
} from './reading';

/**
 * Reads SKUs of products and variations (reference: Products). The list shows products
 * without variations; it does not say which have some, so that variations are read from the records of
 * their products: from those of all where more are open than there are, else of each one's own.
 * @param guess the kind as which SKUs are looked for first
 */
export async function readProducts(
	hub: ProductHub,
	request: ReadRequest,
	guess?: SkuKind,
): Promise<Reading> {
	const { wanted, few, others, countsAll } = request;
	const lookup = new ProductLookup(hub, request);
	if (wanted.size > few || others || countsAll) {
		await lookup.list();
		if (others) await lookup.products((await lookup.unread()).filter((sku) => !wanted.has(sku)));
		await lookup.products((await lookup.open()).filter((sku) => lookup.listed.has(sku)));
		const [open, unread] = [await lookup.open(), await lookup.unread()];
		if (open.length >= unread.length) await lookup.products(unread);
		else if (open.length > few) await lookup.variations(open);
		if ((await lookup.open()).length > few) await lookup.products(await lookup.list());
	}
	const open = await lookup.open();
	if (open.length <= few) await lookup.singly(open, guess);
	return lookup.result();
}

type ProductHub = Hub<'productList' | 'productGet' | 'variationGet'>;

/** The wanted SKUs that were found, and the reads that find the rest. */
class ProductLookup {
	private readonly values = new Map<string, Comparable>();
	private readonly others = new Map<string, Held>();
	readonly listed = new Set<string>();
	/** Reads of products' own records, under way or done. */
	private readonly reads = new Map<string, Promise<boolean>>();
	/** The product of each SKU that was found, its own or a variation's. */
	private readonly owners = new Map<string, string>();

	constructor(
		private readonly hub: ProductHub,
		private readonly request: ReadRequest,
	) {}

	/** Wanted SKUs that were not found yet. */
	async open(): Promise<string[]> {
		return await filterWithPauses(this.request.wanted.keys(), (sku) => !this.values.has(sku));
	}

	/** Products of the list whose own record was not read. */
	async unread(): Promise<string[]> {
		return await filterWithPauses(this.listed, (sku) => !this.reads.has(sku));
	}

	result(): Reading {
		const { values, others, owners, request } = this;
		return {
			values,
			others: [...others.values()],
			owners,
			whole: request.countsAll ? this.counts() : undefined,
		};
	}

	private counts(): Reading['whole'] {
		const { values, others, owners, listed, request } = this;
		return request.others
			? { named: values.size, inHub: values.size + others.size }
			: { named: new Set(owners.values()).size, inHub: listed.size };
	}

	/** Reads the product list; gives the products that it has not shown before. */
	async list(): Promise<string[]> {
		const { wanted, fields } = this.request;
		const rows = await readList(this.hub, {
			...productList,
			// there may be many that are not wanted
			keeps: (row) => (wanted.has(String(row.skuProduto)) ? row : pick(row, 'skuProduto')),
		});
		const added: string[] = [];
		await eachWithPauses(rows, (row) => {
			const sku = String(row.skuProduto);
			if (!this.listed.has(sku)) added.push(sku);
			this.listed.add(sku);
			const values = toComparable(row, fields);
			const compared = wanted.get(sku)?.after;
			if (compared !== undefined && Object.keys(compared).every((name) => name in values))
				this.keep(sku, values, sku);
		});
		return added;
	}

	/** Reads the records of products with their variations, each once. */
	async products(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, readsAtOnce, async (sku) => await this.product(sku));
	}

	/** Looks up variations by their own SKUs, and with the first of a product all its others. */
	async variations(skus: readonly string[]): Promise<void> {
		await eachBesideOthers(
			skus,
			async (sku) => this.values.has(sku) || (await this.variation(sku)),
		);
	}

	/** Looks up each SKU by itself, whether it is a product or a variation. */
	async singly(skus: readonly string[], guess?: SkuKind): Promise<void> {
		const ways = {
			product: async (sku: string) => await this.product(sku),
			variation: async (sku: string) => await this.variation(sku),
			isKnown: (sku: string) => this.values.has(sku),
		};
		await lookUp(skus, ways, guess);
	}

	/** @returns whether it is a product */
	private async product(sku: string): Promise<boolean> {
		const reading = this.reads.get(sku) ?? this.readRecord(sku);
		this.reads.set(sku, reading);
		return await reading;
	}

	private async readRecord(sku: string): Promise<boolean> {
		const { fields, wanted } = this.request;
		const record = await orNotFound(readProduct(this.hub, sku));
		if (record === undefined) return false;
		const variations = variationsIn(record);
		// stock and prices of a product with variations are theirs
		if (variations.length === 0 || wanted.has(sku))
			this.keep(sku, toComparable(record, fields), sku);
		for (const variation of variations)
			this.keep(String(variation.skuVariacao), toComparable(variation, fields), sku);
		return true;
	}

	/** Also reads the record of its product, as long as others are open. @returns whether it is a variation */
	private async variation(sku: string): Promise<boolean> {
		const { fields, wanted } = this.request;
		const record = await orNotFound(readVariation(this.hub, sku));
		if (record === undefined) return false;
		const owner = ownerOf(record);
		this.keep(sku, toComparable(record, fields), owner ?? sku);
		if (owner !== undefined && this.values.size < wanted.size) await this.product(owner);
		return true;
	}

	private keep(sku: string, values: Comparable, product: string): void {
		const { others, named, wanted } = this.request;
		if (wanted.has(sku)) {
			this.values.set(sku, values);
			this.owners.set(sku, product);
		} else if (others && (sku === product || !named.has(spellingOf({ sku: product })))) {
			// variations of a product that is named itself count as named
			this.others.set(sku, { key: sku, identity: { sku }, values });
		}
	}
}
