import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../errors';

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const blank = /^[\s\p{Cf}]*$/u;

/** Whether a value counts as left out: `null`, or text without anything that can be seen. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && blank.test(value));

/** Blanks, and what cannot be seen and joins nothing (a flag of a region ends with such a character). */
const atEnds = /^[\s\u00ad\u200b\u200e\u200f\u2060\ufeff]*$/;

/** Text without blanks and invisible characters around it, which spreadsheets leave; anything else as it is. */
export function trimmed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	let [start, end] = [0, value.length];
	while (start < end && atEnds.test(value.charAt(start))) start++;
	while (end > start && atEnds.test(value.charAt(end - 1))) end--;
	return value.slice(start, end);
}

/** Refuses a number that is whole and has lost digits, or may have. */
export function assertExact(name: string, value: unknown): void {
	if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
	throw new HubError(
		'invalid',
		`\`${name}\` is no longer exact as a number, give it as text: got ${value}`,
		{
			description:
				'Whole numbers beyond 9007199254740991 lose digits in n8n and in spreadsheets. Make the column text, or put quotation marks around the digits.',
		},
	);
}

/**
 * `assertExact` for everything in a value that is to be sent.
 * @param name its name for messages; places inside follow, e.g. `bodyJson.lista.0`
 */
export function assertAllExact(name: string, value: unknown): void {
	assertExact(name, value);
	if (typeof value !== 'object' || value === null) return;
	Object.entries(value).forEach(([key, entry]) => assertAllExact(`${name}.${key}`, entry));
}

/** The values of one filter: a list as it is, text split at commas; without blank ones. */
export function filterValues(value: unknown): string[] {
	const values: unknown[] = Array.isArray(value)
		? value
		: String(value ?? '')
				.split(',')
				.map((entry) => entry.trim());
	return values.filter((entry) => !isBlank(entry)).map(String);
}

export function assertFilter(name: string, value: unknown): void {
	assertAllExact(name, value);
	const object = [value].flat().find((entry) => typeof entry === 'object' && entry !== null);
	if (object === undefined) return;
	throw new HubError('invalid', `\`${name}\` must be text, got ${JSON.stringify(object)}`, {
		description: 'Enter several values as a list of texts or separated by commas.',
	});
}

/**
 * Whether text is an id of the hub, without blanks around it: these are numbers (reference: Orders,
 * Batches, Channel); the longest that fits has 18 digits.
 */
export const isNumericId = (text: string): boolean => /^\d{1,18}$/.test(text);

/** Text without zeros in front of its digits. */
export const withoutZeros = (text: string): string => text.replace(/^0+(?=\d)/, '');

const wholeNumberText = /^0*([1-9]\d{0,17})$/;

/** The digits of a whole number from 1 to 999999999999999999, without zeros in front; undefined for anything else. */
export const positiveDigits = (value: unknown): string | undefined =>
	wholeNumberText.exec(String(value).trim())?.[1];

const numberAdvice = {
	idPedido:
		"Pick the order from the list, or enter the ID that the hub gave it, not the marketplace's.",
	batchId: 'Enter the ID that the hub gave the batch when it was created.',
	idCanalIntegracao: 'Pick the channel from the list, or enter its ID, not its name.',
};

export type IdName = keyof typeof numberAdvice;

/**
 * The id of an order, a batch or a channel for a path, without blanks around it. Anything else could lead to
 * another route: `queue` as an order's id is the order queue.
 * @param name the ID's name for messages, e.g. `idPedido`
 */
export function readNumericId(name: IdName, value: string | number): string {
	const id = String(value).trim();
	const isChannel = name === 'idCanalIntegracao';
	if (isNumericId(id) && !(isChannel && Number(id) === 0)) return id;
	const rule = isChannel ? 'a whole number from 1' : 'a number of 1 to 18 digits';
	throw new HubError('invalid', `\`${name}\` must be ${rule}, got '${id}'`, {
		description: numberAdvice[name],
	});
}

/**
 * Unit of a number. Money in BRL has two decimals and pieces have none, so three digits behind a
 * single dot or comma are thousands; a measure may well have three decimals.
 */
export type NumberKind = 'money' | 'pieces' | 'measure';

const parts = /^([+-]?)(?:R\$\s*)?([\d.,]+(?:e[+-]?\d+)?)$/i;
const threeDigits = /^[1-9]\d{0,2}[.,]\d{3}$/;
const millions = /^[1-9]\d{0,2}([.,])\d{3}(\1\d{3})+$/;
const decimalComma = /^(\d+|\d{1,3}(\.\d{3})+),\d+$/;
const thousandsAndPoint = /^\d{1,3}(,\d{3})+\.\d+$/;

