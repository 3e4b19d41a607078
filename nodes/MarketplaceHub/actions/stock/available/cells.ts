import { isBlank } from '../../../api/values/blanks';
import { asFlag } from '../../../api/values/words';

/* Cells of the seller's own tables: some stores hold text only, such as `false` or `2`. */

/** A cell as text, without blanks around it. */
export const cellText = (cell: unknown): string => String(cell ?? '').trim();

/** Whether a cell says yes; any mark but a word for no counts. */
export const isOn = (cell: unknown): boolean => !isBlank(cell) && Boolean(asFlag(cell));

/** The lowest of any number of values; `Math.min` takes some 100,000. */
export const lowest = (values: readonly number[]): number =>
	values.reduce((least, value) => Math.min(least, value), Infinity);
