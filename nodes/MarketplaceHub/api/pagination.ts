import isEqual from 'lodash/isEqual';
import isNil from 'lodash/isNil';
import { z } from 'zod';
import { mostAtOnce } from './async/adaptiveLimiter';
import { mapConcurrently } from './async/concurrency';
import type { EndpointName } from './endpoints';
import { HubError } from './errors';
import { toNumber } from './values/numbers';
import type { Hub, RequestInput } from './hub';

/** Largest `limit` of every list (reference: Limits). */
export const pageSize = 100;

/** How often a list is read at most when its records move while it is read. */
const passes = 3;

const count = z.preprocess(toNumber, z.number().int().nonnegative()).optional().catch(undefined);

/** The pagination envelope; some answers carry its numbers as text (reference: Pagination envelope). */
const pageInfo = z
	.object({ next: z.string().optional().catch(undefined), limit: count, total: count })
	.passthrough()
	.catch({});

/** How to read one list of the hub. */
export interface List<Row, Name extends EndpointName> {
	endpoint: Name;
	path?: RequestInput['path'];
	query?: RequestInput['query'];
	/** Where to start; 0 when left out. */
	offset?: number;
	/** Takes a page's records from the answer. */
	rows: z.ZodType<Row[], z.ZodTypeDef, unknown>;
	/** What makes two records of different pages the same; left out where nothing does. */
	identity?: (row: Row) => unknown;
	/** What is kept of each record once its page is read; all of it when left out. Needs `identity`. */
	keeps?: (row: Row) => Row;
	/** Asked after the first page, with the total: whether to read the others. All are when left out. */
	goesOn?: (first: readonly Row[], total: number | undefined) => boolean;
}

/**
 * Several filter values as one query value, separated by a vertical bar; undefined for none.
 * @throws HubError of kind `invalid` for a value that holds a vertical bar itself
 */
export function joinFilter(
	name: string,
	values: ReadonlyArray<string | number>,
): string | undefined {
	const texts = values.map(String).filter((value) => value !== '');
	const barred = texts.find((value) => value.includes('|'));
	if (barred !== undefined) {
		throw new HubError('invalid', `\`${name}\` must not hold a vertical bar: '${barred}'`, {
			description:
				'The hub reads it as a separator. Enter several values as a list or separated by commas.',
		});
	}
	return texts.length === 0 ? undefined : texts.join('|');
}

interface Page<Row> {
	rows: Row[];
	/** The identity of each row; undefined where rows have none. */
	ids?: unknown[];
	/** How many there are from the list's start on. */
	total?: number;
	nextOffset?: number;
}

/**
 * Reads a list with offset and limit: the first page, then the others concurrently, in order.
 * The step between pages is learned from `info.next`. Records that move to another page while the
 * list is read come once. When records went away in between, or when their number changed and they
 * have no identity, the list is read again.
 * @param limit how many records to read at most; undefined for all
 * @throws HubError
 */
export async function readList<Row, Name extends EndpointName>(
	hub: Hub<Name>,
	list: List<Row, Name>,
	limit?: number,
): Promise<Row[]> {
	const wanted = limit ?? Infinity;
	let best: Row[] = [];
	for (let pass = 1; pass <= passes; pass++) {
		const { rows, settled } = await readPages(hub, list, wanted);
		best = rows;
		if (settled) break;
	}
	return best.slice(0, wanted);
}

async function readPages<Row, Name extends EndpointName>(
	hub: Hub<Name>,
	list: List<Row, Name>,
	wanted: number,
): Promise<{ rows: Row[]; settled: boolean }> {
	const limit = Math.min(pageSize, wanted);
	const start = list.offset ?? 0;
	const read = async (offset: number, begins?: () => void) =>
		await readPage(hub, list, start + offset, limit, begins);
	const first = await read(0);
	const pages = [first];
	const goesOn = list.goesOn?.(first.rows, first.total) ?? true;
	if (goesOn && first.rows.length > 0 && first.rows.length < wanted) {
		const step = first.nextOffset === undefined ? first.rows.length : first.nextOffset - start;
		const expected = Math.ceil(Math.min(first.total ?? 0, wanted) / first.rows.length) - 1;
		const offsets = Array.from({ length: Math.max(0, expected) }, (_, index) => (index + 1) * step);
		pages.push(...(await readTogether(offsets, read)));
		await readOn(pages, read, step, limit, wanted);
	}
	const totals = pages.flatMap(({ total }) => total ?? []);
	const shrunk = totals.some((total, index) => total < Math.max(...totals.slice(0, index)));
	return list.identity === undefined
		? { rows: withoutShifted(pages), settled: new Set(totals).size <= 1 }
		: { rows: withoutRepeats(pages), settled: !shrunk };
}

