import compact from 'lodash/compact';
import uniq from 'lodash/uniq';
import { addTo } from '../values/lists';

/**
 * The kinds of a SKU. Each has an endpoint of its own, which answers 404 to a SKU of the other
 * kind.
 */
export const skuKinds = ['product', 'variation'] as const;
export type SkuKind = (typeof skuKinds)[number];

/**
 * Which SKUs records have shown as products and as variations, and which variations belong to which
 * product.
 */
export class ShownSkus {
	private readonly products = new Set<string>();
	private readonly variations = new Set<string>();
	private readonly productByVariation = new Map<string, string>();
	private readonly variationsByProduct = new Map<string, string[]>();

	/** Notes a product and the variations that its record shows. */
	addProduct(product: string, variations: readonly string[]): void {
		this.products.add(product);
		for (const variation of variations) {
			this.variations.add(variation);
			addTo(this.variationsByProduct, product, variation);
			// keep the product that the variation's own record names: it counts more
			this.productByVariation.set(variation, this.productOf(variation) ?? product);
		}
	}

	/**
	 * Notes a variation.
	 * @param product the product that its record names; undefined if it names none. The product's
	 * own record may hide the variation.
	 */
	addVariation(variation: string, product: string | undefined): void {
		this.variations.add(variation);
		if (product === undefined) return;
		addTo(this.variationsByProduct, product, variation);
		this.productByVariation.set(variation, product);
	}

	// arrow functions are those that callers pass on without the object

	isProduct = (sku: string): boolean => this.products.has(sku);

	isVariation = (sku: string): boolean => this.variations.has(sku);

	/** Whether a record has shown the SKU as this kind, or as either kind if it is left out. */
	has = (sku: string, kind?: SkuKind): boolean =>
		(kind !== 'variation' && this.isProduct(sku)) || (kind !== 'product' && this.isVariation(sku));

	/** The product of a variation. Undefined if no record has told it. */
	productOf = (variation: string): string | undefined => this.productByVariation.get(variation);

	/** The variations of a product, as far as its record or their own records have told. */
	variationsOf = (product: string): string[] => uniq(this.variationsByProduct.get(product));

	/**
	 * The product of a variation, or the variations of a product. A SKU may be both kinds, and then
	 * has both.
	 */
	relativesOf = (sku: string): string[] =>
		compact([this.productOf(sku), ...this.variationsOf(sku)]);
}
