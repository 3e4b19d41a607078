import { mapConcurrently } from '../async/concurrency';
import type { Hub } from '../hub';
import { orNotFound } from './orNotFound';
import { readProduct, readVariation } from './productAnswers';
import { concurrency, type ReadRequest } from './reading';
import type { Stored } from './stored';

export type ProductHub = Hub<'productList' | 'productGet' | 'variationGet'>;

/** What is known of the SKUs that are wanted, and the single reads that find out the rest. */
export class ProductLookup {
	private readonly unknown: Set<string>;
	private readonly others = new Map<string, Stored>();
	private readonly readSkus = new Set<string>();
	private readonly noVariations = new Set<string>();
	private readonly namedProducts: Set<string>;
	private singleReads = 0;

	/** @param values by SKU, what the list has shown of what is wanted; the lookup goes on with it */
	constructor(
		private readonly hub: ProductHub,
		private readonly request: ReadRequest,
		private readonly values = new Map<string, Stored>(),
	) {
		this.unknown = new Set([...request.wanted.keys()].filter((sku) => !values.has(sku)));
		this.namedProducts = new Set(request.size ? values.keys() : []);
	}

	/** Wanted SKUs of which nothing is known yet. */
	get open(): string[] {
		return [...this.unknown];
	}

	/** Single records read so far. */
	get reads(): number {
		return this.singleReads;
	}

	/** How many of the hub's products the input names, by their own SKU or a variation's. */
	get namedInHub(): number {
		return this.namedProducts.size;
	}

	isWanted(sku: string): boolean {
		return this.request.wanted.has(sku);
	}

	/** Whether a product's own record was read, or is gone. */
	hasRead(sku: string): boolean {
		return this.readSkus.has(sku);
	}

	result(): { values: ReadonlyMap<string, Stored>; others: ReadonlyMap<string, Stored> } {
		return { values: this.values, others: this.others };
	}

	/** Counts as not in the hub. */
	giveUp(skus: readonly string[]): void {
		skus.forEach((sku) => this.unknown.delete(sku));
	}

	/** Reads the records of products, each once. */
	async products(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, concurrency, async (sku) => {
			if (!this.hasRead(sku)) await this.product(sku);
		});
	}

	/** Reads variations by their own SKUs. */
	async variations(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, concurrency, async (sku) => await this.variation(sku));
	}

	/** Finds each SKU by itself: as a product, else as a variation; what is neither is not in the hub. */
	async singly(skus: readonly string[]): Promise<void> {
		await mapConcurrently(skus, concurrency, async (sku) => {
			if (!this.values.has(sku) && !this.hasRead(sku)) await this.product(sku);
			if (!this.values.has(sku)) await this.variation(sku);
			this.unknown.delete(sku);
		});
	}

	private async product(sku: string): Promise<void> {
		this.readSkus.add(sku);
		this.singleReads++;
		const found = await orNotFound(
			this.hub.request('productGet', { path: { sku } }, readProduct(this.request.fields)),
		);
		if (found === undefined) return;
		// stock and prices of a product with variations are theirs
		if (found.variations.size === 0 || this.isWanted(sku)) this.keep(sku, found.values, sku);
		for (const [variationSku, values] of found.variations) this.keep(variationSku, values, sku);
	}

	private async variation(sku: string): Promise<void> {
		if (this.values.has(sku) || this.noVariations.has(sku)) return;
		this.singleReads++;
		const found = await orNotFound(
			this.hub.request('variationGet', { path: { sku } }, readVariation(this.request.fields)),
		);
		if (found === undefined) {
			this.noVariations.add(sku);
			return;
		}
		const { owner = sku, values } = found;
		this.keep(sku, values, owner);
		// its product tells of all others of its kind at once
		if (!this.hasRead(owner) && this.hasUnknownLike(owner)) await this.product(owner);
	}

	private hasUnknownLike(start: string): boolean {
		for (const sku of this.unknown) if (sku.startsWith(start)) return true;
		return false;
	}

	private keep(sku: string, values: Stored, owner: string): void {
		const { others, size } = this.request;
		if (!this.isWanted(sku)) {
			// variations of a product that is named itself count as named
			if (others && !this.isNamed(owner)) this.others.set(sku, values);
			return;
		}
		this.values.set(sku, values);
		this.unknown.delete(sku);
		if (size) this.namedProducts.add(owner);
	}

	private isNamed(sku: string): boolean {
		return this.isWanted(sku) || this.request.named.has(sku);
	}
}
