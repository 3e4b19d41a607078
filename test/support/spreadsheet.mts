import { createRequire } from 'node:module';
import { join } from 'node:path';
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

/** The rows of the first sheet in an .xlsx file, read by the library that n8n brings along. */
export function cellsOf(file: Uint8Array): Cell[][] {
	const host = createRequire(join(serverDirectory, 'node_modules', 'n8n', 'package.json'));
	const { read } = host('@e965/xlsx') as SheetReader;
	const { SheetNames, Sheets } = read(file, { dense: true, cellFormula: true });
	const rows = Sheets[SheetNames[0]!]!['!data'];
	return rows.map((row) => Array.from(row, (cell) => cell ?? { t: 'z' }));
}

/** What stands in the cells, a line for each row. */
export const sheetText = (file: ArrayBuffer): string =>
	cellsOf(new Uint8Array(file))
		.map((row) => row.map(({ v = '' }) => String(v)).join(';'))
		.join('\n');
