import { HubError } from '../errors';

/* A workbook stores a text once that many rows may share, so that a small file may hold any number of characters. */

const mostCharacters = 200_000_000;
const mostOfCell = 1_000_000;
/** An object in JSON is read and checked by itself, which takes as long as so many characters of a text. */
const ofObject = 100;

type Cells = Readonly<Record<string, unknown>>;

/** The text that the rows of a list may have. */
export class TextLimit {
	private characters = 0;

	/** @throws HubError where the rows so far have more text than a run reads */
	count(cells: Cells): void {
		for (const cell of Object.values(cells)) this.characters += lengthOf(cell);
		if (this.characters > mostCharacters)
			throw new HubError('invalid', 'The cells of the list have more than 200 million characters', {
				outcome: undefined,
				description: 'Give it in parts, or with shorter texts.',
			});
	}
}

/** The names of the cells of a row that are too long to be read. */
export const longCells = (cells: Cells): string[] =>
	Object.keys(cells).filter((name) => lengthOf(cells[name]) > mostOfCell);

const lengthOf = (cell: unknown): number =>
	typeof cell === 'string' ? cell.length + ofObject * objectsIn(cell) : 0;

function objectsIn(text: string): number {
	if (!/^\s*[[{]/.test(text)) return 0;
	let objects = 0;
	for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) objects++;
	return objects;
}
