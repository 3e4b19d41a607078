import { pageSize } from '../pagination';

/** At most this many records are read one by one where a list would show them, too. */
export const mostSingleReads = 20;

/**
 * A way to read what is missing: each SKU by itself, a list by a filter of SKUs, all pages of a list,
 * or the records of all products that were not read.
 */
export type Way = 'each' | 'filter' | 'list' | 'products';

/** How many SKUs or entries are missing, and what other ways there are to read them. */
export interface Missing {
	missing: number;
	/** So many are read one by one whatever a list costs; Infinity where they always are. */
	mostSingleReads?: number;
	/** Requests with a filter that show all of them; left out where the list has no filter. */
	filters?: number;
	/** Requests for all pages of the list; left out as long as it was not read. */
	pages?: number;
	/** Products that were not read; left out unless only records show what is missing, as they do variations. */
	unread?: number;
}

/** The way that takes the fewest requests; a list of unknown length counts as shorter than many single reads. */
export function howToRead({
	missing,
	mostSingleReads: few = 0,
	filters,
	pages,
	unread,
}: Missing): Way {
	if (unread !== undefined) return unread <= missing ? 'products' : 'each';
	const single = filters === undefined ? 'each' : 'filter';
	if (missing <= few) return single;
	if (pages === undefined) return 'list';
	// a SKU may be asked for as a product and as a variation
	const requests = filters ?? 2 * missing;
	return requests < pages ? single : 'list';
}

/** Whether so many SKUs are more than are read one by one whatever a list costs. */
export const areMany = (missing: number, few: number): boolean => missing > few;

/** Requests that show so many records of a list; one shows that there are none. */
export const pagesOf = (records: number): number => Math.max(1, Math.ceil(records / pageSize));
