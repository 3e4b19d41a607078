import type { IDataObject } from 'n8n-workflow';
import { marketplaceNumbers } from '../reads';
import { channelsOfOrder } from './orderChannels';
import type { ListedOrder } from './pages';

/** Which orders are wanted, beyond the hub's own filters; dates as `comparableDate` gives them. */
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
	/**
	 * Behind how many of the newest orders to begin, in whole pages; 0 when left out, as it has to be with the oldest
	 * first.
	 */
	offset?: number;
	/** Whether orders come, too, that may be of the period or not, since their issue date is no date. */
	withUndated?: boolean;
	/** Cuts each order down as soon as its page is read. */
	keeps?: (order: IDataObject) => IDataObject;
}

/** The part of an order that a search keeps: of an unwanted order, only that it was shown. */
export function keptOrder(listed: ListedOrder, search: OrderSearch): ListedOrder {
	const { wanted, withUndated = false, keeps } = search;
	const { id, issued, order } = listed;
	if (order === undefined || !mayBeWanted(order, issued, wanted)) return { id, issued };
	const isUndated = issued === '' && (wanted.after ?? wanted.before) !== undefined;
	if (isUndated && !withUndated) return { id, issued, isUndated };
	const numbers = wanted.numbers && marketplaceNumbers(order);
	return { id, issued, isUndated, numbers, order: keeps?.(order) ?? order };
}

/** Whether an order is wanted; one without a date may be of any period. */
function mayBeWanted(order: IDataObject, issued: string, wanted: OrderSelection): boolean {
	const { after = '', before = issued, channels, numbers } = wanted;
	if (issued !== '' && (issued < after || issued > before)) return false;
	if (numbers && !marketplaceNumbers(order).some((number) => numbers.has(number))) return false;
	return !channels || channelsOfOrder(order).some((name) => channels.has(name));
}
