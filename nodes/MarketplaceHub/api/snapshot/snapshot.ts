import compact from 'lodash/compact';
import type { HubError } from '../errors';
import type { Entry, Row } from '../rows/row';
import { addTo } from '../values/lists';
import { type Comparable, recordsIn } from '../comparison/comparable';

/** A row of the list, as it was checked: the entry that it is about, and the values that it gives. */
export interface ListRow extends Row, Entry {
	given: Comparable;
}

/** An entry of the hub with its values. */
export interface HubEntry extends Entry {
	values: Comparable;
}

/** The kinds of a SKU. Each has an endpoint of its own, which answers 404 to a SKU of the other kind. */
export const skuKinds = ['product', 'variation'] as const;
export type SkuKind = (typeof skuKinds)[number];

/**
 * The hub's values, as far as a run has read them, while the readers fill it. A SKU is
 * - *listed* where the product list shows it; variations never are;
 * - *shown* where a record tells what it is, or the hub's ID of its product (`find.ts`);
 * - *unknown* where it is neither, and *absent* where no read of it has failed either;
 * - *hidden* where it is a variation whose own record names a product, and that product's record lacks it.
 */
export class SnapshotDraft {
	/** The values of entries that a row is about, by key; `untold` of one that the hub has and does not tell. */
	readonly values = new Map<string, Comparable>();
	/** Entries that no row is about, by key: where the run asks for them, and in lists of channels relatives of rows. */
	readonly others = new Map<string, HubEntry>();
	/** The own prices of SKUs for which a channel lacks one. */
	readonly ownPrices = new Map<string, Comparable>();
	readonly listed = new Set<string>();
	/** Products whose record shows a variation without its SKU. */
	readonly lackingSkus = new Set<string>();
	/** The IDs of the hub's channels; undefined where they were not read, or the hub does not give them. */
	channels?: ReadonlySet<string>;
	/** Columns of the list that the product list does not show, so that many records were read. */
	unlistedColumns: readonly string[] = [];
	/** Why SKUs could not be read, by kind. */
	readonly failures: Readonly<Record<SkuKind, Map<string, HubError>>> = {
		product: new Map(),
		variation: new Map(),
	};
	/** Products by SKU, with the variations that their records show. */
	private readonly products = new Map<string, readonly string[]>();
	/** Variations by SKU, with the product that a record tells. */
	private readonly owners = new Map<string, string | undefined>();
	/** The variations whose own records name a product: its record may hide them. */
	private readonly naming = new Map<string, string[]>();

	/** Whether a record has shown the SKU as this kind, or as either. */
	isShown(sku: string, kind?: SkuKind): boolean {
		const { products, owners } = this;
		return (kind !== 'variation' && products.has(sku)) || (kind !== 'product' && owners.has(sku));
	}

	/** Whether neither the product list nor a record has shown the SKU. */
	isUnknown(sku: string): boolean {
		return !this.listed.has(sku) && !this.isShown(sku);
	}

	/** Whether the hub does not have a SKU that was looked for. */
	isAbsent(sku: string): boolean {
		return this.isUnknown(sku) && this.failureOf(sku) === undefined;
	}

	/** Whether a variation's own record names a product whose record does not show it. */
	isHidden(sku: string): boolean {
		return this.products.get(this.owners.get(sku) ?? '')?.includes(sku) === false;
	}

	/** The product of a variation, if a record has told it. */
	productOf(variation: string): string | undefined {
		return this.owners.get(variation);
	}

	/** Whether a SKU is a variation of which no record tells the product, so each product may be the one. */
	hasUnknownOwner(sku: string): boolean {
		return this.owners.has(sku) && this.owners.get(sku) === undefined;
	}

	/** The variations of a product, as its record and their own records tell. */
	variationsOf(product: string): readonly string[] {
		const shown = this.products.get(product) ?? [];
		const named = this.naming.get(product);
		return named === undefined ? shown : [...new Set([...shown, ...named])];
	}

	/** The variations that a row of a product gives and the product's record does not show. */
	newVariationsIn({ key, given }: Pick<ListRow, 'key' | 'given'>): string[] {
		if (given.variacoes === undefined) return [];
		const shown = new Set(this.products.get(key));
		return [...recordsIn(given.variacoes).keys()].filter((variation) => !shown.has(variation));
	}

	/** The product of a variation, and the variations of a product; a SKU may be both. */
	relativesOf(sku: string): string[] {
		return compact([this.productOf(sku), ...this.variationsOf(sku)]);
	}

	/** Why a SKU could not be read as this kind, or as either; undefined once a record has shown it. */
	failureOf(sku: string, kind?: SkuKind): HubError | undefined {
		const { product, variation } = this.failures;
		if (product.size + variation.size === 0 || this.isShown(sku, kind)) return undefined;
		if (kind !== undefined) return this.failures[kind].get(sku);
		return product.get(sku) ?? variation.get(sku);
	}

	/** Notes the SKUs that a product's record shows. */
	addProduct(product: string, variations: readonly string[]): void {
		this.products.set(product, variations);
		// the product that the variation's own record names counts more
		for (const variation of variations)
			if (this.owners.get(variation) === undefined) this.owners.set(variation, product);
	}

	/** Notes the product that a variation's own record names. */
	addVariation(variation: string, product: string | undefined): void {
		this.owners.set(variation, product ?? this.owners.get(variation));
		if (product !== undefined) addTo(this.naming, product, variation);
	}
}

/** Fields that can only be read. */
type Filled<Draft> = {
	readonly [Name in keyof Draft]: Draft[Name] extends Map<infer Key, infer Value>
		? ReadonlyMap<Key, Value>
		: Draft[Name] extends Set<infer Value>
			? ReadonlySet<Value>
			: Draft[Name];
};

/** The snapshot once the readers have filled it: it only answers. */
export type Snapshot = Filled<Omit<SnapshotDraft, 'addProduct' | 'addVariation'>>;
