import range from 'lodash/range';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from './async';
import type { Hub } from './hub';
import { readsAtOnce } from './http/runLimit';
import { type List, passes, type ReadPage, requestPage } from './pagination';
import { ordersOf } from './schemas/orderAnswers';
import { orderListItem } from './schemas/records';
import { comparableDate } from './values/dates';

interface Page extends ReadPage<IDataObject> {
	/** Whether it has fewer orders than `total` says, however often it is read. */
	isShort: boolean;
}

export type PageAt = Page & { offset: number };

/** How pages lie in the list: they are numbered from the newest to the oldest. */
export interface Layout {
	pages: number;
	offsetOf: (page: number) => number;
	/** How many orders the list held when the layout was learned. */
	total?: number;
	/** Pages that showed the way, by offset. */
	known: Map<number, Page>;
}

/**
 * The pages of the hub's list of orders, which has no filter by date and does not say which way it goes: its
 * first and last page show that, and a period is found by halving. Assumed: no order is deleted, and
 * each stands at most a page away from where its date belongs.
 */
export class OrderPages {
	readonly list: List<IDataObject, 'orderList'>;
	private learned?: Promise<Layout | undefined>;

	/**
	 * @param zone the time zone of dates without one
	 * @param status a filter of the hub, as a query value
	 * @param size how many orders to read in a request
	 */
	constructor(
		private readonly hub: Hub<'orderList'>,
		private readonly zone: string,
		status: string | undefined,
		private readonly size: number,
	) {
		const rows = ordersOf(orderListItem);
		this.list = { endpoint: 'orderList', query: { status }, rows };
	}

	/**
	 * How pages lie, for one search; undefined where that does not become clear.
	 * @param anew whether what was learned before does not count
	 */
	async layout({ anew }: { anew: boolean }): Promise<Layout | undefined> {
		if (anew) this.learned = undefined;
		this.learned ??= this.learn().catch((error: unknown) => {
			this.learned = undefined;
			throw error;
		});
		const layout = await this.learned;
		// each search adds pages of its own
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

	/**
	 * Whether a page is older than another, by most of their dates: many may be equal, and orders may have
	 * none. A page without any date counts as older.
	 */
	private isOlder(...pages: [Page, Page]): boolean {
		const [ones = [], others = []] = pages.map((page) => this.datesOn(page).sort());
		if (ones.length === 0 || others.length === 0) return ones.length === 0;
		const older = ones.filter((date, index) => date < (others[index] ?? date)).length;
		return older >= ones.filter((date, index) => date > (others[index] ?? date)).length;
	}

	/**
	 * Pages on which an order of the period may be, from the newest on; all where a page that shows the way
	 * has no order with a date.
	 * @param period its ends, as `comparableDate` gives them
	 */
	async within(
		{ pages, offsetOf, known }: Layout,
		{ after, before }: { after?: string; before?: string },
	): Promise<number[]> {
		const datesOf = async (page: number) => this.datesOn(await this.page(offsetOf(page), known));
		const newest =
			before === undefined
				? 0
				: await firstPage(pages, async (page) =>
						(await datesOf(page)).some((date) => date <= before),
					);
		const beyond =
			after === undefined
				? pages
				: await firstPage(pages, async (page) =>
						(await datesOf(page)).every((date) => date < after),
					);
		const isClear = [...known.values()].every((page) => this.datesOn(page).length > 0);
		if (!isClear) return range(pages);
		// an order may stand a page away from where its date belongs, and new ones may move it meanwhile
		return range(Math.max(0, newest - 2), Math.min(pages, beyond + 2));
	}

	/** The issue dates of a page's orders, of those that have one. */
	private datesOn({ rows }: Page): string[] {
		return rows.map((order) => issueDate(order, this.zone)).filter((date) => date !== '');
	}

	/**
	 * Reads pages side by side. Where orders came meanwhile, which moves others to later offsets, these
	 * are read once more, one after another and one further.
	 * @param before how many orders the list held before
	 * @returns the pages, and how many orders the list holds now
	 */
	async readTogether(
		offsets: number[],
		known: Layout['known'],
		before: number | undefined,
	): Promise<{ pages: PageAt[]; total: number | undefined }> {
		const read = async (offset: number, page?: Page) => ({
			offset,
			...(page ?? (await this.request(offset))),
		});
		const pages = await mapConcurrently(
			offsets,
			readsAtOnce,
			async (offset) => await read(offset, known.get(offset)),
		);
		if (pages.every(({ total }) => total === before)) return { pages, total: before };
		const [from, to] = [Math.min(...offsets), Math.max(...offsets) + this.size];
		const again: typeof pages = [];
		for (const offset of range(from, to + 1, this.size)) again.push(await read(offset));
		// an order that came after the first of these has moved others beyond it
		return { pages: [...pages, ...again], total: again[0]?.total };
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
}

/**
 * The first of so many pages for which a condition holds, by halving; `pages` where it holds for none.
 * @param holds from the newest page to the oldest: false up to some page, true from there on
 */
async function firstPage(
	pages: number,
	holds: (page: number) => Promise<boolean>,
): Promise<number> {
	let [from, to] = [0, pages];
	while (from < to) {
		const middle = Math.floor((from + to) / 2);
		if (await holds(middle)) to = middle;
		else from = middle + 1;
	}
	return from;
}

/** The issue date of an order in a form that compares; empty where it has none. */
export const issueDate = (order: IDataObject, zone: string): string =>
	comparableDate(order.dataEmissao, zone);
