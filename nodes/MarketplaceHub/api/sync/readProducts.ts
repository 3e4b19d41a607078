import { readList } from '../pagination';
import { listedProducts } from './productAnswers';
import { probableOwners } from './owners';
import { forgetMoved, placesOf } from './places';
import { ProductLookup, type ProductHub } from './productLookup';
import { listIsCheaper, nothing, pagesAfter, type ReadRequest, type Reading } from './reading';
import type { Stored } from './stored';

/**
 * What the hub holds of SKUs of products and variations. Products without variations are read from
 * the list; what the list does not answer (variations, values it does not show, products that moved
 * from page to page meanwhile) from single records, of few SKUs in a large catalogue all of it.
 */
export async function readProducts(hub: ProductHub, request: ReadRequest): Promise<Reading> {
	const { wanted, others, size } = request;
	if (wanted.size <= 1 && !others && !size) {
		const lookup = new ProductLookup(hub, request);
		await lookup.singly(lookup.open);
		return {
			...lookup.result(),
			way: wanted.size === 0 ? nothing : 'Read: the one SKU by itself.',
		};
	}
	const list = await readProductList(hub, request);
	const lookup = new ProductLookup(hub, request, list.values);
	if (list.whole) await readRest(lookup, list, others);
	await lookup.singly(lookup.open);
	const way = list.whole
		? `Read: the product list (${list.pages} pages) and ${lookup.reads} single records of variations and of products that the list does not answer.`
		: `Read: one page of the product list and ${lookup.reads} single records, because that took fewer requests than the ${list.pages} pages of the whole list.`;
	return { ...lookup.result(), whole: size ? wholeOf(lookup, list, others) : undefined, way };
}

interface ProductList {
	/** By SKU, what it shows of what is wanted: of products that stood in one place only, all values. */
	values: Map<string, Stored>;
	/** SKUs of all products seen. */
	listed: ReadonlySet<string>;
	/** Whether it was read to its end. */
	whole: boolean;
	/** Whether products moved while it was read. */
	moved: boolean;
	/** Requests that all of it takes. */
	pages: number;
	total: number;
}

async function readProductList(
	hub: ProductHub,
	{ wanted, fields, others }: ReadRequest,
): Promise<ProductList> {
	const totals = new Set<unknown>();
	const values = new Map<string, Stored>();
	let whole = true;
	let pages = 1;
	let total: number | undefined;
	const skus = await readList(hub, {
		endpoint: 'productList',
		rows: listedProducts(fields, {
			total: (seen) => totals.add(seen),
			record: (sku, found) => {
				const named = wanted.get(sku);
				if (named === undefined) return;
				const isAnswered = Object.keys(named).every((name) => name in found);
				if (isAnswered) values.set(sku, found);
				else values.delete(sku);
			},
		}),
		// a product that comes twice has moved: both places are kept, and it is read again
		identity: () => undefined,
		goesOn: (first, inAll) => {
			total = inAll;
			pages = 1 + pagesAfter(first.length, inAll);
			const answered = new Set(first.filter((sku) => wanted.has(sku)));
			whole = others || listIsCheaper(pages - 1, wanted.size - answered.size);
			return whole;
		},
	});
	const places = placesOf(skus);
	forgetMoved(values, places);
	const { listed, moved } = places;
	return {
		values,
		listed,
		whole,
		moved: totals.size > 1 || moved.size > 0,
		pages,
		total: total ?? listed.size,
	};
}

/** Reads what the whole list leaves open, in as few single reads as possible. */
async function readRest(lookup: ProductLookup, list: ProductList, others: boolean): Promise<void> {
	const { listed, moved, pages } = list;
	await lookup.products(lookup.open.filter((sku) => listed.has(sku)));
	await lookup.products(probableOwners(lookup.open, listed));
	const unread = () => [...listed].filter((sku) => !lookup.hasRead(sku));
	if (others) await lookup.products(unread().filter((sku) => !lookup.isWanted(sku)));
	if (lookup.open.length >= unread().length) await lookup.products(unread());
	else await lookup.variations(lookup.open);
	// where nothing has moved, what is neither listed nor a variation is not in the hub
	if (!moved && lookup.open.length > pages) lookup.giveUp(lookup.open);
}

function wholeOf(lookup: ProductLookup, list: ProductList, others: boolean): Reading['whole'] {
	const { values, others: rest } = lookup.result();
	return others
		? { named: values.size, inHub: values.size + rest.size }
		: { named: lookup.namedInHub, inHub: list.total };
}
