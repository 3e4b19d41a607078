import { pageSize } from '../pagination';

/** Requests that show so many records of a list; one shows that there are none. */
export const pagesOf = (records: number): number => Math.max(1, Math.ceil(records / pageSize));

/** What it takes to look once more for what the pages of a list have not shown. */
interface SecondLook {
	/** Whether it is too much to look for without regard to the list. */
	isMany: boolean;
	/** Requests that look for it alone, by single reads or by filters. */
	requests: number;
	/** Requests for all pages of the list; undefined where it was not read. */
	pages?: number;
}

/**
 * Whether the pages of a list are read once more for what they have not shown, since entries move from page to page while
 * others come and go; else it is looked for alone.
 */
export const takesPages = ({ isMany, requests, pages = Infinity }: SecondLook): boolean =>
	isMany && requests >= pages;
