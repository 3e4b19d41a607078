import { isBlank, trimmed, withoutBlanks } from './blanks';

/** A formula that only says that a cell holds text, as `="0789"`. */
const textFormula = /^\s*="([^"]*(?:""[^"]*)*)"\s*$/;

/** Digits behind the apostrophe by which a person tells a spreadsheet that they are text. */
const apostrophe = /^\s*['’`´](\d[\d.,/-]*)\s*$/;

/** The text of a cell such as `="0789"` or `'0789`, as people and spreadsheets write it; anything else as it is. */
export function withoutFormula(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = textFormula.exec(value)?.[1]?.replaceAll('""', '"');
	return text ?? apostrophe.exec(value)?.[1] ?? value;
}

/**
 * Errors of spreadsheets in any language (`#N/D`, `#REF!`, `#ERROR!`, `Err:502`), a column that is too narrow,
 * a cell that was still loading, and the text that a program makes of an object.
 */
const errorOfCell =
	/^(#n\/[da]|#[\p{L}/\d_ ]+[!?]|#getting_data|#{2,}|err:\d{3}|(loading|carregando)(\.{3}|…)|\[object object\])$/iu;

const cutNumber = /^\d[.,]\d+e\+?\d+$/i;

/** Whether text is a long number that a spreadsheet has cut to powers of ten: `3,52608E+43`, `7E+12`. */
export function isCutNumber(value: unknown): boolean {
	const text = typeof value === 'string' ? trimmed(value) : '';
	return cutNumber.test(text) || /^\de\+\d+$/i.test(text);
}

const cutInList = /(?:^|[,;|\s])(\d[.,]\d+e\+\d+)\s*(?:$|[,;|])/i;

/** The first such number in text that lists values, whose commas may be decimal ones, too. */
export const cutNumberIn = (list: unknown): string | undefined =>
	typeof list === 'string' ? cutInList.exec(list)?.[1] : undefined;

/** Advice about such a number. */
export const cutAdvice =
	'Make the column text before the numbers are pasted into it, and give the number again with all its digits.';

/** Whether a cell holds an error in place of its value. */
export const isErrorOfCell = (text: string): boolean => errorOfCell.test(text);

/** Whether text is a word that programs write for nothing; a shop may have such a SKU all the same. */
export const isWordForNothing = (value: unknown): boolean =>
	/^(undefined|null|nan|none|nil|n\/[ad])$/i.test(trimmed(String(value)));

/** The words that a pivot table writes for an empty cell. */
const emptyOfPivot = /^\((vazio|em branco|blank|empty)\)$/i;

/**
 * Whether a cell may name nothing: such a word, marks without a letter or digit, the 0 of a reference to an empty cell,
 * a round number cut to `7E+12`.
 */
export function namesNothing(value: unknown): boolean {
	const text = trimmed(String(value));
	const isMarks = !/[\p{L}\p{N}]/u.test(text);
	return (
		isMarks || isWordForNothing(text) || emptyOfPivot.test(text) || /^(0|\de\+\d+)$/i.test(text)
	);
}

/** Whether a cell holds an error in place of a name, or a long number cut to powers of ten (`7,891E+12`). */
export function isDamaged(value: unknown): boolean {
	const text = trimmed(String(value));
	return isErrorOfCell(text) || cutNumber.test(text);
}

const thousands = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/;

/** The EAN of a book in its five parts, as ISBNs are printed: `978-85-359-0277-5`. */
const isbn = /^97[89](?:\p{Pd}\d{1,7}){4}$/u;

/** The digits of a code without blanks, the apostrophe that makes a cell text, and the marks of a number. */
function digitsOf(value: unknown): string | undefined {
	const text = withoutBlanks(String(value)).replace(/^['’`´]/, '');
	const isGrouped = thousands.test(text) || isbn.test(text);
	const plain = isGrouped ? text.replace(/[.,\p{Pd}]/gu, '') : text.replace(/[.,]0+$/, '');
	return /^\d+$/.test(plain) ? plain : undefined;
}

/** Whether the last digit of a GTIN is right: weights 1 and 3 from the right (GS1); zeros in front do not matter. */
const hasCheckDigit = (digits: string): boolean =>
	[...digits]
		.reverse()
		.reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) %
		10 ===
	0;

/** Lengths of EAN-8, UPC, EAN and DUN codes. */
const lengths = [8, 12, 13, 14];
/** Shorter digits are a shop's own code: one in ten would have a right check digit. */
const fewestDigits = 7;

/** A code as it is sent, and a note for the user. */
export interface Code {
	value: unknown;
	is?: 'wrong' | 'padded';
}

/**
 * A GTIN as the number it is, however a spreadsheet wrote it, with the zeros in front that a number
 * has lost. A wrong check digit is left to the hub. Anything but digits (`SEM GTIN`) comes back unchanged.
 * @param length the only length that the hub takes; any length of a GTIN when left out
 */
export function readGtin(value: unknown, length?: number): Code {
	if (isBlank(value) || typeof value === 'object') return { value };
	const digits = digitsOf(value);
	if (digits === undefined) return { value };
	if (digits.length < fewestDigits || !hasCheckDigit(digits)) return { value: digits, is: 'wrong' };
	const own = length === undefined ? digits : digits.replace(/^0+/, '');
	const whole = length ?? lengths.find((each) => each >= digits.length);
	const padded = own.padStart(whole ?? 0, '0');
	return { value: padded, is: padded.length > digits.length ? 'padded' : undefined };
}

const ncmLength = 8;

/** An NCM code in the same way: it has 8 digits, of which a number loses the zero in front. */
export function readNcm(value: unknown): Code {
	if (isBlank(value) || typeof value === 'object') return { value };
	const digits = digitsOf(value);
	if (digits?.length === ncmLength - 1) return { value: `0${digits}`, is: 'padded' };
	return { value: digits ?? value };
}
