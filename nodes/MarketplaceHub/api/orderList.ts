import clamp from 'lodash/clamp';
import get from 'lodash/get';
import keyBy from 'lodash/keyBy';
import range from 'lodash/range';
import sortBy from 'lodash/sortBy';
import sumBy from 'lodash/sumBy';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from './async';
import type { Hub } from './hub';
import { readsAtOnce } from './http/runLimit';
import { type List, pageSize, passes, readList, type ReadPage, requestPage } from './pagination';
import { marketplaceNumbers } from './records';
import { comparable, ordersOf, UnreadableRecord } from './schemas/answers';
import { orderListItem } from './schemas/records';
import { comparableDate } from './values/dates';

/** Which orders are wanted, beyond what the hub itself filters by; dates as `comparableDate` gives them. */
export interface OrderSelection {
	/** Issued from then on. */
	after?: string;
	/** Issued until then. */
	before?: string;
	/** Hashes or names of channels, in comparable form; any when left out. */
	channels?: ReadonlySet<string>;
	/** Numbers or references in the marketplace, in comparable form; any when left out. */
	numbers?: ReadonlySet<string>;
}

export interface OrderSearch {
	wanted: OrderSelection;
	newestFirst: boolean;
	/** How many orders at most; all when left out. */
	limit?: number;
	/** How many pages to leave out before the first one. */
	skipped?: number;
	/** Cuts each order down as soon as its page is read. */
	keeps?: (order: IDataObject) => IDataObject;
}

interface Page extends ReadPage<IDataObject> {
	/** Whether it has fewer orders than `total` says, however often it is read. */
	isShort: boolean;
}

type PageAt = Page & { offset: number };

/** A page that was read, without its orders. */
interface PageShape extends Pick<PageAt, 'offset' | 'total' | 'isShort'> {
	count: number;
}

interface Seen {
	id: unknown;
	issued: string;
	/** The order, cut down; undefined where it is not wanted. */
	order?: IDataObject;
}

/** How pages lie in the list: they are numbered from the newest to the oldest. */
interface Layout {
	pages: number;
	offsetOf: (page: number) => number;
	/** How many orders the list held when its pages were last read together. */
	total?: number;
	/** Pages that showed the way, by offset. */
	known: Map<number, Page>;
}

/**
 * The orders of the hub by issue date (reference: Orders). The list has no filter by date and does
 * not say which way it goes: its first and last page show that, and a period is found by halving.
 * Assumed: no order is deleted, and each stands at most a page away from where its date belongs. A
 * list whose `total` or `offset` mean something else is read as a whole. The way is learned once. A
 * list that did not settle (see `isSettled`) is read again, and the hub is told if it never does.
 */
export class OrderList {
	private readonly list: List<IDataObject, 'orderList'>;
	private learned?: Promise<Layout | undefined>;

	/**
	 * @param zone the time zone of dates without one
	 * @param status a filter of the hub, as a query value
	 * @param size how many orders to read in a request
	 */
	constructor(
		private readonly hub: Hub<'orderList'>,
		private readonly zone: string,
		status?: string,
		private readonly size = pageSize,
	) {
		const rows = ordersOf(orderListItem);
		this.list = { endpoint: 'orderList', query: { status }, rows };
	}

	/** The orders that are wanted, each once; reading ends as soon as no further one can be. */
	async find(search: OrderSearch): Promise<IDataObject[]> {
		const { wanted, newestFirst, limit = Infinity, skipped = 0 } = search;
		const { after, before, numbers } = wanted;
		const hasEnd = limit < Infinity || [after, before, numbers].some((end) => end !== undefined);
		const layout = hasEnd ? await this.layout() : undefined;
		const isWhole = Object.values(wanted).every((filter) => filter === undefined);
		if (isWhole && layout?.total !== undefined) this.hub.total?.('orderList', layout.total);
		const seen = layout
			? await this.walkUntilSettled(layout, search)
			: await this.findInAll(search);
		const orders = inOrder(seen, newestFirst).flatMap(({ order }) => (order ? [order] : []));
		const start = layout ? 0 : skipped * this.size;
		return orders.slice(start, start + limit);
	}

	/** One walk may find orders that another one has overlooked, so all of them count. */
	private async walkUntilSettled(first: Layout, search: OrderSearch): Promise<Seen[]> {
		let found: Seen[] = [];
		let layout: Layout | undefined = first;
		for (let pass = 1; layout !== undefined; pass++) {
			const { seen, isSettled } = await this.walk(layout, search);
			found = found.length === 0 ? seen : uniqBy([...found, ...seen], 'id');
			if (!isSettled && pass === passes) this.hub.unsettled?.('orderList');
			if (isSettled || pass === passes) return found;
			this.learned = undefined;
			layout = await this.layout();
		}
		return uniqBy([...found, ...(await this.findInAll(search))], 'id');
	}

