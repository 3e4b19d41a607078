import minBy from 'lodash/minBy';
import { pageSize } from '../pagination';

/** Requests that show so many records of a list; one shows that there are none. */
export const pagesOf = (records: number): number => Math.max(1, Math.ceil(records / pageSize));

/** What it takes to read SKUs or entries that a list has not shown. */
export interface Unshown {
	/** Whether these are too many to read one by one without regard to the list. */
	areMany: boolean;
	/** Requests that read them one by one, or by filters. */
	requests: number;
	/** Requests for all pages of the list. */
	pages: number;
}

/** Whether what is missing is read by requests of its own, or from all pages of the list. */
export const singlyOrList = ({ areMany, requests, pages }: Unshown): 'singly' | 'list' =>
	areMany && requests >= pages ? 'list' : 'singly';

/** Whether variations, which no list shows, are read one by one or in all products that were not read. */
export const singlyOrProducts = (missing: number, unread: number): 'singly' | 'products' =>
	unread <= missing ? 'products' : 'singly';

/** SKUs by what they are. */
export interface Skus {
	products: readonly string[];
	variations: readonly string[];
}

const none: Skus = { products: [], variations: [] };

/**
 * The SKUs to read, as few as possible, to find the relatives of `asked` among `all`. A product shows its
 * variations; a variation names its product, which is read, too, often once for several. E.g. of P among P, a and b it
 * is P that is read: it shows both.
 * @param all `asked` is part of it
 */
export function readsForPairs(asked: Skus, all: Skus): Skus {
	// relatives are pairs of a product and a variation: without one of the kinds there is none to be found
	const haveNoRelatives =
		(asked.products.length === 0 || all.variations.length === 0) &&
		(asked.variations.length === 0 || all.products.length === 0);
	if (haveNoRelatives) return none;
	// each of the three finds the relatives of all
	const everyProduct: Skus = { ...none, products: all.products };
	const everyVariation: Skus = { ...none, variations: all.variations };
	const requestsOf = ({ products, variations }: Skus) => products.length + variations.length;
	return minBy([everyProduct, everyVariation, asked], requestsOf) ?? asked;
}
