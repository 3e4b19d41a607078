import maxBy from 'lodash/maxBy';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses } from '../../../api/async';
import { keptBack } from './buffer';
import { cellText, lowest } from './cells';
import { isCount, kitsOf, type Parts } from './kits';
import { linesOf, newestFirst, openPieces, type TimeOf } from './openLines';
import { stocksOf, type Sum, sumOf } from './stocks';

const minute = 60_000;
const week = 7 * 24 * 60 * minute;

/** The tables that the sums are made of: rows as tables and *List: Read Rows* give them. */
export interface Given {
	/**
	 * The ERP's rows: `sku`, `estoque`, perhaps `readAt`, `changedAt`, `buffer`, and `error` of a row that nobody can
	 * read.
	 */
	rows: readonly IDataObject[];
	/** The sums of before. */
	last: readonly IDataObject[];
	/** Lines of orders as *Order: Convert to Rows* gives them, with `booked` and `bookedQuantity`. */
	lines: readonly IDataObject[];
	/** `kit`, `sku`, `quantity`. */
	parts: readonly IDataObject[];
}

export interface SumSettings {
	/** In milliseconds. */
	now: number;
	/** Whether the rows are all that the ERP has. */
	isWholeList: boolean;
	/** Whether the bookings bear the ERP's times. */
	isOfErp: boolean;
	/** Minutes that an export may be old, and by which clocks may differ. */
	greatestAge: number;
	margin: number;
	/** Pieces or a percentage to keep back of all. */
	buffer: unknown;
	timeOf: TimeOf;
}

/**
 * The pieces of each SKU that can be sold: its stock less the lines that the stock does not know, less a buffer;
 * the oldest change first.
 */
export async function availableStock(given: Given, settings: SumSettings): Promise<IDataObject[]> {
	const { now, isWholeList, isOfErp, greatestAge, margin, timeOf } = settings;
	const past: TimeOf = (value) => {
		const time = timeOf(value);
		return time === undefined ? undefined : Math.min(time, now);
	};
	const clock = { asked: now - greatestAge * minute, past, isOfErp };
	const sums = await stocksOf(given.rows, given.last, clock, isWholeList);
	const kits = kitsOf(given.parts);
	const open = new Map<string, number>();
	await eachWithPauses(linesOf(given.lines), (rows) => {
		const line = newestFirst(rows, timeOf);
		const sold = cellText(line[0].sku);
		// an open order of a kit takes its parts
		for (const [sku, quantity] of kits.get(sold) ?? [[sold, '1'] as const]) {
			const pieces = openPieces(line, sums.get(sku)?.began, { margin: margin * minute, timeOf });
			open.set(sku, (open.get(sku) ?? 0) + pieces * (isCount(quantity) ? Number(quantity) : 1));
		}
	});
	const newest = maxBy([...sums.values()], ({ began = 0 }) => began)?.began ?? 0;
	for (const sum of sums.values()) {
		if (kits.has(sum.sku)) continue;
		if (sum.stock !== undefined)
			sum.available = ofStock(sum, sum.stock, open.get(sum.sku) ?? 0, newest, settings.buffer);
		else if (Number(sum.before) > 0) {
			sum.available = 0;
			sum.notes.push('no kit any more, and the ERP has told no stock of it');
		}
	}
	for (const [sku, parts] of kits) {
		const sum = sumOf(sku, sums);
		sum.available = ofKit(sum, parts, sums, kits);
	}
	return sortBy([...sums.values()], ({ changedAt = 0 }) => changedAt).map((sum) =>
		rowOf(sum, open.get(sum.sku) ?? 0),
	);
}

function ofStock(sum: Sum, stock: number, open: number, newest: number, ofAll: unknown): number {
	if (sum.missing && (sum.began ?? 0) < newest - week) {
		// lines that were booked so long ago are no longer read
		sum.notes.push('the ERP has told no stock of it for a week');
		return 0;
	}
	return lessBuffer(sum, stock - open, ofAll);
}

/** The pieces less the buffer of their row, or of all; a row whose buffer is no number says so. */
function lessBuffer(sum: Sum, pieces: number, ofAll: unknown): number {
	const own = cellText(sum.buffer);
	const kept = keptBack(own === '' ? ofAll : own, pieces);
	if (kept === undefined) {
		sum.notes.push(`buffer is no number: ${own === '' ? String(ofAll) : own}`);
		sum.isUnread = true;
	}
	return Math.max(pieces - (kept ?? keptBack(ofAll, pieces) ?? 0), 0);
}

/** How many kits the scarcest part leaves; 0 where the stock of a part is not known. */
function ofKit(
	sum: Sum,
	parts: Parts,
	sums: ReadonlyMap<string, Sum>,
	kits: ReadonlyMap<string, Parts>,
): number {
	const unknown = [...parts].flatMap(([sku, quantity]) => {
		const part = sums.get(sku);
		if (!isCount(quantity))
			return [`the quantity of ${sku} is no whole number from 1: ${quantity}`];
		if (kits.has(sku)) return [`${sku} is a kit itself`];
		return part?.available === undefined || part.missing
			? [`the stock of ${sku} is not known`]
			: [];
	});
	sum.notes = [...sum.notes, ...unknown];
	if (unknown.length > 0) return 0;
	const whole = [...parts].map(([sku, quantity]) =>
		Math.floor((sums.get(sku)?.available ?? 0) / Number(quantity)),
	);
	const least = lowest(whole);
	// the buffer of all is kept back of its parts
	return lessBuffer(sum, least, 0);
}

function rowOf(sum: Sum, open: number): IDataObject {
	const { sku, stock, readAt, began, changedAt, buffer, missing, available, notes } = sum;
	return {
		...{ sku, available, open, note: notes.join('; ') },
		...(stock !== undefined && { stock, readAt: iso(readAt), began: iso(began) }),
		...(changedAt !== undefined && { changedAt: iso(changedAt) }),
		...(buffer !== undefined && buffer !== null && { buffer: String(buffer) }),
		...{ missing, isUnread: sum.isUnread },
	};
}

const iso = (time: number | undefined): string | null =>
	time === undefined ? null : new Date(time).toISOString();
