import { isBlank, withoutBlanks } from './blanks';

/* Codes of digits, which spreadsheets turn into numbers: GTIN (GS1) and NCM. */

const thousands = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/;
/** 789000 with a mark for thousands, or 789 with three decimals. */
const eitherOf = /^\d{1,3}[.,]\d{3}$/;

/** The EAN of a book in the five parts in which an ISBN is printed (ISO 2108): `978-85-359-0277-5`. */
const isbn = /^97[89](?:\p{Pd}\d{1,7}){4}$/u;

/** The digits of a code without blanks, the apostrophe that makes a cell text, and the marks of a number. */
function plainDigits(value: unknown): string | undefined {
	const text = withoutBlanks(String(value)).replace(/^['’`´]/, '');
	if (eitherOf.test(text)) return undefined;
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
	const digits = plainDigits(value);
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
	const digits = plainDigits(value);
	if (digits?.length === ncmLength - 1) return { value: `0${digits}`, is: 'padded' };
	return { value: digits ?? value };
}
