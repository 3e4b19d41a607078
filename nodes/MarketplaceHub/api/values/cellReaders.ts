import type { GenericValue } from 'n8n-workflow';
import { isBlank, trimmed } from './blanks';
import { readGtin } from './codes';
import { type Edge, momentOfCell } from './dates';
import { exactId, plainIdText, positiveDigits } from './ids';
import { fromJson } from './json';
import { leftOpen, type NumberColumn } from './numberColumn';
import { meansTwo, type NumberKind, toNumber, twoReadings, withoutNoise } from './numbers';
import { isDamaged, isErrorOfCell } from './spreadsheet';
import { splitTexts } from './textLists';
import { asFlag } from './words';

/* The readers of everything that people type into a cell; blank cells do not get to them. */

/** The facts that a reader needs beside the cell. */
export interface Column {
	/** Time zone of dates that name none. */
	zone: string;
	/** All numbers of the column, where it has some. */
	numbers?: NumberColumn;
}

/** Why a cell cannot be read. */
export class Unread {
	/** @param rule words behind the name of the column, such as `must be a price` */
	constructor(readonly rule: string) {}
}

/** Reads a cell that holds something; gives `Unread` where nobody can read it. */
export type CellReader = (value: unknown, column: Column) => GenericValue | object | Unread;

const must = (rule: string) => new Unread(`must be ${rule}`);

/** Text of a number too, as long as it has all its digits. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'bigint') return String(value);
	if (typeof value === 'number')
		return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
	return typeof value === 'string' ? trimmed(value) : undefined;
}

export function readText(value: unknown): string | Unread {
	const text = typeof value === 'boolean' ? String(value) : asText(value);
	return text === undefined || isErrorOfCell(text) ? must('text') : text;
}

export function readSku(value: unknown): string | Unread {
	const text = asText(value);
	return text === undefined || isDamaged(text)
		? must('a SKU, as text, not an error or a cut number of a spreadsheet')
		: text;
}

export function readEan(value: unknown): GenericValue | Unread {
	const { value: code } = readGtin(value);
	const text = asText(code);
	return text === undefined || isDamaged(text) ? must('a whole code, as text') : text;
}

const withoutPercent = (value: unknown): unknown =>
	typeof value === 'string' ? trimmed(value).replace(/(\d)\s*%$/, '$1') : value;

export const numberOf =
	(kind: NumberKind, rule: string): CellReader =>
	(value, { numbers }) => {
		const decided = numbers?.reading(value);
		if (decided?.readings !== undefined)
			return new Unread(leftOpen(decided.readings, decided.because));
		const open = decided === undefined && kind === 'money' ? twoReadings(value) : undefined;
		if (open !== undefined) return new Unread(meansTwo(open));
		const plain = kind === 'measure' ? withoutPercent(value) : value;
		const number = decided?.number ?? toNumber(plain, kind);
		if (typeof number !== 'number' || !Number.isFinite(number)) return must(rule);
		if (kind === 'pieces' && !Number.isSafeInteger(number)) return must(rule);
		return kind === 'money' ? withoutNoise(number) : number;
	};

export const dateOf =
	(edge: Edge): CellReader =>
	(value, { zone }) =>
		momentOfCell(value, zone, edge)?.setZone(zone).toISO() ??
		must('a day, with a time or without, such as 26/11/2026 23:59 or 2026-11-26');

export const dayOf: CellReader = (value, { zone }) =>
	momentOfCell(value, zone)?.setZone(zone).toISODate() ??
	must('a day such as 26/11/2026 or 2026-11-26');

export const readFlag: CellReader = (value) => {
	const flag = asFlag(value);
	return typeof flag === 'boolean' ? flag : must('yes or no, such as sim, não, true, 1 or 0');
};

export const readId: CellReader = (value) => {
	const digits = positiveDigits(typeof value === 'string' ? plainIdText(value) : value);
	const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
	return digits === undefined || !isExact ? must('an ID of 1 to 18 digits') : exactId(digits);
};

const noTexts = must('texts separated by commas or semicolons');

export const readList: CellReader = (value) => {
	const list = fromJson(value);
	if (Array.isArray(list)) {
		const entries = list.filter((entry) => !isBlank(entry)).map(asText);
		if (!entries.every((entry) => entry !== undefined)) return must('texts, no records');
		return entries.some(isErrorOfCell) ? noTexts : entries;
	}
	const text = asText(value);
	const entries = text === undefined ? undefined : splitTexts(text);
	return entries === undefined || entries.some(isErrorOfCell) ? noTexts : entries;
};

/** A reader of text by `read`, which gives the rule that the text breaks where it breaks one. */
export const textBy = (read: (text: string) => string | { rule: string }): CellReader => {
	return (value) => {
		const text = asText(value);
		const result =
			text === undefined ? { rule: 'must be text that has all its digits' } : read(text);
		return typeof result === 'string' ? result : new Unread(result.rule);
	};
};
