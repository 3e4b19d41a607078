import clamp from 'lodash/clamp';
import pick from 'lodash/pick';
import range from 'lodash/range';
import sortBy from 'lodash/sortBy';
import { mapConcurrently } from '../async';
import { readsAtOnce } from '../http/runLimit';
import { hasShrunk } from '../pagination';
import { endsEarly, repeatsRecords } from './escaped';
import { type Layout, type ListedOrder, type OrderPage, type OrderSource, readPage } from './pages';
import { findPeriod } from './period';
import { keptOrder, type OrderSearch } from './selection';

/** One walk through pages of the list. */
export interface Walk {
	layout: Layout;
	/** The pages in the order in which they were read, some twice; their orders as the search keeps them. */
	pages: OrderPage[];
	/** The wanted orders by ID, each as it was read last, with its place in the list. */
	found: Map<unknown, ListedOrder & { place: number }>;
	/** The IDs of all orders on the pages. */
	shown: Set<unknown>;
}

/**
 * Walks through the pages on which wanted orders may be, more and more side by side, from the end at which the
 * wanted order begins until no further one can be wanted.
 */
export async function walkPages(
	source: OrderSource,
	layout: Layout,
	search: OrderSearch,
): Promise<Walk> {
	const { steps, offsetAt, known } = await routeOf(source, layout, search);
	const walk: Walk = { layout, pages: [], found: new Map(), shown: new Set() };
	let { total } = layout;
	let walked = 0;
	while (walked < steps && !hasEnough(walk, search)) {
		const end = Math.min(walked + stepsAtOnce(walk, walked, search, source.size), steps);
		const offsets = range(walked, end).map(offsetAt);
		walked = end;
		const pages = await mapConcurrently(offsets, readsAtOnce, async (start) => {
			const page = known.get(start);
			// a page from before counts as long as the list is the same
			const isCurrent = page !== undefined && page.total === total;
			return keptOf(isCurrent ? page : await readPage(source, start), search);
		});
		const isRepeat = repeatsPages(walk, pages);
		// read side by side: the hub put those first together that count fewest orders
		addPages(walk, sortBy(pages, 'total'));
		const isStill = pages.every((page) => page.total === total);
		if (isStill && isRepeat) break;
		if (isStill) continue;
		const again = await readAgain(source, offsets, search);
		addPages(walk, again);
		// an order that came after the first of these has moved others beyond it
		total = again[0]?.total;
	}
	return walk;
}

/** The pages that a walk goes through, each a step. */
interface Route {
	steps: number;
	/** Where the page of a step begins in the list. */
	offsetAt: (step: number) => number;
	/** The pages that are known already, by their offset. */
	known: Layout['known'];
}

async function routeOf(
	source: OrderSource,
	layout: Layout,
	{ wanted, newestFirst, offset = 0 }: OrderSearch,
): Promise<Route> {
	const { from, to, known } = await findPeriod(source, layout, wanted);
	const first = from + Math.floor(offset / source.size);
	// the number of an old order is looked for rarely
	const isBackwards = !newestFirst && wanted.numbers === undefined;
	return {
		steps: to - first,
		offsetAt: (step) => layout.offsetOf(isBackwards ? to - 1 - step : first + step),
		known,
	};
}

/** How many pages are read side by side: as many as the missing orders fill, and more the longer the walk takes. */
function stepsAtOnce(
	{ found }: Walk,
	walked: number,
	{ wanted, limit = Infinity }: OrderSearch,
	size: number,
): number {
	const expected = wanted.numbers ? 1 : Math.ceil((limit - found.size) / size);
	return clamp(Math.max(expected, walked), 1, readsAtOnce);
}

/** Reads pages once more, in turn and one further: orders that came meanwhile have moved others to later offsets. */
async function readAgain(
	source: OrderSource,
	offsets: readonly number[],
	search: OrderSearch,
): Promise<OrderPage[]> {
	const { size } = source;
	const pages: OrderPage[] = [];
	for (const start of range(Math.min(...offsets), Math.max(...offsets) + size + 1, size))
		pages.push(keptOf(await readPage(source, start), search));
	return pages;
}

/** Whether no further order can be wanted. */
function hasEnough({ pages, found }: Walk, { wanted, limit = Infinity }: OrderSearch): boolean {
	const { after, numbers } = wanted;
	if (found.size >= limit) return true;
	// one number may be that of several orders, which stand close together
	const isBehind = pages.at(-1)?.rows.every(({ order }) => order === undefined) ?? false;
	if (numbers === undefined || after !== undefined || !isBehind) return false;
	const ofFound = new Set([...found.values()].flatMap((order) => order.numbers ?? []));
	return [...numbers].every((number) => ofFound.has(number));
}

/** Whether pages show orders, but none that earlier ones have not shown: e.g. the hub repeats one page for ever. */
function repeatsPages(walk: Walk, pages: readonly OrderPage[]): boolean {
	const listed = pages.flatMap(({ rows }) => rows);
	return listed.length > 0 && listed.every(({ id }) => walk.shown.has(id));
}

function addPages(walk: Walk, pages: OrderPage[]): void {
	for (const page of pages) {
		walk.pages.push(page);
		for (const [index, order] of page.rows.entries()) {
			walk.shown.add(order.id);
			if (order.order) walk.found.set(order.id, { ...order, place: page.offset + index });
		}
	}
}

const keptOf = (page: OrderPage, search: OrderSearch): OrderPage => ({
	...page,
	rows: page.rows.map((order) => keptOrder(order, search)),
});

/** Whether orders may have escaped the walk, because the list changed meanwhile. */
export function hasMoved({ layout, pages, shown }: Walk): boolean {
	const { total: before = 0, offsetOf } = layout;
	const now = pages.at(-1)?.total ?? before;
	// the list's last page: in a rising list the newest orders, in a falling list the oldest
	const lastOffset = Math.max(offsetOf(0), offsetOf(layout.pages - 1));
	// a page with fewer orders than `total` says shows nothing about those beyond it
	const whole = pages.filter(({ isShort }) => !isShort);
	return (
		hasShrunk([layout, ...pages]) ||
		repeatsRecords(pages, shown.size, now - before) ||
		(lastOffset > 0 && endsEarly(whole, lastOffset, now))
	);
}

/** Which pages had fewer orders than `total` says, and how many they had. */
export const shortagesOf = ({ pages }: Walk) =>
	pages.filter(({ isShort }) => isShort).map((page) => pick(page, ['offset', 'count', 'total']));
