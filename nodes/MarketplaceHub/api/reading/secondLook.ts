/** What it takes to look once more for what the pages of a list have not shown. */
interface SecondLook {
	/** Whether these are too many to be looked for without regard to the list. */
	areMany: boolean;
	/** Requests that look for it alone, by single reads or by filters. */
	requests: number;
	/** Requests for all pages of the list; undefined where it was not read. */
	pages?: number;
}

/**
 * Whether the pages of a list are read once more for what they have not shown, since entries move from page to page while
 * others come and go; else it is looked for alone.
 */
export const takesPages = ({ areMany, requests, pages = Infinity }: SecondLook): boolean =>
	areMany && requests >= pages;
