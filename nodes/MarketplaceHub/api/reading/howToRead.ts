import { pageSize } from '../pagination';

/** At most this many records are read one by one where a list would show them, too. */
export const mostSingleReads = 20;

/** Whether so many SKUs are more than are read one by one whatever a list costs. */
export const areMany = (missing: number, few: number): boolean => missing > few;

/** Requests that show so many records of a list; one shows that there are none. */
export const pagesOf = (records: number): number => Math.max(1, Math.ceil(records / pageSize));

/** SKUs or entries that are missing, and what it takes to read them. */
export interface Missing {
	missing: number;
	/** So many are read one by one, or by filters, whatever a list costs; Infinity where they always are. */
	mostSingleReads: number;
	/** Requests with a filter that show all of them; left out where the list has no filter. */
	filters?: number;
	/** Requests for all pages of the list; left out as long as it was not read. */
	pages?: number;
}

/**
 * Whether all pages of a list are read for what is missing, or each by itself (with `filters`: by these). A
 * list of unknown length is taken for shorter than many single reads.
 */
export function singlyOrList({
	missing,
	mostSingleReads: few,
	filters,
	pages,
}: Missing): 'singly' | 'list' {
	if (!areMany(missing, few)) return 'singly';
	if (pages === undefined) return 'list';
	// a SKU may be asked for as a product and as a variation
	const requests = filters ?? 2 * missing;
	return requests < pages ? 'singly' : 'list';
}

/** Whether variations, which no list shows, are read each by itself or in all products that were not read. */
export const eachOrProducts = (missing: number, unread: number): 'each' | 'products' =>
	unread <= missing ? 'products' : 'each';
