import isEmpty from 'lodash/isEmpty';
import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { csvTable, fileText, UnreadableRow } from '../../api/values/csv';
import type { ListedRow } from './namedRows';

/* The rows of a list as it comes: of a text file, or the items that Extract from File makes of a workbook. */

const kinds = 'Give a list as .xlsx, .xls, .ods or .csv. Excel and Google Sheets save one as each.';

/** Most bytes of a text file: more would keep n8n from answering. */
const largest = 50_000_000;

/**
 * The rows of a text file, read while they are asked for.
 * @throws HubError where the file is none, or one of its rows cannot be read
 */
export function* rowsOfFile(bytes: Buffer, name: string): Generator<ListedRow> {
	const refused = (why: string, description = kinds) =>
		new HubError('invalid', `${name} ${why}`, { outcome: undefined, description });
	if (bytes.length > largest) throw refused('is larger than 50 MB', 'Give fewer columns or rows.');
	if (isWorkbook(bytes))
		throw refused(
			'is no text, although its name says so',
			'It looks like a workbook: give it the name that its program saves it under, such as .xlsx.',
		);
	const text = fileText(bytes);
	if (text.trim() === '') throw refused('is empty', 'Save the list again, and give that file.');
	if (text.includes('\0') || text.startsWith('%PDF')) throw refused('is no list');
	try {
		const { separator, rows } = csvTable(text);
		for (const cells of rows)
			yield { cells: { ...cells }, cutInto: separator === ',' ? cells.length : undefined };
	} catch (error) {
		throw error instanceof UnreadableRow
			? refused(`cannot be read: ${error.message}`, error.advice)
			: error;
	}
}

/** Zip (.xlsx, .ods) and the older form of .xls. */
const isWorkbook = (bytes: Buffer): boolean =>
	bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')) ||
	bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

/** The names that the first row of a sheet gives: Extract from File numbers equal ones, and names blank cells. */
function namesOf(items: readonly IDataObject[]): IDataObject {
	const names = new Set<string>();
	// rows may lack cells
	for (const item of items) for (const name in item) names.add(name);
	const keys = [...names];
	return Object.fromEntries(
		keys.map((key) => {
			if (/^__EMPTY(_\d+)?$/.test(key)) return [key, ''];
			const [, name = key] = /^(.*)_\d+$/s.exec(key) ?? [];
			return [key, names.has(name) ? name : key];
		}),
	);
}

/**
 * Items whose fields bear the names of the first row, as rows: that one first.
 * @throws HubError where they say only why there are none
 */
export function* rowsOfItems(items: readonly IDataObject[]): Generator<ListedRow> {
	const { error, ...others } = items[0] ?? {};
	if (typeof error === 'string' && isEmpty(others) && items.length === 1)
		throw new HubError('invalid', `Extract from File could not read the list: ${error}`, {
			outcome: undefined,
			description: kinds,
		});
	yield { cells: namesOf(items) };
	for (const cells of items) yield { cells };
}
