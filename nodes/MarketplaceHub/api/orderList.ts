import clamp from 'lodash/clamp';
import keyBy from 'lodash/keyBy';
import sortBy from 'lodash/sortBy';
import sumBy from 'lodash/sumBy';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import type { Hub } from './hub';
import { readsAtOnce } from './http/runLimit';
import { channelsOfOrder } from './orderChannels';
import { issueDate, type Layout, OrderPages, type PageAt } from './orderPages';
import { pageSize, passes, readList } from './pagination';
import { marketplaceNumbers } from './reads';
import { UnreadableRecord } from './schemas/orderAnswers';

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

/** A page that was read, without its orders. */
interface PageShape extends Pick<PageAt, 'offset' | 'total' | 'isShort'> {
	count: number;
	/** Where the next page begins. */
	end: number;
}

interface Seen {
	id: unknown;
	issued: string;
	/** The order, cut down; undefined where it is not wanted. */
	order?: IDataObject;
}

/**
 * Finds orders of the hub by issue date and by number (reference: Orders), which its list cannot filter by. A
 * list whose pages do not show how they lie is read as a whole. Pages that did not settle (see
 * `Walk.isSettled`) are walked through again, and the hub is told if they never do.
 */
export class OrderList {
	private readonly pages: OrderPages;

	/** See `OrderPages`. */
	constructor(
		private readonly hub: Hub<'orderList'>,
		private readonly zone: string,
		status?: string,
		private readonly size = pageSize,
	) {
		this.pages = new OrderPages(hub, zone, status, size);
	}

	/** The orders that are wanted, each once; reading ends as soon as no further one can be. */
	async find(search: OrderSearch): Promise<IDataObject[]> {
		const { wanted, newestFirst, limit = Infinity } = search;
		const { after, before, numbers } = wanted;
		const hasEnd = limit < Infinity || [after, before, numbers].some((end) => end !== undefined);
		const seen = hasEnd ? await this.findOnPages(search) : await this.findInAll(search);
		const orders = byIssueDate(seen, newestFirst).flatMap(({ order }) => (order ? [order] : []));
		return orders.slice(0, limit);
	}

	/** Walks through the pages until they have settled. One walk may overlook what another has found: all count. */
	private async findOnPages(search: OrderSearch): Promise<Seen[]> {
		const isWhole = Object.values(search.wanted).every((filter) => filter === undefined);
		let found: Seen[] = [];
		for (let pass = 1; pass <= passes; pass++) {
			const isFirst = pass === 1;
			const layout = await this.pages.layout({ anew: !isFirst });
			const total = layout?.total;
			if (isFirst && isWhole && total !== undefined) this.hub.report.addTotal('orderList', total);
			const { seen, hasSettled } =
				layout === undefined
					? { seen: await this.findInAll(search), hasSettled: true }
					: await this.walk(layout, search);
			found = isFirst ? seen : uniqBy([...found, ...seen], 'id');
			if (hasSettled) return found;
		}
		this.hub.report.unsettled.add('orderList');
		return found;
	}

	/** Reads page by page from the end at which the wanted order begins, more and more side by side. */
	private async walk(layout: Layout, search: OrderSearch) {
		const { wanted, newestFirst, limit = Infinity, skipped = 0 } = search;
		const walk = new Walk(layout, (order) => this.look(order, search));
		const left = (await this.pages.within(layout, wanted)).slice(skipped);
		// the number of an old order is looked for rarely
		if (!newestFirst && wanted.numbers === undefined) left.reverse();
		const hasAll = () => wanted.after === undefined && walk.hasEveryNumber(wanted.numbers);
		const isOver = () => walk.found.size >= limit || (hasAll() && walk.isLastEmpty);
		let walked = 0;
		while (left.length > 0 && !isOver()) {
			const expected = wanted.numbers ? 1 : Math.ceil((limit - walk.found.size) / this.size);
			const next = left.splice(0, clamp(Math.max(expected, walked), 1, readsAtOnce));
			walked += next.length;
			await this.readInto(walk, next.map(layout.offsetOf));
		}
		return { seen: walk.seen, hasSettled: walk.isSettled };
	}

	/** In a function of its own: a variable of the walk would hold whole orders while the next pages are read. */
	private async readInto(walk: Walk, offsets: number[]): Promise<void> {
		const { known } = walk.layout;
		const { pages, total } = await this.pages.readTogether(offsets, known, walk.total);
		for (const page of pages) walk.add(page);
		walk.total = total;
	}

