import { HubError } from '../errors';
import { columnsInWords } from './columns/columnNames';

/* A workbook stores a text once that many rows may share, so that a small file may hold any number of characters. */

const mostCharacters = 200_000_000;
const mostOfCell = 1_000_000;
/**
 * The texts of a list, which have a mark between them, and the objects in JSON are read and kept one by one: however
 * short they are, each takes the time and memory of so many characters.
 */
const [shortestText, shortestObject] = [20, 100];
const advice = `A text of a list counts as ${shortestText} characters at least, an object in JSON as ${shortestObject}.`;

/** The text that the rows of a list may have. */
export class TextLimit {
	private characters = 0;

	/**
	 * Counts the cells of a row.
	 * @returns the names of cells that are too long to be sent
	 * @throws HubError where the rows so far have more text than a run reads
	 */
	count(cells: Readonly<Record<string, unknown>> | readonly unknown[]): string[] {
		const long: string[] = [];
		for (const [name, cell] of Object.entries(cells)) {
			const length = lengthOf(cell);
			this.characters += length;
			if (length > mostOfCell) long.push(name);
		}
		if (this.characters <= mostCharacters) return long;
		throw new HubError('invalid', 'The cells of the list have more than 200 million characters', {
			outcome: undefined,
			description: `Give it in parts, or with shorter texts. ${advice}`,
		});
	}
}

/** The failure of a row with such cells. */
export const tooLong = (names: readonly string[]): HubError =>
	new HubError('invalid', `${columnsInWords(names)} has over a million characters`, {
		description: `Give shorter texts. ${advice}`,
	});

function lengthOf(cell: unknown): number {
	if (typeof cell !== 'string') return 0;
	let [ofTexts, objects, begin] = [0, 0, 0];
	for (let index = 0; index < cell.length; index++) {
		const character = cell.charAt(index);
		if (character === '{') objects++;
		if (character !== ',' && character !== ';' && character !== '\n') continue;
		ofTexts += Math.max(index + 1 - begin, shortestText);
		begin = index + 1;
	}
	return Math.max(ofTexts + cell.length - begin, objects * shortestObject);
}
