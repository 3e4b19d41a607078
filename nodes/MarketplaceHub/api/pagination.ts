import keyBy from 'lodash/keyBy';
import partition from 'lodash/partition';
import sumBy from 'lodash/sumBy';
import { z } from 'zod';
import { eachWithPauses, mapConcurrently } from './async';
import type { EndpointName } from './endpoints';
import type { RequestInput } from './http/requestOf';
import { readsAtOnce } from './http/runLimit';
import type { Hub } from './hub';
import { both, preprocess } from './schemas/effects';
import type { Reader } from './schemas/reads/answers';
import { UnreadableRecord } from './schemas/reads/orderAnswers';
import { toNumber } from './values/numbers';

/** Largest `limit` of every list (reference: Limits). */
export const pageSize = 100;

/** How often a list is read at most while it does not settle. */
export const passes = 3;

const infoNumber = preprocess((value) => toNumber(value), z.number().int().nonnegative())
	.optional()
	.catch(undefined);

/** The pagination envelope; some answers carry its numbers as text (reference: Pagination envelope). */
const pageInfo = z
	.object({ next: z.string().optional().catch(undefined), limit: infoNumber, total: infoNumber })
	.passthrough()
	.catch({});

const pageAnswer = z.object({ info: pageInfo.optional() }).passthrough();

/** How to read one list of the hub. */
export interface List<Row, Name extends EndpointName> {
	endpoint: Name;
	path?: RequestInput['path'];
	query?: RequestInput['query'];
	/** Where to start; 0 when left out. */
	offset?: number;
	/** Takes a page's records from the answer. */
	rows: Reader<ReadonlyArray<Row | UnreadableRecord>>;
	/** Whether `total` counts these records, so that the list changed while it was read if fewer come. */
	isCounted?: boolean;
	/** Key by which records of different pages are the same; without one, all that is in them. */
	identity?: (row: Row) => unknown;
	/** Cuts each record down as soon as its page is read. */
	keeps?: (row: Row) => Row;
}

/**
 * Reads a list with offset and limit: the first page, then the others side by side, in order. The step between
 * pages is learned from `info.next`. A page that is not full ends the reads side by side, whatever `total` says; so
 * does one that brings nothing new, unless the hub names a later one: its records may all equal earlier ones. Records that move to another page while the list is read come once; a list that
 * records left in between is read again. The hub is told if it never settles, or fewer records came than it
 * counts: a `total` may be wrong for good.
 * @param limit how many records to read at most; undefined for all
 */
export async function readList<Row, Name extends EndpointName>(
	hub: Hub<Name>,
	list: List<Row, Name>,
	limit = Infinity,
): Promise<Row[]> {
	for (let pass = 1; ; pass++) {
		const { pages, answered } = await readPages(hub, list, limit);
		const shrank = hasShrunk(answered);
		if (shrank && pass < passes) continue;
		const came = sumBy(pages, ({ rows, unreadable }) => rows.length + unreadable);
		const isShort = list.isCounted === true && lacksRecords(pages, came, limit);
		if (shrank || isShort) hub.report.unsettled.add(list.endpoint);
		const [{ total } = {}] = pages;
		if (limit < Infinity && total !== undefined) hub.report.addTotal(list.endpoint, total);
		const rows: Row[] = [];
		await eachWithPauses(pages, (page) => page.rows.forEach((row) => rows.push(row)));
		return rows.slice(0, limit);
	}
}

/**
 * `rows` are without rows of a page that was answered before, `total` counts from the list's start on.
 * @returns the pages in the order of the list, and the same in the order in which the hub answered
 */
