import groupBy from 'lodash/groupBy';
import orderBy from 'lodash/orderBy';
import type { IDataObject } from 'n8n-workflow';
import { isBlank } from '../../../api/values/blanks';
import { plainWord } from '../../../api/values/words';
import { cellText, isOn } from './cells';

/** Reads a time of a row, in milliseconds; undefined for none. */
export type TimeOf = (value: unknown) => number | undefined;

/** A line of an order: its rows, the newest first. One with another quantity is a row of its own. */
export type Line = [newest: IDataObject, ...older: IDataObject[]];

/** The rows of each order and SKU, the rows that the table got last come first. */
export function linesOf(rows: readonly IDataObject[]): Line[] {
	const known = rows.filter(({ idPedido }) => !isBlank(idPedido)).reverse();
	return Object.values(
		groupBy(known, ({ idPedido, sku }) => JSON.stringify([idPedido, sku].map(cellText))),
	) as Line[];
}

export const newestFirst = (line: Line, timeOf: TimeOf): Line =>
	line.length === 1
		? line
		: (orderBy(line, ({ updatedAt }) => timeOf(updatedAt) ?? 0, 'desc') as Line);

/**
 * Pieces of a line that a stock which began to be read at `began` does not know.
 * @param margin how much earlier a booking counts as known, in milliseconds: clocks differ
 */
export function openPieces(
	line: Line,
	began: number | undefined,
	{ margin, timeOf }: { margin: number; timeOf: TimeOf },
): number {
	const [{ quantity, cancelled, returned, status }] = line;
	const sold = piecesOf(quantity);
	// an earlier reading must say that returned goods had not left: first seen as returned, they may be anywhere
	const cameBack = isOn(returned) && ['novo', 'pago'].includes(plainWord(status));
	// nobody books the rest of a cancelled line whose goods never left the store
	const isReleased = (isOn(cancelled) || cameBack) && !line.some(({ gone }) => isOn(gone));
	if (isReleased && line.every(({ booked }) => timeOf(booked) === undefined)) return 0;
	const known = line.filter(({ booked }) => (began ?? 0) > (timeOf(booked) ?? Infinity) + margin);
	if (known.length === 0) return sold;
	if (isReleased) return 0;
	const inPart = known.map(({ bookedQuantity, quantity: whole }) =>
		isBlank(bookedQuantity) ? piecesOf(whole) : Number(bookedQuantity) || 0,
	);
	return Math.max(sold - inPart.reduce((most, one) => Math.max(most, one), 0), 0);
}

/** Pieces of a line; a line that does not say how many is one piece at least. */
function piecesOf(quantity: unknown): number {
	const pieces = isBlank(quantity) ? NaN : Number(quantity);
	return pieces >= 0 && Number.isFinite(pieces) ? pieces : 1;
}
