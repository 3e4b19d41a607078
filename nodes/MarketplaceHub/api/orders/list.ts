import compact from 'lodash/compact';
import differenceBy from 'lodash/differenceBy';
import isEqual from 'lodash/isEqual';
import map from 'lodash/map';
import sortBy from 'lodash/sortBy';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub';
import {
	type Layout,
	learnLayout,
	type ListedOrder,
	listOfOrders,
	type OrderSource,
} from './pages';
import { keptOrder, type OrderSearch } from './selection';
import { hasMoved, shortagesOf, walkPages } from './walk';
import { pageSize, passes, readList } from '../pagination';
import { shorten } from '../values/text';

/**
 * Finds orders of the hub by issue date and by number (reference: Orders), which its list cannot filter by. A
 * list whose pages do not show how they lie is read as a whole. The list may change while its pages are read:
 *
 * | meanwhile                                    | seen by                             | what is done                       |
 * | -------------------------------------------- | ----------------------------------- | ---------------------------------- |
 * | an order comes: others move to later pages   | pages read together differ in total | `readAgain`: these and one further |
 * | an order goes or changes its place           | `hasMoved`, of the whole walk       | another walk; the finds add up     |
 * | a page has fewer orders than its total says  | `shortagesOf`                       | another walk; the same ones: told  |
 * | the hub gives pages that it has given before | `repeatsPages`                      | the walk ends                      |
 */
export class OrderList {
	private readonly source: OrderSource;
	private layout?: Promise<Layout | undefined>;

	/**
	 * @param zone the time zone of dates without one
	 * @param status a filter of the hub, as a query value
	 * @param size how many orders to read in a request
	 */
	constructor(hub: Hub<'orderList'>, zone: string, status?: string, size = pageSize) {
		this.source = { hub, list: listOfOrders(zone, status), size };
	}

	/** The orders that are wanted, each once; reading ends as soon as no further one can be. */
	async find(search: OrderSearch): Promise<IDataObject[]> {
		const { wanted, newestFirst, limit = Infinity } = search;
		const { after, before, numbers } = wanted;
		const hasEnd = limit < Infinity || [after, before, numbers].some((end) => end !== undefined);
		const { listed, start } = await (hasEnd
			? this.walkUntilSettled(search)
			: this.readWhole(search));
		const orders = compact(map(byIssueDate(listed, newestFirst), 'order'));
		return orders.slice(start, start + limit);
	}

	/**
	 * Walks through the pages, again where orders may have escaped, and tells the hub if they do each time. One
	 * walk may overlook orders that another has found: the finds of all walks count.
	 */
	private async walkUntilSettled(search: OrderSearch): Promise<Listing> {
		const { report } = this.source.hub;
		const isAny = Object.values(search.wanted).every((filter) => filter === undefined);
		let found: ListedOrder[] = [];
		let before: unknown;
		for (let pass = 1; pass <= passes; pass++) {
			if (pass > 1) this.layout = undefined;
			const layout = await this.learnOnce();
			if (layout === undefined) return await this.readWhole(search, found);
			const { total } = layout;
			if (pass === 1 && isAny && total !== undefined) report.addTotal('orderList', total);
			const walk = await walkPages(this.source, layout, search);
			const atEnds = undatedAtEnds(layout, search);
			// a newer reading of an order counts
			found = uniqBy([...sortBy([...walk.found.values()], 'place'), ...found, ...atEnds], 'id');
			this.noteUndated([...walk.pages.flatMap(({ rows }) => rows), ...atEnds]);
			const isStill = !hasMoved(walk);
			const shortages = shortagesOf(walk);
			if (isStill && shortages.length === 0) return { listed: found, start: 0 };
			// a `total` may be wrong for good
			if (isStill && isEqual(shortages, before)) break;
			before = shortages;
		}
		report.unsettled.add('orderList');
		return { listed: found, start: 0 };
	}

	/** Several searches learn the layout once; where that fails, the next one tries again. */
	private async learnOnce(): Promise<Layout | undefined> {
		this.layout ??= learnLayout(this.source).catch((error: unknown) => {
			this.layout = undefined;
			throw error;
		});
		return await this.layout;
	}

	/** @param found the orders that walks have found before */
	private async readWhole(search: OrderSearch, found: ListedOrder[] = []): Promise<Listing> {
		const keeps = (order: ListedOrder) => keptOrder(order, search);
		const whole = await readList(this.source.hub, { ...this.source.list, keeps });
		this.noteUndated(whole);
		return { listed: [...whole, ...differenceBy(found, whole, 'id')], start: search.offset ?? 0 };
	}

	private noteUndated(listed: readonly ListedOrder[]): void {
		const { undated } = this.source.hub.report;
		for (const { id, isUndated } of listed)
			if (isUndated) undated.add(`order ${shorten(String(id), 20)}`);
	}
}

/** The orders that were read for a search. */
interface Listing {
	/** As the search keeps them; unwanted ones have no `order`. */
	listed: ListedOrder[];
	/** Behind how many of the wanted orders to begin. */
	start: number;
}

/**
 * Orders without a date: a hub that sorts by date has them at an end of its list, on the pages that showed the
 * layout.
 */
const undatedAtEnds = ({ known }: Layout, search: OrderSearch): ListedOrder[] =>
	[...known.values()]
		.flatMap(({ rows }) => rows.map((order) => keptOrder(order, search)))
		.filter(({ isUndated }) => isUndated);

/** Orders as the list has them, by issue date; equal ones in the list's own order or its reverse. */
function byIssueDate(listed: ListedOrder[], newestFirst: boolean): ListedOrder[] {
	const dates = compact(map(listed, 'issued'));
	const [first = '', last = ''] = [dates[0], dates.at(-1)];
	const isFalling = first === last ? newestFirst : first > last;
	const rising = sortBy(isFalling ? [...listed].reverse() : listed, 'issued');
	return newestFirst ? rising.reverse() : rising;
}