async function readPages<Row, Name extends EndpointName>(
	hub: Hub<Name>,
	list: List<Row, Name>,
	wanted: number,
): Promise<Record<'pages' | 'answered', Array<ReadPage<Row>>>> {
	const { offset: start = 0, identity, keeps } = list;
	const limit = Math.min(pageSize, wanted);
	const seen = new Set<unknown>();
	const answered: Array<ReadPage<Row>> = [];
	const readPage = async (offset: number): Promise<ReadPage<Row>> => {
		const { rows, total, ...page } = await requestPage(hub, list, limit, offset);
		const ids = rows.map((row) => identity?.(row) ?? JSON.stringify(row));
		// two equal ones on the same page are two records
		const fresh = rows.filter((_row, index) => !seen.has(ids[index]));
		ids.forEach((id) => seen.add(id));
		const read = {
			...page,
			rows: keeps === undefined ? fresh : fresh.map(keeps),
			total: total && Math.max(0, total - start),
		};
		answered.push(read);
		return read;
	};
	const first = await readPage(start);
	const step = first.nextOffset === undefined ? first.count : first.nextOffset - start;
	// `total` says where the list ends, unless a page shows that it ends there
	let pageCount =
		first.count === 0 ? 0 : Math.ceil(Math.min(first.total ?? 0, wanted) / first.count);
	const read = async (index: number) => {
		const page = await readPage(start + index * step);
		if (isBeyond(page) || page.count < first.count) pageCount = index;
		return page;
	};
	function* furtherPages() {
		for (let index = 1; index < pageCount; index++) yield index;
	}
	const pages = [first, ...(await mapConcurrently(furtherPages(), readsAtOnce, read))];
	while (hasNext(pages, limit, wanted)) pages.push(await read(pages.length));
	return { pages, answered };
}

/**
 * Whether there is a page after these. A `total` below the number that has come already says nothing: then a
 * full page has a next page.
 */
function hasNext(pages: ReadonlyArray<ReadPage<unknown>>, limit: number, wanted: number): boolean {
	const last = pages[pages.length - 1];
	const found = sumBy(pages, 'count');
	const isEnough = sumBy(pages, ({ rows }) => rows.length) >= wanted;
	if (last === undefined || isEnough || pages.some(isBeyond)) return false;
	const { nextOffset, total = 0 } = last;
	return nextOffset !== undefined || found < total || (found > total && last.count === limit);
}

/** Whether a list ends before a page: it is empty, or brings nothing new and names no later page within `total`. */
const isBeyond = ({ rows, count, nextOffset = Infinity, total = 0 }: ReadPage<unknown>): boolean =>
	count === 0 || (rows.length === 0 && nextOffset >= total);

export interface ReadPage<Row> {
	rows: Row[];
	/** The number of records that came, including records that cannot be worked on, and the number of these. */
	count: number;
	unreadable: number;
	/** How many records the list holds, as the hub says. */
	total?: number;
	/** Where the next page begins, by its address. */
	nextOffset?: number;
}

/**
 * Reads one page. The order queue takes no `offset`. Records that cannot be worked on are left out, and
 * the hub is told.
 */
export async function requestPage<Row, Name extends EndpointName>(
	hub: Hub<Name>,
	{ endpoint, path, query, rows: reader }: List<Row, Name>,
	limit: number,
	offset?: number,
): Promise<ReadPage<Row>> {
	const [records, { info }] = await hub.request(
		endpoint,
		{ path, query: { ...query, offset, limit } },
		both(reader, pageAnswer),
	);
	const [unreadable, rows] = partition(records, (record) => record instanceof UnreadableRecord);
	if (unreadable.length > 0) hub.report.addUnreadable(endpoint, unreadable);
	return {
		rows,
		count: records.length,
		unreadable: unreadable.length,
		total: info?.total,
		nextOffset: offsetOf(info?.next, offset ?? 0),
	};
}

/** The `offset` of a next page's address; the address itself is never followed. */
function offsetOf(next: string | undefined, current: number): number | undefined {
	const offset = Number(/[?&]offset=(\d+)/.exec(next ?? '')?.[1] ?? NaN);
	return offset > current ? offset : undefined;
}

/*
 * Records that escape a reader who reads a list page by page while the list changes. In the examples a list of
 * 300 records, newest first, is read in pages that begin at 0, 100 and 200.
 */

/** The words of a page about its list, beside the records. */
interface PageOf {
	/** How many records the list holds, as the hub says. */
	total?: number;
}

/** The same of a page at a place of the list. */
interface PageAt extends PageOf {
	offset: number;
	/** The number of records that came, including records that cannot be worked on, and the number of these. */
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
 * Whether fewer records came than the list holds by its first and its last page: records that have come
 * meanwhile may be missing.
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
