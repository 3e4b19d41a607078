import compact from 'lodash/compact';

/** The hub answers 404 where a SKU is asked for as the other kind. */
export const skuKinds = ['product', 'variation'] as const;
export type SkuKind = (typeof skuKinds)[number];

/** What records have shown: which SKUs are products, which are variations, and which belong together. */
export class ShownSkus {
	private readonly products = new Set<string>();
	private readonly variations = new Set<string>();
	private readonly productByVariation = new Map<string, string>();
	private readonly variationsByProduct = new Map<string, Set<string>>();

	/** Notes a product and the variations that its record shows. */
	addProduct(product: string, variations: readonly string[]): void {
		this.products.add(product);
		for (const variation of variations) {
			this.variations.add(variation);
			this.addTo(product, variation);
			// the product that its own record names counts more
			this.productByVariation.set(variation, this.productOf(variation) ?? product);
		}
	}

	/**
	 * Notes a variation.
	 * @param product the one that its record names, which may not show it; undefined where it names none
	 */
	addVariation(variation: string, product: string | undefined): void {
		this.variations.add(variation);
		if (product === undefined) return;
		this.addTo(product, variation);
		this.productByVariation.set(variation, product);
	}

	private addTo(product: string, variation: string): void {
		const variations = this.variationsByProduct.get(product) ?? new Set();
		this.variationsByProduct.set(product, variations.add(variation));
	}

	// arrow functions, since they are passed on

	isProduct = (sku: string): boolean => this.products.has(sku);

	isVariation = (sku: string): boolean => this.variations.has(sku);

	/** Whether a record has shown the SKU, as this kind; left out: as either. */
	has = (sku: string, kind?: SkuKind): boolean =>
		(kind !== 'variation' && this.isProduct(sku)) || (kind !== 'product' && this.isVariation(sku));

	/** The product of a variation; undefined where no record has told it. */
	productOf = (variation: string): string | undefined => this.productByVariation.get(variation);

	/** The variations of a product, as far as its record or theirs have told. */
	variationsOf = (product: string): string[] => [...(this.variationsByProduct.get(product) ?? [])];

	/** The product of a variation, and the variations of a product. */
	relativesOf = (sku: string): string[] =>
		compact([this.productOf(sku), ...this.variationsOf(sku)]);
}