/**
 * Reads a number from a number or from text as the hub and spreadsheets write it: `12.9`, `12,90`,
 * `1.500,00`, `1,500.00`, `1.500.000`, `R$ 12,90`. Anything else, and numbers too long to be exact or
 * too large, comes back unchanged.
 */
export function toNumber(value: unknown, kind: NumberKind = 'measure'): unknown {
	const [, sign = '', digits] =
		typeof value === 'string' ? (parts.exec(String(trimmed(value))) ?? []) : [];
	if (digits === undefined) return value;
	const number = Number(sign + withPoint(digits, kind));
	const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);
	return Number.isFinite(number) && isExact ? number : value;
}

function withPoint(digits: string, kind: NumberKind): string {
	const isThousands = kind !== 'measure' && threeDigits.test(digits);
	if (isThousands || millions.test(digits)) return digits.replace(/[.,]/g, '');
	if (decimalComma.test(digits)) return digits.replace(/\./g, '').replace(',', '.');
	return thousandsAndPoint.test(digits) ? digits.replace(/,/g, '') : digits;
}

/**
 * The two values that a price may mean: three digits behind a single comma are thousands in English and
 * decimals in Portuguese, a factor of a thousand apart. Undefined for what can be read in one way.
 */
export function twoReadings(
	value: unknown,
): readonly [thousands: number, decimals: number] | undefined {
	const digits = typeof value === 'string' ? (parts.exec(String(trimmed(value)))?.[2] ?? '') : '';
	if (!digits.includes(',') || !threeDigits.test(digits)) return undefined;
	return [Number(digits.replace(',', '')), Number(digits.replace(',', '.'))];
}

/** Whether the unit of a number decides how it is read: `1.500` is 1500 BRL and 1.5 kg. */
export const isReadByKind = (text: string): boolean =>
	threeDigits.test(parts.exec(String(trimmed(text)))?.[2] ?? '');

/**
 * The number in a text field, from an expression or a stored workflow. n8n's own number box drops the
 * comma of `2,5` before a node sees it, so only counts of records have one.
 * @param name its name for messages
 */
export function typedNumber(
	name: string,
	value: unknown,
	{ least, counts, advice }: { least?: 0; counts?: NumberKind; advice?: string } = {},
): number {
	const number = toNumber(value, counts);
	if (typeof number === 'number' && Number.isFinite(number) && number >= (least ?? number))
		return number;
	const rule = least === undefined ? 'a number' : `a number from ${least}`;
	throw new HubError('invalid', `\`${name}\` must be ${rule}, got ${JSON.stringify(value)}`, {
		description: advice ?? 'Enter a number such as 10, or check what its expression gives.',
	});
}

/** The modulo-11 check digit of the first 43 digits of an NF-e access key; weights 2 to 9 from the right. */
export function checkDigitOf(digits: string): number {
	const sum = [...digits]
		.reverse()
		.reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
	const remainder = sum % 11;
	return remainder < 2 ? 0 : 11 - remainder;
}

const keyLength = 44;
const blanks = /[\s\p{Cf}]+/gu;
/** `NFe` as in the `Id` of the XML, then digits with dots, dashes and slashes among them. */
const decorated = /^(nf-?e:?)?([\d.\p{Pd}/]*)$/iu;

/**
 * An access key as it is looked up (reference: Fiscal documents), without its usual decoration:
 * `NFe` in front, blanks, dots, dashes and slashes. 44 digits must carry the right check digit, and
 * what begins with `NFe` must have them; anything else may be the protocol of an event.
 */
export function readAccessKey(value: string): string {
	const text = value.replace(blanks, '');
	const [, prefix, body] = decorated.exec(text) ?? [];
	const key = body === undefined ? text : body.replace(/\D/g, '');
	if (prefix !== undefined && key.length !== keyLength) {
		throw new HubError(
			'invalid',
			`\`chaveAcesso\` must have ${keyLength} digits, got ${key.length}: '${key}'`,
			{
				description:
					'A part of the key is missing, or there is too much. Copy the whole key again.',
			},
		);
	}
	if (!/^\d{44}$/.test(key) || checkDigitOf(key.slice(0, 43)) === Number(key[43])) return key;
	throw new HubError('invalid', `\`chaveAcesso\` has a wrong check digit: '${key}'`, {
		description:
			'One of its 44 digits is wrong, not necessarily the last. Copy the whole key again.',
	});
}
