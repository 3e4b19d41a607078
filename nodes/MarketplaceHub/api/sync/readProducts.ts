import { ProductLookup, type ProductHub } from './productLookup';
import { few, type ReadRequest, type Reading } from './reading';

/**
 * What the hub holds of SKUs of products and variations (reference: Products). The list shows products
 * without variations; it does not say which have some, so that variations are read from the records of
 * their products: from those of all where more are open than there are, else of each one's own.
 */
export async function readProducts(hub: ProductHub, request: ReadRequest): Promise<Reading> {
	const { wanted, others, size } = request;
	const lookup = new ProductLookup(hub, request);
	if (wanted.size > few || others || size) {
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
