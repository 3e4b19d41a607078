import { trimmed, withoutBlanks } from './blanks';
import { typed } from './amounts';

/**
 * Unit of a number. Money in BRL has two decimals and pieces have none, so three digits behind a
 * single dot or comma are thousands; a measure may well have three decimals.
 */
export type NumberKind = 'money' | 'pieces' | 'measure';

/** The currency on either side, a sign before or behind it, and digits; a blank between digits is a mark of thousands. */
const parts =
	/^([+\-\u2212]?)\s*(?:(?:R\$|BRL)\s*(?:([+\-\u2212])\s*)?)?([1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?|[\d.,]+(?:e[+-]?\d+)?)\s*(?:R\$|BRL|rea(?:l|is))?$/i;
/** The unit behind a number of pieces. */
const unit = /(\d)\s*(?:un(?:id(?:ades?|s)?|d)?s?|p[cç]s?|pe[cç]as?)\.?$/i;
const threeDigits = /^[1-9]\d{0,2}[.,]\d{3}$/;
const millions = /^[1-9]\d{0,2}([.,])\d{3}(\1\d{3})+$/;
const decimalComma = /^(\d*|\d{1,3}(\.\d{3})+),\d+$/;
const thousandsAndPoint = /^\d{1,3}(,\d{3})+\.\d+$/;

/**
 * Reads a number from a number or from text as the hub and spreadsheets write it: `12.9`, `12,90`,
 * `1.500,00`, `1,500.00`, `1.500.000`, `1 500,00`, `R$ 12,90`, `12,90 BRL`, of pieces `12 un.`. Anything else,
 * and numbers too long to be exact or too large, comes back unchanged.
 */
export function toNumber(value: unknown, kind: NumberKind = 'measure'): unknown {
	const written = typeof value === 'string' ? writtenNumber(value, kind) : undefined;
	if (written === undefined) return value;
	const number = Number(written.sign + withPoint(written.digits, kind));
	const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);
	return Number.isFinite(number) && isExact ? number : value;
}

/** The sign and the digits of text that holds a number, without what stands around and between them. */
function writtenNumber(
	value: string,
	kind: NumberKind = 'measure',
): { sign: string; digits: string } | undefined {
	const [, before = '', behind = '', digits] =
		parts.exec(kind === 'pieces' ? withoutUnit(value) : trimmed(value)) ?? [];
	if (digits === undefined || (before !== '' && behind !== '')) return undefined;
	return { sign: (before || behind).replace('\u2212', '-'), digits: withoutBlanks(digits) };
}

/** Pieces without the blanks around them and the unit behind them: `12` of `12 un.` */
export const withoutUnit = (text: string): string => trimmed(text).replace(unit, '$1');

/** The digits and marks of text that holds a number, such as `1.500,00` of `R$ 1.500,00`. */
export const digitsOf = (value: unknown): string | undefined =>
	typeof value === 'string' ? writtenNumber(value)?.digits : undefined;

function withPoint(digits: string, kind: NumberKind): string {
	const isThousands = kind !== 'measure' && threeDigits.test(digits);
	if (isThousands || millions.test(digits)) return digits.replace(/[.,]/g, '');
	if (decimalComma.test(digits)) return digits.replace(/\./g, '').replace(',', '.');
	return thousandsAndPoint.test(digits) ? digits.replace(/,/g, '') : digits;
}

/**
 * The two values that a price may mean: three digits behind a single comma are thousands in English and
 * decimals in Portuguese, a factor of a thousand apart. Undefined for text that can be read in one way only.
 */
export function twoReadings(
	value: unknown,
): readonly [thousands: number, decimals: number] | undefined {
	const digits = digitsOf(value) ?? '';
	if (!digits.includes(',') || !threeDigits.test(digits)) return undefined;
	return [Number(digits.replace(',', '')), Number(digits.replace(',', '.'))];
}

/** Words for a price that may mean two values, e.g. `may mean 1250 or 1,25: write 1250,00 or 1,25`. */
export const meansTwo = ([thousands, decimals]: readonly [number, number]): string =>
	`may mean ${typed(thousands)} or ${typed(decimals)}: write ${typed(thousands, 2)} or ${typed(decimals, 2)}`;

/** Whether the unit of a number decides how it is read: `1.500` is 1500 BRL and 1.5 kg. */
export const isReadByKind = (text: string): boolean =>
	threeDigits.test(digitsOf(withoutUnit(text)) ?? '');

/** An amount of BRL in whole cents, rounded to the nearest: 1.005 * 100 is 100.49999999999999. */
export const centsOf = (amount: number): number =>
	Math.round(Number((amount * 100).toPrecision(12)));

/** An amount without the digits that arithmetic adds: 1.1 * 3 is 3.3000000000000003. */
export function withoutNoise(amount: number): number {
	const cents = Number(amount.toFixed(2));
	return Math.abs(amount - cents) < 1e-9 * Math.max(1, Math.abs(amount)) ? cents : amount;
}

/** Whether a number may be one of this kind: prices have two decimals at most, pieces none. */
export const isPossible = (number: number, kind: NumberKind): boolean =>
	kind === 'pieces'
		? Number.isSafeInteger(number)
		: kind === 'measure' || Math.abs(number - Number(number.toFixed(2))) < 1e-9;
