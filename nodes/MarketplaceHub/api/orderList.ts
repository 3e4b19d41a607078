import clamp from 'lodash/clamp';
import sortBy from 'lodash/sortBy';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import type { Hub } from './hub';
import { readsAtOnce } from './http/runLimit';
import { channelsOfOrder } from './orderChannels';
import { issueDate, type Layout, OrderPages } from './orderPages';
import { type JudgedOrder, OrderWalk } from './orderWalk';
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
	/** How many orders to leave out before the first one, in whole pages. */
	skipped?: number;
	/** Cuts each order down as soon as its page is read. */
	keeps?: (order: IDataObject) => IDataObject;
}

/**
 * Finds orders of the hub by issue date and by number (reference: Orders), which its list cannot filter by. A
 * list whose pages do not show how they lie is read as a whole. Pages that did not settle (see
 * `OrderWalk.isSettled`) are walked through again, and the hub is told if they never do.
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
		const judged = hasEnd ? await this.walkUntilSettled(search) : await this.readWhole(search);
		const orders = byIssueDate(judged, newestFirst).flatMap(({ order }) => (order ? [order] : []));
		return orders.slice(0, limit);
	}

	/** Walks through the pages until they have settled. One walk may overlook what another has found: all count. */
	private async walkUntilSettled(search: OrderSearch): Promise<JudgedOrder[]> {
		const isWhole = Object.values(search.wanted).every((filter) => filter === undefined);
		let found: JudgedOrder[] = [];
		for (let pass = 1; pass <= passes; pass++) {
			const isFirst = pass === 1;
			const layout = await this.pages.layout({ anew: !isFirst });
			const total = layout?.total;
			if (isFirst && isWhole && total !== undefined) this.hub.report.addTotal('orderList', total);
			const { judged, hasSettled } =
				layout === undefined
					? { judged: await this.readWhole(search), hasSettled: true }
					: await this.walkPages(layout, search);
			found = isFirst ? judged : uniqBy([...judged, ...found], 'id');
			if (hasSettled) return found;
		}
		this.hub.report.unsettled.add('orderList');
		return found;
	}

	/** Reads page by page from the end at which the wanted order begins, more and more side by side. */
	private async walkPages(layout: Layout, search: OrderSearch) {
		const { wanted, newestFirst, limit = Infinity, skipped = 0 } = search;
		const walk = new OrderWalk(layout, (order) => this.judge(order, search));
		const left = (await this.pages.within(layout, wanted)).slice(skipped / this.size);
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
		return { judged: walk.wanted, hasSettled: walk.isSettled };
	}

	/** In a function of its own: a variable of the walk would hold whole orders while the next pages are read. */
	private async readInto(walk: OrderWalk, offsets: number[]): Promise<void> {
		const { known } = walk.layout;
		const { pages, total } = await this.pages.readTogether(offsets, known, walk.total);
		for (const page of pages) walk.add(page);
		walk.total = total;
	}

	private async readWhole(search: OrderSearch): Promise<JudgedOrder[]> {
		const { endpoint, query, rows: asGiven } = this.pages.list;
		const rows = asGiven.transform((orders) =>
			orders.map((order) =>
				order instanceof UnreadableRecord ? order : this.judge(order, search),
			),
		);
		const identity = ({ id }: JudgedOrder) => id;
		const all = await readList(this.hub, { endpoint, query, rows, identity, isCounted: true });
		const { newestFirst, skipped = 0 } = search;
		const wanted = byIssueDate(all, newestFirst).filter(({ order }) => order !== undefined);
		return wanted.slice(skipped);
	}

	private judge(order: IDataObject, { wanted, keeps }: OrderSearch): JudgedOrder {
		return {
			id: order.idPedido ?? JSON.stringify(order),
			issued: issueDate(order, this.zone),
			order: isWantedOrder(order, wanted, this.zone) ? (keeps?.(order) ?? order) : undefined,
		};
	}
}

/** Orders as the list has them, by issue date; equal ones in the list's own order or its reverse. */
function byIssueDate(listed: JudgedOrder[], newestFirst: boolean): JudgedOrder[] {
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
