import keyBy from 'lodash/keyBy';
import sumBy from 'lodash/sumBy';

/*
 * Records that escape a reader who reads a list page by page while the list changes; of those that go, see
 * `hasShrunk`. In the examples a list of 300 records, newest first, is read in pages that begin at 0, 100 and 200.
 */

/** The words of a page at a place of the list. */
interface PageAt {
	offset: number;
	/** The number of records that came, including records that cannot be worked on, and the number of these. */
	count: number;
	unreadable: number;
}

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