/** The pages at these offsets, side by side; after one that did not get through, no other is asked for. */
async function readTogether<Row>(
	offsets: readonly number[],
	read: (offset: number, begins?: () => void) => Promise<Page<Row>>,
): Promise<Array<Page<Row>>> {
	let failure: { error: unknown } | undefined;
	const begins = () => {
		if (failure !== undefined) throw failure.error;
	};
	return await mapConcurrently(offsets, mostAtOnce, async (offset) => {
		return await read(offset, begins).catch((error: unknown) => {
			failure ??= { error };
			throw error;
		});
	});
}

/**
 * Goes on page by page while there is more than the first page's `total` promised. A `total` below
 * what has come already says nothing: then a full page has a next one, unless it comes again.
 */
async function readOn<Row>(
	pages: Array<Page<Row>>,
	read: (offset: number) => Promise<Page<Row>>,
	step: number,
	limit: number,
	wanted: number,
): Promise<void> {
	for (;;) {
		const last = pages[pages.length - 1];
		const found = pages.reduce((sum, { rows }) => sum + rows.length, 0);
		if (last === undefined || last.rows.length === 0 || found >= wanted) return;
		const isToldOf = last.nextOffset !== undefined || found < (last.total ?? 0);
		const isLikely = (last.total ?? 0) < found && last.rows.length === limit;
		if (!isToldOf && !isLikely) return;
		const next = await read(pages.length * step);
		if (!isToldOf && isEqual([next.ids, next.rows], [last.ids, last.rows])) return;
		pages.push(next);
	}
}

async function readPage<Row, Name extends EndpointName>(
	hub: Hub<Name>,
	list: List<Row, Name>,
	offset: number,
	limit: number,
	begins?: () => void,
): Promise<Page<Row>> {
	const answer = z.object({ info: pageInfo.optional() }).passthrough();
	const body = await hub.request(
		list.endpoint,
		{ path: list.path, query: { ...list.query, offset, limit }, begins },
		answer.transform((page, context) => {
			const rows = list.rows.safeParse(page);
			if (rows.success) return { rows: rows.data, info: page.info };
			rows.error.issues.forEach((issue) => context.addIssue(issue));
			return z.NEVER;
		}),
	);
	const { identity, keeps } = list;
	const total = body.info?.total;
	return {
		rows: keeps === undefined ? body.rows : body.rows.map(keeps),
		ids: identity && body.rows.map(identity),
		total: total && Math.max(0, total - (list.offset ?? 0)),
		nextOffset: offsetOf(body.info?.next, offset),
	};
}

/** The `offset` of a next page's address; the address itself is never followed. */
function offsetOf(next: string | undefined, current: number): number | undefined {
	const offset = Number(/[?&]offset=(\d+)/.exec(next ?? '')?.[1] ?? NaN);
	return offset > current ? offset : undefined;
}

/** Each record once; what has no identity is a record of its own. */
function withoutRepeats<Row>(pages: Array<Page<Row>>): Row[] {
	const [first] = pages;
	if (first === undefined || pages.length === 1) return first?.rows ?? [];
	const seen = new Set<unknown>();
	return pages.flatMap(({ rows, ids = [] }) => {
		const fresh = rows.filter((_row, index) => isNil(ids[index]) || !seen.has(ids[index]));
		ids.forEach((id) => seen.add(id));
		return fresh;
	});
}

/**
 * Records without an identity: when `total` grew between two pages, as many records may have moved
 * from the one to the other, and those that stand in both are left out of the second.
 */
function withoutShifted<Row>(pages: Array<Page<Row>>): Row[] {
	return pages.flatMap(({ rows, total }, index) => {
		const before = pages[index - 1];
		let grown = Math.max(0, (total ?? 0) - (before?.total ?? total ?? 0));
		if (before === undefined || grown === 0) return rows;
		const known = before.rows.map((row) => JSON.stringify(row));
		return rows.filter((row) => {
			const place = grown === 0 ? -1 : known.indexOf(JSON.stringify(row));
			if (place === -1) return true;
			known.splice(place, 1);
			grown--;
			return false;
		});
	});
}
