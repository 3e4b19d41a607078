import { normalized, trimmed } from './blanks';

/** Digits of the longest id that fits. */
export const longestId = 18;

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
	wholeNumberText.exec(trimmed(String(value)))?.[1];

const groups = /^[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})+|(?:[ \u00a0\u202f]\d{3})+)$/;

/**
 * An ID as a spreadsheet writes it, without decimals (`1001.0`) and marks between groups of digits (`1.234.567`).
 * `1.000` stays, which may be 1 or 1000.
 */
export function plainIdText(text: string): string {
	const id = trimmed(text);
	return groups.test(id) ? id.replace(/\D/g, '') : id.replace(/[.,]0{1,2}$/, '');
}

/** An ID, given by its digits, as JSON holds it: as text where a number would lose some. */
export const exactId = (digits: string): number | string =>
	Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

/** Where a person finds the IDs of channels. */
export const whichChannels = 'Channel > Get Many shows all with their IDs';

/** The rule for a channel, wherever a channel is refused. */
export const channelRule = `the ID of a channel (${whichChannels})`;

/** An ID without the parts that do not tell IDs apart: its type and case, and zeros or blanks around it. */
export const plainId = (id: unknown): string =>
	withoutZeros(normalized(trimmed(String(id))).toLowerCase());
