import { type Code, readGtin, readNcm } from '../../values/codes';
import type { FieldKind, Tidied } from '../fields';
import { nameOrNumber, patterned } from './text';

/* Codes of digits, which spreadsheets turn into numbers. */

/** The code of digits out of a spreadsheet, with a note for the user. */
const tidied = (given: unknown, { value, is }: Code): Tidied => {
	if (is === undefined) return { value };
	return is === 'wrong'
		? { value, note: { kind: 'wrongCode', text: `"${String(value)}"` } }
		: { value, note: { kind: 'paddedCode', text: `"${String(given)}" as ${String(value)}` } };
};

/** An EAN, GTIN or DUN code, which a spreadsheet may have made a rounded number; also a word such as `SEM GTIN`. */
export const productCode = (): FieldKind => ({
	...patterned(
		/^(?!\d+([.,]\d+)?e\+\d+$)/i,
		'the whole code, not a rounded number: give it as text',
	),
	writing: 'code',
	tidy: (value) => tidied(value, readGtin(value)),
});

/** An EAN code of 13 digits. */
export const ean13 = (): FieldKind => ({
	...patterned(/^\d{13}$/, 'a code of 13 digits'),
	writing: 'code',
	tidy: (value) => tidied(value, readGtin(value, 13)),
});

/** An NCM code, of which a number loses the zero in front. */
export const ncmCode = (): FieldKind => ({
	...nameOrNumber(),
	writing: 'code',
	tidy: (value) => tidied(value, readNcm(value)),
});
