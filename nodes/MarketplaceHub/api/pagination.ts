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

const infoNumber = preprocess((value) => toNumber(value), z.number().int().safe().nonnegative())
	.optional()
	.catch(undefined);

/** The pagination envelope; some answers carry its numbers as text (reference: Pagination envelope). */
const pageInfo = z
	.object({ next: z.string().optional().catch(undefined), total: infoNumber })
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
 * Reads a list with offset and limit. Records that move to another page while the list is read come once; a list
 * that loses records in between is read again, as others may have moved to a page that was read. The hub is told if
 * it never settles, or fewer records came than it counts: a `total` may be wrong for good.
 * @param limit how many records to read at most; undefined for all
 */
export async function readList<Row, Name extends EndpointName>(
	hub: Hub<Name>,
	list: List<Row, Name>,
	limit = Infinity,
): Promise<Row[]> {
	for (let pass = 1; ; pass++) {
		const { pages, answered } = await new ListReading(hub, list, limit).read();
		const shrank = hasShrunk(answered);
		if (shrank && pass < passes) continue;
		const isShort = list.isCounted === true && lacksRecords(pages, limit);
		if (shrank || isShort) hub.report.unsettled.add(list.endpoint);
		const [{ total } = {}] = pages;
		if (limit < Infinity && total !== undefined) hub.report.addTotal(list.endpoint, total);
		const rows: Row[] = [];
		await eachWithPauses(pages, (page) => page.rows.forEach((row) => rows.push(row)));
		return rows.slice(0, limit);
	}
}

/**
 * One reading of a list: its first page, then those that `total` promises side by side, then one by one as long as
 * there is a next one. `rows` of a page are without rows of one that was answered before; `total` counts from the
 * list's start on.
 */
class ListReading<Row, Name extends EndpointName> {
	private readonly answered: Array<ListPage<Row>> = [];
	private readonly seen = new Set<unknown>();
	private readonly limit: number;
	/** How many pages the list has, as far as pages have told. */
	private pageCount = Infinity;

	constructor(
		private readonly hub: Hub<Name>,
		private readonly list: List<Row, Name>,
		private readonly wanted: number,
	) {
		this.limit = Math.min(pageSize, wanted);
	}

	/** @returns the pages in the order of the list, and the same in the order in which the hub answered */
	async read(): Promise<Record<'pages' | 'answered', Array<ListPage<Row>>>> {
		const { offset: start = 0 } = this.list;
		const first = await this.readPage(start);
		// without an address, as many as came, in all groups of a list (docs/compatibility.md, Assumptions)
		const step = first.nextOffset === undefined ? first.count : first.nextOffset - start;
		const readAt = async (index: number) => {
			const page = await this.readPage(start + index * step);
			if (isBeyond(page) || page.count < first.count) this.pageCount = index;
			return page;
		};
		this.pageCount = promisedPages(first, this.wanted);
		const pages = [first, ...(await mapConcurrently(this.furtherPages(), readsAtOnce, readAt))];
		while (hasNext(pages, this.limit, this.wanted)) pages.push(await readAt(pages.length));
		return { pages, answered: this.answered };
	}

	/** A page that ends the list ends the reads side by side, whatever `total` says. */
	private *furtherPages(): Generator<number> {
		for (let index = 1; index < this.pageCount; index++) yield index;
	}

	private async readPage(offset: number): Promise<ListPage<Row>> {
		const { hub, list, seen } = this;
		const { identity, keeps, offset: start = 0 } = list;
		const page = await requestPage(hub, list, this.limit, offset);
		const ids = page.rows.map((row) => identity?.(row) ?? JSON.stringify(row));
		// two equal ones on the same page are two records
		const fresh = page.rows.filter((_row, index) => !seen.has(ids[index]));
		ids.forEach((id) => seen.add(id));
		const { total = 0, unreadable } = page;
		const read = {
			...page,
			isNew: fresh.length > 0 || (unreadable > 0 && offset < total),
			rows: keeps === undefined ? fresh : fresh.map(keeps),
			total: page.total && Math.max(0, page.total - start),
		};
		this.answered.push(read);
		return read;
	}
}

const promisedPages = ({ count, total = 0 }: ReadPage<unknown>, wanted: number): number =>
	count === 0 ? 0 : Math.ceil(Math.min(total, wanted) / count);

/**
 * Whether there is a page after these. A `total` below the number that has come already says nothing: then a
 * full page has a next page.
 */
function hasNext(pages: ReadonlyArray<ListPage<unknown>>, limit: number, wanted: number): boolean {
	const last = pages[pages.length - 1];
	const found = sumBy(pages, 'count');
	const isEnough = sumBy(pages, ({ rows }) => rows.length) >= wanted;
	if (last === undefined || isEnough || pages.some(isBeyond)) return false;
	const { nextOffset, total = 0 } = last;
	return nextOffset !== undefined || found < total || (found > total && last.count === limit);
}

/**
 * Whether a list ends before a page: it is empty, or brings nothing new and names no later page within `total`. The
 * records of one that names a later page may all equal earlier ones.
 */
const isBeyond = ({ isNew, count, nextOffset = Infinity, total = 0 }: ListPage<unknown>): boolean =>
	count === 0 || (!isNew && nextOffset >= total);

/**
 * Whether the list lost records. E.g. it has 300, newest first, and 299 after the page at 0 was read: the record
 * at 100 stands at 99 now, behind the page that was read and before the next one.
 * @param pages in the order in which they were read
 */
export const hasShrunk = (pages: ReadonlyArray<{ total?: number }>): boolean =>
	pages.some(({ total = Infinity }, index) => total < (pages[index - 1]?.total ?? 0));

/**
 * Whether fewer records came than the list holds by its first and its last page: records that have come
 * meanwhile may be missing.
 */
function lacksRecords(pages: ReadonlyArray<ReadPage<unknown>>, wanted: number): boolean {
	const came = sumBy(pages, ({ rows, unreadable }) => rows.length + unreadable);
	return came < Math.min(wanted, pages[0]?.total ?? 0, pages.at(-1)?.total ?? 0);
}

/** A page of a list that is read whole. */
interface ListPage<Row> extends ReadPage<Row> {
	/** Whether no earlier page has its records, as far as they can be worked on, or `total` counts the others. */
	isNew: boolean;
}

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
