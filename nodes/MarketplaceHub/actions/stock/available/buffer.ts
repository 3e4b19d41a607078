import { isBlank } from '../../../api/values/blanks';

/** Pieces, or a percentage with up to two places. */
const form = /^(?:(\d+)|(\d+(?:[.,]\d{1,2})?)\s*%)$/;

/** Pieces to keep back of a stock: a whole number of them, or a percentage rounded up; undefined for anything else. */
export function keptBack(buffer: unknown, stock: number): number | undefined {
	const [, pieces, percent] = form.exec(isBlank(buffer) ? '' : String(buffer).trim()) ?? [];
	if (percent === undefined) return pieces === undefined ? undefined : Number(pieces);
	const hundredths = Math.round(Number(percent.replace(',', '.')) * 100);
	return Math.ceil((Math.max(stock, 0) * hundredths) / 10_000);
}
