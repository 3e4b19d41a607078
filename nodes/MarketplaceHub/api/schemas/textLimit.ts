import { HubError } from '../errors';
import { columnsInWords } from './columns/columnNames';

/* A workbook stores a text once that many rows may share, so that a small file may hold any number of characters. */

const mostCharacters = 200_000_000;
const mostOfCell = 1_000_000;
/**
 * The texts of a list, which have a mark between them, and the objects in JSON are read and kept one by one, each of
 * which takes the time and memory of so many characters.
 */
const [ofMark, ofObject] = [20, 100];
const advice = `A comma, a semicolon and a new line count as ${ofMark} characters, an object in JSON as ${ofObject}.`;

/** The text that the rows of a list may have. */
export class TextLimit {
	private characters = 0;

	/** @throws HubError where the rows so far have more text than a run reads */
	count(cells: Iterable<unknown>): void {
		for (const cell of cells) this.characters += lengthOf(cell);
		if (this.characters > mostCharacters)
			throw new HubError('invalid', 'The cells of the list have more than 200 million characters', {
				outcome: undefined,
				description: `Give it in parts, or with shorter texts. ${advice}`,
			});
	}
}

/** The cells of a row that are too long to be read, and the failure of the row; undefined where none is. */
export function longCells(
	cells: Readonly<Record<string, unknown>>,
): { names: string[]; failure: HubError } | undefined {
	const names = Object.keys(cells).filter((name) => lengthOf(cells[name]) > mostOfCell);
	if (names.length === 0) return undefined;
	const failure = new HubError(
		'invalid',
		`${columnsInWords(names)} has over a million characters`,
		{
			description: `Give shorter texts. ${advice}`,
		},
	);
	return { names, failure };
}

function lengthOf(cell: unknown): number {
	if (typeof cell !== 'string') return 0;
	let length = cell.length;
	for (let index = 0; index < cell.length; index++) {
		const character = cell.charAt(index);
		if (character === ',' || character === ';' || character === '\n') length += ofMark;
		else if (character === '{') length += ofObject;
	}
	return length;
}
