import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { serverDirectory } from '../server/install.mjs';

/** A cell as the program that opens the file takes it. */
export interface Cell {
	/** `s` text, `n` a number, `b` a yes or no, `z` empty. */
	t: string;
	v?: unknown;
	/** A formula. */
	f?: string;
}

interface SheetReader {
	read(
		file: Uint8Array,
		options: { dense: true; cellFormula: true },
	): { SheetNames: string[]; Sheets: Record<string, { '!data': Array<Array<Cell | undefined>> }> };
}

interface SheetWriter {
	utils: {
		book_new(): object;
		aoa_to_sheet(rows: unknown[][]): object;
		book_append_sheet(book: object, sheet: object, name: string): void;
		sheet_to_json(sheet: object): IDataObject[];
	};
	write(book: object, options: { bookType: string; type: 'buffer' }): Buffer;
	read(
		file: Buffer,
		options: { raw: true },
	): { SheetNames: string[]; Sheets: Record<string, object> };
}

const library = () =>
	createRequire(join(serverDirectory, 'node_modules', 'n8n', 'package.json'))(
		'@e965/xlsx',
	) as SheetReader & SheetWriter;

/** A workbook with these sheets, each a list of rows, as the program of that kind saves it. */
export function workbook(
	kind: 'xlsx' | 'xls' | 'biff8' | 'ods' | 'html',
	...sheets: unknown[][][]
): Buffer {
	const { utils, write } = library();
	const book = utils.book_new();
	for (const [index, rows] of sheets.entries())
		utils.book_append_sheet(book, utils.aoa_to_sheet(rows), `Plan${index + 1}`);
	return write(book, { bookType: kind === 'xls' ? 'biff8' : kind, type: 'buffer' });
}

/** What Extract from File (xlsx, Raw Data) makes of the first sheet of a file. */
export function extracted(file: Buffer): IDataObject[] {
	const { read, utils } = library();
	const { SheetNames, Sheets } = read(file, { raw: true });
	return utils.sheet_to_json(Sheets[SheetNames[0]!]!);
}

/** The rows of the first sheet in an .xlsx file, read by the library that n8n brings along. */
export function cellsOf(file: Uint8Array): Cell[][] {
	const { read } = library() as SheetReader;
	const { SheetNames, Sheets } = read(file, { dense: true, cellFormula: true });
	const rows = Sheets[SheetNames[0]!]!['!data'];
	return rows.map((row) => Array.from(row, (cell) => cell ?? { t: 'z' }));
}

/** What stands in the cells, a line for each row. */
export const sheetText = (file: ArrayBuffer): string =>
	cellsOf(new Uint8Array(file))
		.map((row) => row.map(({ v = '' }) => String(v)).join(';'))
		.join('\n');
