import map from 'lodash/map';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses } from '../../../api/async';
import { isBlank } from '../../../api/values/blanks';
import { addTo } from '../../../api/values/lists';
import { toNumber } from '../../../api/values/numbers';
import { cellText, isOn, lowest } from './cells';
import type { TimeOf } from './openLines';

/** The facts about a SKU. Times are in milliseconds. */
export interface Sum {
	sku: string;
	stock?: number;
	/** When the ERP read the stock. */
	readAt?: number;
	/** The same on the clock of the bookings. */
	began?: number;
	changedAt?: number;
	buffer?: IDataObject[string];
	/** Whether the ERP lacks it, or gave a stock that nobody can read. */
	missing: boolean;
	notes: string[];
	isUnread: boolean;
	/** The pieces that could be sold: first by the sum of before, then by this sum. */
	before?: unknown;
	available?: number;
}

export interface StockClock {
	/** When the ERP began to read at the latest, in milliseconds. */
	asked: number;
	/** A time of a row, which no clock of the ERP may put ahead of now. */
	past: TimeOf;
	/** Whether bookings bear the ERP's times, too. */
	isOfErp: boolean;
}

/**
 * Each SKU with the stock of the newest export that names it.
 * @param isWhole whether the rows are all that the ERP has: a SKU that they lack is missing then
 */
export async function stocksOf(
	rows: readonly IDataObject[],
	last: readonly IDataObject[],
	clock: StockClock,
	isWhole: boolean,
): Promise<Map<string, Sum>> {
	const sums = new Map<string, Sum>();
	await eachWithPauses(last, (row) => {
		const known = knownBefore(row, clock);
		if (known.sku !== '') sums.set(known.sku, known);
	});
	const named = new Map<string, IDataObject[]>();
	for (const row of rows) if (cellText(row.sku) !== '') addTo(named, cellText(row.sku), row);
	await eachWithPauses(named, ([sku, own]) => {
		take(own, sumOf(sku, sums), clock);
	});
	// a full list tells which SKUs the ERP lacks; a list that was lost says nothing
	if (isWhole && named.size > 0)
		for (const sum of sums.values())
			if (!named.has(sum.sku) && sum.stock !== undefined) sum.missing = true;
	return sums;
}

/** The sum of a SKU; an empty one is added where there is none. */
export function sumOf(sku: string, sums: Map<string, Sum>): Sum {
	const sum = sums.get(sku) ?? { sku, missing: false, notes: [], isUnread: false };
	sums.set(sku, sum);
	return sum;
}

function knownBefore(row: IDataObject, { past }: StockClock): Sum {
	const { sku, readAt, began, changedAt, buffer, missing, available } = row;
	const stock = toNumber(row.stock, 'pieces');
	return {
		...{ sku: cellText(sku), readAt: past(readAt), began: past(began ?? readAt) },
		...{ changedAt: past(changedAt), buffer, missing: isOn(missing) },
		...{ notes: [], isUnread: false, before: available },
		...(typeof stock === 'number' && { stock }),
	};
}

const noStock = (estoque: unknown): string =>
	isBlank(estoque) ? '`estoque` is missing' : `\`estoque\` is no number: ${String(estoque)}`;

/** Takes over the rows of a SKU: of several the lowest stock counts, as old as the oldest of them. */
function take(rows: readonly IDataObject[], sum: Sum, { asked, past, isOfErp }: StockClock): void {
	const read: Array<{ readAt: number; stock: number; buffer: IDataObject[string] }> = [];
	for (const { error, estoque, readAt, changedAt, buffer } of rows) {
		if (typeof error === 'string' || typeof estoque !== 'number') {
			const why = typeof error === 'string' ? error.replace(/^Row \d+: /, '') : noStock(estoque);
			sum.notes.push(why);
			sum.isUnread = sum.missing = true;
			continue;
		}
		const time = past(readAt) ?? asked;
		if ((sum.readAt ?? time) > time) sum.notes.push('an older export is left out');
		else read.push({ readAt: time, stock: estoque, buffer });
		// the next run asks from the newest one on
		const changed = past(changedAt);
		if (changed !== undefined && !((sum.changedAt ?? changed) > changed)) sum.changedAt = changed;
	}
	const newest = read.at(-1);
	if (newest === undefined) return;
	if (read.length > 1) sum.notes.push('stands twice, the lower stock counts');
	const readAt = lowest(map(read, 'readAt'));
	Object.assign(sum, {
		...{ stock: lowest(map(read, 'stock')), readAt, missing: false },
		// if the bookings bear n8n's times, the ERP's clock may be fast
		began: isOfErp ? readAt : Math.min(readAt, asked),
		buffer: newest.buffer ?? sum.buffer,
	});
}
