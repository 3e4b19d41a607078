import countBy from 'lodash/countBy';
import escapeRegExp from 'lodash/escapeRegExp';
import maxBy from 'lodash/maxBy';
import { fromAnsi } from './ansi';

/* A text file with a table, as Excel, Google Sheets and ERPs write it (RFC 4180 and its habits). */

/** Text of a file: in UTF-8 or UTF-16 by its mark, in UTF-8 where it is that, else in windows-1252. */
export function fileText(bytes: Buffer): string {
	const [first = 0, second = 0] = bytes;
	if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	const decoder = new TextDecoder('utf-8', { fatal: true });
	try {
		return decoder.decode(bytes);
	} catch {
		return fromAnsi(bytes);
	}
}

/** A row because of which the text cannot be read as a table. */
export class UnreadableRow extends Error {
	/**
	 * @param message what is wrong with which row, the first one being 1
	 * @param advice what to do about it
	 */
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}

/** A quotation mark opens a cell and nothing closes it: all rows below would be that cell. */
const openQuote = (row: number): UnreadableRow =>
	new UnreadableRow(
		`a quotation mark in row ${row} is never closed`,
		'Delete it, or write it twice within the cell.',
	);

/** Most cells of a row: no list of a person has as many, and a row of millions would keep n8n from answering. */
const mostCells = 1_000;

const tooWide = (row: number): UnreadableRow =>
	new UnreadableRow(`row ${row} has more than ${mostCells} cells`, 'Give fewer columns.');

/** The signs that may stand between two cells, the most likely first. */
const separators = ['\t', ';', ','] as const;
/** The rows that decide on it. */
const mostLooked = 20;

/** In the first line, as Excel takes it. */
const saidSeparator = /^sep=(.)\r?\n/i;

/**
 * What separates the cells of a table, and its rows, each a list of its cells; without the line that only names the
 * separator. Reading a row may throw an `UnreadableRow`.
 */
export function csvTable(text: string): { separator: string; rows: Iterable<string[]> } {
	const said = saidSeparator.exec(text);
	const separator = said?.[1] ?? separatorOf(text);
	return { separator, rows: rowsIn(text.slice(said?.[0].length ?? 0), separator) };
}

/** The separator that cuts most of the first rows into as many cells: decimal commas leave the heading in one. */
function separatorOf(text: string): string {
	const all = separators.map((separator) => firstLengths(text, separator));
	// a row that one of them cannot read decides nothing, nor do those below it
	const read = Math.min(...all.map(({ readable }) => readable));
	const agreeing = ({ lengths }: FirstRows): number => {
		const several = lengths.slice(0, read).filter((length) => length > 1);
		return Math.max(0, ...Object.values(countBy(several)));
	};
	return maxBy(all, agreeing)?.separator ?? ';';
}

interface FirstRows {
	separator: string;
	/** How many cells each row has. */
	lengths: number[];
	/** How many of the rows can be read, where some are and one cannot. */
	readable: number;
}

function firstLengths(text: string, separator: string): FirstRows {
	const lengths: number[] = [];
	try {
		for (const row of rowsIn(text, separator)) {
			if (lengths.push(row.length) === mostLooked) break;
		}
	} catch {
		return { separator, lengths, readable: lengths.length || Infinity };
	}
	return { separator, lengths, readable: Infinity };
}

/** In time that grows with the text: each character is looked at once. */
function* rowsIn(text: string, separator: string): Generator<string[]> {
	const end = new RegExp(`[${escapeRegExp(separator)}\r\n]`, 'g');
	let [at, number] = [0, 1];
	let row: string[] = [];
	while (at < text.length) {
		let cell = '';
		if (text[at] === '"') {
			const close = closingQuote(text, at + 1);
			if (close === -1) throw openQuote(number);
			cell = text.slice(at + 1, close).replaceAll('""', '"');
			at = close + 1;
		}
		end.lastIndex = at;
		const stop = end.exec(text)?.index ?? text.length;
		if (row.push(cell + text.slice(at, stop)) > mostCells) throw tooWide(number);
		at = stop + 1;
		if (text[stop] === separator && at < text.length) continue;
		if (text[stop] === separator) row.push('');
		if (text[stop] === '\r' && text[at] === '\n') at++;
		yield row;
		number++;
		row = [];
	}
}

/** Where a quoted cell ends; two quotation marks stand for one in it. */
function closingQuote(text: string, from: number): number {
	let close = text.indexOf('"', from);
	while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
	return close;
}