	/** Reads the whole list, and leaves out as many wanted orders as the skipped pages hold. */
	private async findInAll(search: OrderSearch): Promise<Seen[]> {
		const { endpoint, query, rows: asGiven } = this.pages.list;
		const rows = asGiven.transform((orders) =>
			orders.map((order) => (order instanceof UnreadableRecord ? order : this.look(order, search))),
		);
		const identity = ({ id }: Seen) => id;
		const all = await readList(this.hub, { endpoint, query, rows, identity, isCounted: true });
		const { newestFirst, skipped = 0 } = search;
		const wanted = byIssueDate(all, newestFirst).filter(({ order }) => order !== undefined);
		return wanted.slice(skipped * this.size);
	}

	private look(order: IDataObject, { wanted, keeps }: OrderSearch): Seen {
		return {
			id: order.idPedido ?? JSON.stringify(order),
			issued: issueDate(order, this.zone),
			order: isWantedOrder(order, wanted, this.zone) ? (keeps?.(order) ?? order) : undefined,
		};
	}
}

/** What the pages of a walk hold. */
class Walk {
	/** Wanted orders, with their places in the list. */
	readonly found = new Map<unknown, Seen & { place: number }>();
	/** Whether the page that was read last holds none of them. */
	isLastEmpty = false;
	private readonly unwanted = new Set<unknown>();
	/** Numbers in the marketplace, of wanted orders. */
	private readonly numbers = new Set<string>();
	/** The pages, in the order in which they were read. */
	private readonly pages: PageShape[] = [];

	/** How many orders the list holds by the pages that were read last. */
	total?: number;

	/** @param layout how the pages lay before the walk */
	constructor(
		readonly layout: Layout,
		private readonly look: (order: IDataObject) => Seen,
	) {
		this.total = layout.total;
	}

	add({ offset, rows, count, total, isShort }: PageAt): void {
		this.pages.push({ offset, total, isShort, count: rows.length, end: offset + count });
		this.isLastEmpty = true;
		for (const [index, row] of rows.entries()) {
			const entry = this.look(row);
			if (entry.order === undefined) {
				this.unwanted.add(entry.id);
				continue;
			}
			this.isLastEmpty = false;
			this.found.set(entry.id, { ...entry, place: offset + index });
			marketplaceNumbers(row).forEach((number) => this.numbers.add(number));
		}
	}

	/** The wanted orders as the list has them. */
	get seen(): Seen[] {
		return sortBy([...this.found.values()], 'place');
	}

	hasEveryNumber(numbers: OrderSelection['numbers']): boolean {
		return numbers !== undefined && [...numbers].every((number) => this.numbers.has(number));
	}

	/**
	 * Whether the pages show all that lies there. (Orders of equal dates may change places from one answer to
	 * the next.)
	 */
	get isSettled(): boolean {
		const hasShortPage = this.pages.some(({ isShort }) => isShort);
		return !hasShortPage && !this.lostOrders && !this.overlooksOrders && !this.movedBeyondEnd;
	}

	/** How many orders the list held before the walk, and after each of its pages. */
	private get totals(): number[] {
		return [this.layout, ...this.pages].flatMap(({ total }) => total ?? []);
	}

	private get lostOrders(): boolean {
		const { totals } = this;
		return totals.some((total) => total < (totals[0] ?? 0));
	}

	/** Whether more orders stand on two pages than orders have come meanwhile. */
	private get overlooksOrders(): boolean {
		const { totals } = this;
		const come = (totals.at(-1) ?? 0) - (totals[0] ?? 0);
		const places = sumBy(Object.values(keyBy(this.pages, 'offset')), 'count');
		return this.found.size + this.unwanted.size < places - come;
	}

	/** Whether orders that came meanwhile moved the last ones beyond the page that was the last. */
	private get movedBeyondEnd(): boolean {
		const { offsetOf, pages } = this.layout;
		const lastOffset = offsetOf(pages - 1);
		const readsEnd = lastOffset > 0 && this.pages.some(({ offset }) => offset === lastOffset);
		return readsEnd && this.pages.every(({ end }) => end < (this.totals.at(-1) ?? 0));
	}
}

/** Orders as the list has them, by issue date; equal ones in the list's own order or its reverse. */
function byIssueDate(listed: Seen[], newestFirst: boolean): Seen[] {
	const [first, last] = [listed[0]?.issued ?? '', listed.at(-1)?.issued ?? ''];
	const isFalling = first === last ? newestFirst : first > last;
	const rising = sortBy(isFalling ? [...listed].reverse() : listed, 'issued');
	return newestFirst ? rising.reverse() : rising;
}

function isWantedOrder(order: IDataObject, wanted: OrderSelection, zone: string): boolean {
	const { after, before, channels, numbers } = wanted;
	const issued = issueDate(order, zone);
	if ((after ?? before) !== undefined && issued === '') return false;
	if (issued < (after ?? '') || (before !== undefined && issued > before)) return false;
	if (numbers && !marketplaceNumbers(order).some((number) => numbers.has(number))) return false;
	return !channels || channelsOfOrder(order).some((name) => channels.has(name));
}