	/** How pages lie, for one search; undefined where that does not become clear. */
	private async layout(): Promise<Layout | undefined> {
		this.learned ??= this.learn().catch((error: unknown) => {
			this.learned = undefined;
			throw error;
		});
		const layout = await this.learned;
		return layout && { ...layout, known: new Map(layout.known) };
	}

	private async learn(): Promise<Layout | undefined> {
		const known: Layout['known'] = new Map();
		const first = await this.page(0, known);
		const { total = 0, nextOffset, count } = first;
		const isAll = total <= count && (total > 0 || count < this.size);
		if (isAll && nextOffset === undefined)
			return { pages: 1, offsetOf: () => 0, total: first.total, known };
		const isClear = count === this.size && (nextOffset ?? this.size) === this.size;
		const last =
			isClear && total > this.size ? await this.page(total - this.size, known) : undefined;
		if (last === undefined || last.rows.length === 0) return undefined;
		const isRising = this.isOlder(first, last);
		return {
			pages: Math.ceil(total / this.size),
			offsetOf: (page) => (isRising ? total - (page + 1) * this.size : page * this.size),
			total,
			known,
		};
	}

	/** Whether a page is older than another, by most of its dates: many may be equal, and some none. */
	private isOlder(...pages: [Page, Page]): boolean {
		const dates = pages.map(({ rows }) => rows.map((row) => issueDate(row, this.zone)).sort());
		const [ones = [], others = []] = dates;
		const older = ones.filter((date, index) => date < (others[index] ?? '')).length;
		return older >= ones.filter((date, index) => date > (others[index] ?? date)).length;
	}

	/** Reads page by page from the end at which the wanted order begins, more and more side by side. */
	private async walk(layout: Layout, search: OrderSearch) {
		const { wanted, newestFirst, limit = Infinity, skipped = 0 } = search;
		const found = new Map<unknown, Seen & { place: number }>();
		const unwanted = new Set<unknown>();
		const shapes: PageShape[] = [];
		const numbers = new Set<string>();
		const before = layout.total;
		const left = (await this.pagesOf(layout, wanted)).slice(skipped);
		// the number of an old order is looked for rarely
		if (!newestFirst && wanted.numbers === undefined) left.reverse();
		for (let walked = 0, isOver = false; left.length > 0 && !isOver; ) {
			const expected = wanted.numbers ? 1 : Math.ceil((limit - found.size) / this.size);
			const next = left.splice(0, clamp(Math.max(expected, walked), 1, readsAtOnce));
			walked += next.length;
			let isLastEmpty = true;
			// not in a variable, which would hold whole orders while the next pages are read
			for (const { offset, rows, total, isShort } of await this.readTogether(
				next.map(layout.offsetOf),
				layout,
			)) {
				shapes.push({ offset, total, isShort, count: rows.length });
				const seen = rows.map((order) => this.look(order, search));
				seen.forEach(({ id, order }, index) => {
					if (!order) unwanted.add(id);
					if (order && wanted.numbers)
						marketplaceNumbers(rows[index] ?? {}).forEach((number) => numbers.add(number));
				});
				isLastEmpty = seen.every(({ order }) => order === undefined);
				seen.forEach((entry, index) => {
					if (entry.order) found.set(entry.id, { ...entry, place: offset + index });
				});
			}
			const hasAll = wanted.after === undefined && hasEveryNumber(wanted, numbers);
			isOver = found.size >= limit || (hasAll && isLastEmpty);
		}
		const seen: Seen[] = sortBy([...found.values()], 'place');
		return { seen, isSettled: isSettled(shapes, found.size + unwanted.size, before) };
	}

	/** Pages on which an order of the period may be, from the newest on; all where one shows no order. */
	private async pagesOf({ pages, offsetOf, known }: Layout, { after, before }: OrderSelection) {
		let isClear = true;
		const firstPage = async (isFirst: (dates: string[]) => boolean) => {
			let [from, to] = [0, pages];
			while (from < to) {
				const middle = Math.floor((from + to) / 2);
				const { rows } = await this.page(offsetOf(middle), known);
				const dates = rows.map((order) => issueDate(order, this.zone));
				isClear &&= rows.length > 0;
				if (isFirst(dates)) to = middle;
				else from = middle + 1;
			}
			return from;
		};
		const newest =
			before === undefined ? 0 : await firstPage((dates) => dates.some((date) => date <= before));
		const beyond =
			after === undefined ? pages : await firstPage((dates) => dates.every((date) => date < after));
		if (!isClear) return range(pages);
		// an order may stand a page away from where its date belongs, and new ones may move it meanwhile
		return range(Math.max(0, newest - 2), Math.min(pages, beyond + 2));
	}

