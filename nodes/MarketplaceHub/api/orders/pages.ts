import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub';
import { type List, pageSize, type ReadPage, requestPage } from '../pagination';
import { transform } from '../schemas/effects';
import { ordersOf, UnreadableRecord } from '../schemas/reads/orderAnswers';
import { orderListItem } from '../schemas/reads/records';
import { comparableDate } from '../values/hubDates';

/*
 * The pages of the hub's list of orders, which has no filter by date and does not say which way it goes: its
 * first and last page show that.
 */

/** Where orders are read. */
export interface OrderSource {
	hub: Hub<'orderList'>;
	list: List<ListedOrder, 'orderList'>;
	/** How many orders to read in a request. */
	size: number;
}

/** An order of the list. */
export interface ListedOrder {
	/** `idPedido`, or all that is in the order where it has none. */
	id: unknown;
	/** The issue date in a form that compares; empty where there is none. */
	issued: string;
	/** Whether only its issue date, which is no date, says nothing of whether it is wanted. */
	isUndated?: boolean;
	/** The part of the order that a search keeps; undefined where the order is not wanted. */
	order?: IDataObject;
	/**
	 * The order's numbers in the marketplace, where a search looks for some; the part that is kept may lack
	 * them.
	 */
	numbers?: string[];
}

/**
 * The list of orders (reference: Orders).
 * @param zone the time zone of dates without one
 * @param status a filter of the hub, as a query value
 */
export const listOfOrders = (zone: string, status?: string): OrderSource['list'] => ({
	endpoint: 'orderList',
	query: { status },
	rows: transform(ordersOf(orderListItem), (orders) =>
		orders.map((order) => (order instanceof UnreadableRecord ? order : toListed(order, zone))),
	),
	isCounted: true,
	identity: ({ id }) => id,
});

const toListed = (order: IDataObject, zone: string): ListedOrder => ({
	id: order.idPedido ?? JSON.stringify(order),
	issued: comparableDate(order.dataEmissao, zone),
	order,
});

export interface OrderPage extends ReadPage<ListedOrder> {
	/** The page's offset; below 0 for the list's beginning if that is less than a whole page. */
	offset: number;
	/** Whether the page has fewer orders than `total` says. */
	isShort: boolean;
}

/**
 * Reads a page, once more where it has fewer orders than `total` says. Places before the list's beginning are
 * left out.
 */
export async function readPage(
	{ hub, list, size }: OrderSource,
	offset: number,
): Promise<OrderPage> {
	const start = Math.max(0, offset);
	const limit = offset + size - start;
	const read = async () => {
		const page = await requestPage(hub, list, limit, start);
		const isShort = page.count < Math.min(limit, (page.total ?? 0) - start);
		return { ...page, offset, isShort };
	};
	const page = await read();
	return page.isShort ? await read() : page;
}

/** Pages by offset. */
export type PagesByOffset = ReadonlyMap<number, OrderPage>;

/** How pages lie in the list: they are numbered from the newest to the oldest. */
export interface Layout {
	pages: number;
	offsetOf: (page: number) => number;
	/** How many orders the list held, as the hub said. */
	total?: number;
	/** The pages that showed it. */
	known: PagesByOffset;
}

/**
 * Learns how pages lie from the first and the last one; undefined where these do not show it. `total` helps to
 * find the last one, which has no `next`.
 */
export async function learnLayout(source: OrderSource): Promise<Layout | undefined> {
	const { size } = source;
	const first = await readPage(source, 0);
	const { total = 0, nextOffset, count } = first;
	const isAll = total === count || (total < count && count < size);
	if (isAll && nextOffset === undefined)
		return { pages: 1, offsetOf: () => 0, total: first.total, known: byOffset(first) };
	const isClear = count === size && (nextOffset ?? size) === size;
	if (!isClear || total <= size) return undefined;
	const last = await readPage(source, total - size);
	if (last.rows.length === 0) return undefined;
	const end = await endOf(source, last, total);
	const isRising = isOlder(first, last);
	return {
		pages: Math.ceil(end / size),
		offsetOf: (page) => (isRising ? end - (page + 1) * size : page * size),
		total,
		known: byOffset(first, last),
	};
}

/**
 * Where the list ends: further on than `total` says, as one from a cache does, if the page that should be the
 * last one has a `next`.
 */
async function endOf(source: OrderSource, last: OrderPage, total: number): Promise<number> {
	const shown = new Set(last.rows.map(({ id }) => id));
	let [page, end] = [last, total];
	while (page.nextOffset !== undefined && end >= (page.total ?? 0)) {
		page = await readPage({ ...source, size: pageSize }, end);
		if (page.rows.every(({ id }) => shown.has(id))) break;
		page.rows.forEach(({ id }) => shown.add(id));
		end += page.count;
	}
	return end;
}

const byOffset = (...pages: OrderPage[]): PagesByOffset =>
	new Map(pages.map((page) => [page.offset, page]));

/**
 * Whether a page is older than another, by most of their dates: many may be equal, and orders may have
 * none. A page without any date counts as older.
 */
function isOlder(page: OrderPage, other: OrderPage): boolean {
	const [ones, others] = [datesOn(page).sort(), datesOn(other).sort()];
	if (ones.length === 0 || others.length === 0) return ones.length === 0;
	const older = ones.filter((date, index) => date < (others[index] ?? date)).length;
	return older >= ones.filter((date, index) => date > (others[index] ?? date)).length;
}

/** The issue dates of a page's orders that have one. */
export const datesOn = ({ rows }: OrderPage): string[] =>
	rows.map(({ issued }) => issued).filter((date) => date !== '');
