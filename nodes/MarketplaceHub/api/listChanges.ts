import keyBy from 'lodash/keyBy';
import sumBy from 'lodash/sumBy';

/*
 * What escapes whoever reads a list page by page while it changes. In the examples a list of 300 records,
 * newest first, is read in pages that begin at 0, 100 and 200.
 */

/** What a page says of its list beside the records. */
interface PageOf {
	/** How many records the list holds, as the hub says. */
	total?: number;
}

/** The same of a page at a place of the list. */
interface PageAt extends PageOf {
	offset: number;
	/** How many records came, with those that cannot be worked on; and how many these are. */
	count: number;
	unreadable: number;
}

/**
 * Whether the list lost records: 300 before, 299 after the page at 0. The record at 100 stands at 99 now,
 * behind the page that was read and before the next one.
 * @param pages in the order in which they were read
 */
export const hasShrunk = (pages: readonly PageOf[]): boolean =>
	pages.some(({ total = Infinity }, index) => total < (pages[index - 1]?.total ?? 0));

/**
 * Whether fewer records came than the list holds by its first and its last page: what has come meanwhile may
 * be missing.
 */
export const lacksRecords = (pages: readonly PageOf[], came: number, wanted: number): boolean =>
	came < Math.min(wanted, pages[0]?.total ?? 0, pages.at(-1)?.total ?? 0);

/**
 * Whether the pages have more places than they show records: of two with equal dates that changed places, one
 * stood on two pages and the other on none. Each arrival explains one repeat: it moves a record from the end
 * of a page that was read to the next one, so that 300 places show 299 records.
 * @param pages in the order in which they were read; of two readings of a page the later one counts
 * @param shown how many different records they show
 */
export function repeatsRecords(pages: readonly PageAt[], shown: number, arrivals: number): boolean {
	const lastReadings = Object.values(keyBy(pages, 'offset'));
	const places = sumBy(lastReadings, ({ count, unreadable }) => count - unreadable);
	return shown < places - arrivals;
}

/**
 * Whether records moved beyond the last page: one came before the page at 200 was read. This page holds the
 * places up to 299, and the oldest of now 301 records stands at 300.
 * @param lastOffset where the last page begins
 * @param total how many records the list holds now
 */
export const endsEarly = (pages: readonly PageAt[], lastOffset: number, total: number): boolean =>
	pages.some(({ offset }) => offset === lastOffset) &&
	pages.every(({ offset, count }) => offset + count < total);