	/**
	 * Reads pages side by side. Where orders came meanwhile, which moves others to later offsets, these
	 * are read once more, one after another and one further: nothing can pass that.
	 */
	private async readTogether(offsets: number[], layout: Layout): Promise<PageAt[]> {
		const read = async (offset: number, known?: Page) => ({
			offset,
			...(known ?? (await this.request(offset))),
		});
		const pages = await mapConcurrently(
			offsets,
			readsAtOnce,
			async (offset) => await read(offset, layout.known.get(offset)),
		);
		if (pages.every(({ total }) => total === layout.total)) return pages;
		const [from, to] = [Math.min(...offsets), Math.max(...offsets) + this.size];
		const again: typeof pages = [];
		for (const offset of range(from, to + 1, this.size)) again.push(await read(offset));
		// an order that came after the first of these has moved others beyond it
		layout.total = again[0]?.total;
		return [...pages, ...again];
	}

	private async page(offset: number, known: Layout['known']): Promise<Page> {
		const page = known.get(offset) ?? (await this.request(offset));
		known.set(offset, page);
		return page;
	}

	/**
	 * Reads a page, again where it has fewer orders than it should. What lies before the list's beginning
	 * is left out.
	 */
	private async request(offset: number): Promise<Page> {
		const size = this.size + Math.min(0, offset);
		const start = Math.max(0, offset);
		for (let pass = 1; ; pass++) {
			const page = await requestPage(this.hub, this.list, size, start);
			const isShort = page.count < Math.min(size, (page.total ?? 0) - start);
			if (!isShort || pass === passes) return { ...page, isShort };
		}
	}

	private async findInAll(search: OrderSearch): Promise<Seen[]> {
		const { endpoint, query } = this.list;
		const rows = this.list.rows.transform((orders) =>
			orders.map((order) => (order instanceof UnreadableRecord ? order : this.look(order, search))),
		);
		const identity = ({ id }: Seen) => id;
		return await readList(this.hub, { endpoint, query, rows, identity, isCounted: true });
	}

	private look(order: IDataObject, { wanted, keeps }: OrderSearch): Seen {
		return {
			id: order.idPedido ?? JSON.stringify(order),
			issued: issueDate(order, this.zone),
			order: isWanted(order, wanted, this.zone) ? (keeps?.(order) ?? order) : undefined,
		};
	}
}

/**
 * Whether pages of a list, in the order in which they were read, show all that lies there: none is
 * short, orders did not leave meanwhile, and no more of them stand on two pages than orders have come.
 * (Orders of equal dates may change places from one answer to the next.)
 * @param seen how many different orders there are
 * @param before the list's `total` before
 */
function isSettled(pages: readonly PageShape[], seen: number, before?: number): boolean {
	const totals = [before, ...pages.map(({ total }) => total)].filter(
		(total) => total !== undefined,
	);
	const [first = 0, last = first] = [totals[0], totals.at(-1)];
	const places = sumBy(Object.values(keyBy(pages, 'offset')), 'count');
	return (
		!pages.some(({ isShort }) => isShort) &&
		totals.every((total) => total >= first) &&
		seen >= places - (last - first)
	);
}

const hasEveryNumber = ({ numbers }: OrderSelection, found: ReadonlySet<string>) =>
	numbers !== undefined && [...numbers].every((number) => found.has(number));

/** Orders as the list has them, by issue date; equal ones in the list's own order or its reverse. */
function inOrder(listed: Seen[], newestFirst: boolean): Seen[] {
	const [first, last] = [listed[0]?.issued ?? '', listed.at(-1)?.issued ?? ''];
	const isFalling = first === last ? newestFirst : first > last;
	const rising = sortBy(isFalling ? [...listed].reverse() : listed, 'issued');
	return newestFirst ? rising.reverse() : rising;
}

const issueDate = (order: IDataObject, zone: string): string =>
	comparableDate(order.dataEmissao, zone);

const channelFields = ['canal.hashCanal', 'canal.canalIntegracao', 'canal.canal'];

/** The names of an order's channel, in comparable form. */
export const channelsOfOrder = (order: IDataObject): string[] =>
	channelFields.map((field) => comparable(get(order, field)));

function isWanted(order: IDataObject, wanted: OrderSelection, zone: string): boolean {
	const { after, before, channels, numbers } = wanted;
	const issued = issueDate(order, zone);
	if ((after ?? before) !== undefined && issued === '') return false;
	if (issued < (after ?? '') || (before !== undefined && issued > before)) return false;
	if (numbers && !marketplaceNumbers(order).some((number) => numbers.has(number))) return false;
	return !channels || channelsOfOrder(order).some((name) => channels.has(name));
}
