import { readList } from '../pagination';
import { listedProducts, type ListedProduct } from './productAnswers';
import { probableOwners } from './owners';
import { ProductLookup, type ProductHub } from './productLookup';
import { listIsCheaper, nothing, pagesAfter, type ReadRequest, type Reading } from './reading';

/**
 * What the hub holds of SKUs of products and variations. Products without variations are read from
 * the list; what the list does not answer (variations, values it does not show, products that moved
 * from page to page meanwhile) from single records, of few SKUs in a large catalogue all of it.
 */
export async function readProducts(hub: ProductHub, request: ReadRequest): Promise<Reading> {
	const { wanted, named, fields, others, size } = request;
	const lookup = new ProductLookup(hub, fields, wanted, others, new Set([...wanted, ...named]));
	if (wanted.length <= 1 && !others && !size) {
		await lookup.singly(lookup.open);
		return {
			...lookup.result(),
			way: wanted.length === 0 ? nothing : 'Read: the one SKU by itself.',
		};
	}
	const list = await readProductList(hub, request);
	lookup.take(list.once);
	if (list.whole) await readRest(lookup, list, others);
	await lookup.singly(lookup.open);
	const way = list.whole
		? `Read: the product list (${list.pages} pages) and ${lookup.reads} single records of variations and of products that the list does not answer.`
		: `Read: one page of the product list and ${lookup.reads} single records, because that took fewer requests than the ${list.pages} pages of the whole list.`;
	return { ...lookup.result(), whole: size ? wholeOf(lookup, list, others) : undefined, way };
}

interface ProductList {
	/** Products that stood in one place only, with all values. */
	once: ListedProduct[];
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
	let whole = true;
	let pages = 1;
	let total: number | undefined;
	const rows = await readList(hub, {
		endpoint: 'productList',
		rows: listedProducts(fields, (seen) => totals.add(seen)),
		// a product that comes twice has moved: both rows are kept, and it is read again
		identity: (row) => row,
		goesOn: (first, inAll) => {
			total = inAll;
			pages = 1 + pagesAfter(first.length, inAll);
			const answered = new Set(first.map(({ sku }) => sku));
			const open = wanted.filter((sku) => !answered.has(sku)).length;
			whole = others || listIsCheaper(pages - 1, open);
			return whole;
		},
	});
	const times = new Map<string, number>();
	rows.forEach(({ sku }) => times.set(sku, (times.get(sku) ?? 0) + 1));
	const names = Object.keys(fields);
	return {
		once: rows.filter(
			({ sku, values }) => times.get(sku) === 1 && names.every((name) => name in values),
		),
		listed: new Set(times.keys()),
		whole,
		moved: totals.size > 1 || times.size < rows.length,
		pages,
		total: total ?? times.size,
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
