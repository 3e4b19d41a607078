import keyBy from 'lodash/keyBy';
import sortBy from 'lodash/sortBy';
import sumBy from 'lodash/sumBy';
import type { IDataObject } from 'n8n-workflow';
import type { Layout, PageAt } from './orderPages';
import { marketplaceNumbers } from './reads';

/** An order of the list, and whether a search wants it. */
export interface JudgedOrder {
	id: unknown;
	issued: string;
	/** The order, cut down; undefined where it is not wanted. */
	order?: IDataObject;
}

/** A page that was read, without its orders. */
interface PageShape extends Pick<PageAt, 'offset' | 'total' | 'isShort'> {
	/** How many of its records are orders that can be worked on. */
	readable: number;
	/** Where the next page begins. */
	end: number;
}

/** What the pages hold that one walk through the list of orders has read. */
export class OrderWalk {
	/** Wanted orders, with their places in the list. */
	readonly found = new Map<unknown, JudgedOrder & { place: number }>();
	/** Whether the page that was read last holds none of them. */
	isLastEmpty = false;
	/** How many orders the list holds by the pages that were read last. */
	total?: number;
	private readonly unwanted = new Set<unknown>();
	/** Numbers in the marketplace, of wanted orders. */
	private readonly numbers = new Set<string>();
	/** The pages, in the order in which they were read. */
	private readonly pages: PageShape[] = [];

	/** @param layout how the pages lay before the walk */
	constructor(
		readonly layout: Layout,
		private readonly judge: (order: IDataObject) => JudgedOrder,
	) {
		this.total = layout.total;
	}

	add({ offset, rows, count, total, isShort }: PageAt): void {
		this.pages.push({ offset, total, isShort, readable: rows.length, end: offset + count });
		this.isLastEmpty = true;
		for (const [index, row] of rows.entries()) {
			const judged = this.judge(row);
			if (judged.order === undefined) {
				this.unwanted.add(judged.id);
				continue;
			}
			this.isLastEmpty = false;
			this.found.set(judged.id, { ...judged, place: offset + index });
			marketplaceNumbers(row).forEach((number) => this.numbers.add(number));
		}
	}

	/** The wanted orders as the list has them. */
	get wanted(): JudgedOrder[] {
		return sortBy([...this.found.values()], 'place');
	}

	hasEveryNumber(numbers: ReadonlySet<string> | undefined): boolean {
		return numbers !== undefined && [...numbers].every((number) => this.numbers.has(number));
	}

	/**
	 * Whether the pages show all that lies there. In a list of 300 orders, newest first, whose pages begin at
	 * 0, 100 and 200, they may not:
	 * - a page is short: the one at 100 gives 60 orders, however often it is read;
	 * - the list lost orders: 300 before, 299 after the page at 0. The order at 100 stands at 99 now, behind
	 *   the page that was read and before the next one;
	 * - it overlooks orders: the pages have 300 places and show 299 orders, though none has come. Of two with
	 *   equal dates that changed places, one stood on two pages and the other on none;
	 * - orders moved beyond the end: one came before the page at 200 was read. This holds the places up to
	 *   299, and the oldest of now 301 orders stands at 300.
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

	/**
	 * Each order that comes moves one from the end of a page that was read to the next page, which shows it
	 * once more: with one arrival, 300 places show 299 orders and nothing is overlooked.
	 */
	private get overlooksOrders(): boolean {
		const { totals } = this;
		const arrivals = (totals.at(-1) ?? 0) - (totals[0] ?? 0);
		const lastReads = Object.values(keyBy(this.pages, 'offset'));
		const places = sumBy(lastReads, 'readable');
		const shown = this.found.size + this.unwanted.size;
		return shown < places - arrivals;
	}

	private get movedBeyondEnd(): boolean {
		const { offsetOf, pages } = this.layout;
		const lastOffset = offsetOf(pages - 1);
		const readsEnd = lastOffset > 0 && this.pages.some(({ offset }) => offset === lastOffset);
		return readsEnd && this.pages.every(({ end }) => end < (this.totals.at(-1) ?? 0));
	}
}
