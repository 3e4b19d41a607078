import clamp from 'lodash/clamp';
import get from 'lodash/get';
import range from 'lodash/range';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from './async';
import type { Hub } from './hub';
import { readsAtOnce } from './http/run';
import { type List, pageSize, readList, type ReadPage, requestPage } from './pagination';
import { marketplaceNumbers } from './records';
import { comparable, rowsOf } from './schemas/answers';
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
	/** What is kept of each order once its page is read; all of it when left out. */
	keeps?: (order: IDataObject) => IDataObject;
}

type Page = ReadPage<IDataObject>;

interface Seen {
	id: unknown;
	issued: string;
	/** What is kept of it; undefined where it is not wanted. */
	order?: IDataObject;
}

/** How pages lie in the list: they are numbered from the newest to the oldest. */
interface Layout {
	pages: number;
	offsetOf: (page: number) => number;
	/** How many orders the list holds; grows when orders come. */
	total?: number;
	/** Pages that showed the way, by offset. */
	known: Map<number, Page>;
}

/**
 * The orders of the hub by issue date (reference: Orders). The list has no filter by date and does
 * not say which way it goes: its first and last page show that, and a period is found by halving.
 * Assumed: no order is deleted, and each stands at most a page away from where its date belongs. A
 * list whose `total` or `offset` mean something else is read as a whole. The way is learned once.
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
		const rows = rowsOf('pedidos', orderListItem);
		this.list = { endpoint: 'orderList', query: { status }, rows };
	}

	/** The orders that are wanted, each once; reading ends as soon as no further one can be. */
	async find(search: OrderSearch): Promise<IDataObject[]> {
		const { wanted, newestFirst, limit = Infinity, skipped = 0 } = search;
		const { after, before, numbers } = wanted;
		const hasEnd = limit < Infinity || [after, before, numbers].some((end) => end !== undefined);
		const layout = hasEnd ? await this.layout() : undefined;
		const seen = layout ? await this.walk(layout, search) : await this.findInAll(search);
		const orders = inOrder(seen, newestFirst).flatMap(({ order }) => (order ? [order] : []));
		const start = layout ? 0 : skipped * this.size;
		return orders.slice(start, start + limit);
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
		const { total = 0, nextOffset, rows } = first;
		const isAll = total <= rows.length && (total > 0 || rows.length < this.size);
		if (isAll && nextOffset === undefined)
			return { pages: 1, offsetOf: () => 0, total: first.total, known };
		const isClear = rows.length === this.size && (nextOffset ?? this.size) === this.size;
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
	private async walk(layout: Layout, search: OrderSearch): Promise<Seen[]> {
		const { wanted, newestFirst, limit = Infinity, skipped = 0 } = search;
		const found = new Map<unknown, Seen & { place: number }>();
		const numbers = new Set<string>();
		const left = (await this.pagesOf(layout, wanted)).slice(skipped);
		// the number of an old order is looked for rarely
		if (!newestFirst && wanted.numbers === undefined) left.reverse();
		for (let walked = 0, isOver = false; left.length > 0 && !isOver; ) {
			const expected = wanted.numbers ? 1 : Math.ceil((limit - found.size) / this.size);
			const next = left.splice(0, clamp(Math.max(expected, walked), 1, readsAtOnce));
			walked += next.length;
			let isLastEmpty = true;
			for (const { offset, rows } of await this.readTogether(next.map(layout.offsetOf), layout)) {
				const seen = rows.map((order) => this.look(order, search));
				seen.forEach(({ order }, index) => {
					if (order && wanted.numbers)
						marketplaceNumbers(rows[index] ?? {}).forEach((id) => numbers.add(id));
				});
				isLastEmpty = seen.every(({ order }) => order === undefined);
				seen.forEach((entry, index) => {
					if (entry.order) found.set(entry.id, { ...entry, place: offset + index });
				});
			}
			const hasAll = wanted.after === undefined && hasEveryNumber(wanted, numbers);
			isOver = found.size >= limit || (hasAll && isLastEmpty);
		}
		return sortBy([...found.values()], 'place');
	}

	/** Pages on which an order of the period may be, from the newest on. */
	private async pagesOf({ pages, offsetOf, known }: Layout, { after, before }: OrderSelection) {
		const firstPage = async (isFirst: (dates: string[]) => boolean) => {
			let [from, to] = [0, pages];
			while (from < to) {
				const middle = Math.floor((from + to) / 2);
				const { rows } = await this.page(offsetOf(middle), known);
				const dates = rows.map((order) => issueDate(order, this.zone));
				if (isFirst(dates)) to = middle;
				else from = middle + 1;
			}
			return from;
		};
		const newest =
			before === undefined ? 0 : await firstPage((dates) => dates.some((date) => date <= before));
		const beyond =
			after === undefined ? pages : await firstPage((dates) => dates.every((date) => date < after));
		// an order may stand a page away from where its date belongs, and new ones may move it meanwhile
		return range(Math.max(0, newest - 2), Math.min(pages, beyond + 2));
	}

	/**
	 * Reads pages side by side. Where orders came meanwhile, which moves others to later offsets, these
	 * are read once more, one after another and one further: nothing can pass that.
	 */
	private async readTogether(offsets: number[], layout: Layout) {
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

	/** What lies before the list's beginning is left out. */
	private async request(offset: number): Promise<Page> {
		const size = this.size + Math.min(0, offset);
		return await requestPage(this.hub, this.list, size, Math.max(0, offset));
	}

	private async findInAll(search: OrderSearch): Promise<Seen[]> {
		const { endpoint, query } = this.list;
		const rows = this.list.rows.transform((orders) =>
			orders.map((order) => this.look(order, search)),
		);
		return await readList(this.hub, { endpoint, query, rows, identity: ({ id }) => id });
	}

	private look(order: IDataObject, { wanted, keeps }: OrderSearch): Seen {
		return {
			id: order.idPedido ?? JSON.stringify(order),
			issued: issueDate(order, this.zone),
			order: isWanted(order, wanted, this.zone) ? (keeps?.(order) ?? order) : undefined,
		};
	}
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

function isWanted(order: IDataObject, wanted: OrderSelection, zone: string): boolean {
	const { after, before, channels, numbers } = wanted;
	const issued = issueDate(order, zone);
	if ((after ?? before) !== undefined && issued === '') return false;
	if (issued < (after ?? '') || (before !== undefined && issued > before)) return false;
	if (numbers && !marketplaceNumbers(order).some((number) => numbers.has(number))) return false;
	return !channels || channelFields.some((field) => channels.has(comparable(get(order, field))));
}
