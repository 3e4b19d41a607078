import { datesOn, type Layout, type PagesByOffset, type OrderSource, readPage } from './pages';

/*
 * A period in the hub's list of orders, which has no filter by date: it is found by halving. Assumed: no order is
 * deleted, and each stands at most a page away from where its date belongs.
 */

/**
 * Finds the pages on which an order of the period may be, from the newest on; all where a page that was
 * read for it has no order with a date.
 * @param period its ends, as `comparableDate` gives them
 * @returns the number of the first one and the number behind the last one, which may be far apart where the hub
 * counts too many, and the pages that are known by now
 */
export async function findPeriod(
	source: OrderSource,
	{ pages, offsetOf, known }: Layout,
	{ after, before }: { after?: string; before?: string },
): Promise<{ from: number; to: number; known: PagesByOffset }> {
	const read = new Map(known);
	const datesOf = async (number: number) => {
		const offset = offsetOf(number);
		const page = read.get(offset) ?? (await readPage(source, offset));
		read.set(offset, page);
		return datesOn(page);
	};
	const newest =
		before === undefined
			? 0
			: await firstPage(pages, async (page) =>
					(await datesOf(page)).some((date) => date <= before),
				);
	const beyond =
		after === undefined
			? pages
			: await firstPage(pages, async (page) => (await datesOf(page)).every((date) => date < after));
	const isClear = [...read.values()].every((page) => datesOn(page).length > 0);
	// an order may stand a page away from where its date belongs, and new ones may move it meanwhile
	const [from, to] = isClear ? [newest - 2, beyond + 2] : [0, pages];
	return { from: Math.max(0, from), to: Math.min(pages, to), known: read };
}

/**
 * The first of so many pages for which a condition holds, by halving; `pages` where it holds for none.
 * @param holds from the newest page to the oldest: false up to some page, true from there on
 */
async function firstPage(
	pages: number,
	holds: (page: number) => Promise<boolean>,
): Promise<number> {
	let [from, to] = [0, pages];
	while (from < to) {
		const middle = Math.floor((from + to) / 2);
		if (await holds(middle)) to = middle;
		else from = middle + 1;
	}
	return from;
}
