import { isBlank } from '../values/blanks';

/** SKUs of one product, as the ID says that a list of channels gives with each entry. */
export class Siblings {
	/** The first SKU of each product; most have no other. */
	private readonly first = new Map<unknown, string>();
	private readonly several = new Map<unknown, Set<string>>();

	add(product: unknown, sku: string): void {
		// 0 is no ID
		if (isBlank(product) || Number(product) === 0) return;
		const first = this.first.get(product) ?? sku;
		this.first.set(product, first);
		if (first === sku) return;
		const skus = this.several.get(product) ?? new Set([first]);
		this.several.set(product, skus.add(sku));
	}

	/** The SKUs of each product that has several. */
	groups(): string[][] {
		return [...this.several.values()].map((skus) => [...skus]);
	}
}
