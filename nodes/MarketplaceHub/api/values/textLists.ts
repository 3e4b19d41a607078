import { isBlank, trimmed } from './blanks';

/* Several texts in one cell. */

/** A text in a spreadsheet's quotation marks, straight or curly, or one without them, up to the next separator. */
const textUpTo = ({ source }: RegExp): RegExp =>
	new RegExp(
		String.raw`(?:(?:(?!${source})\s)*(?:"((?:[^"]|"")*)"|“([^“”]*)”)\s*(?=${source}|$)|((?:(?!${source})[^])*))(?:${source}|$)`,
		'y',
	);

const entry = textUpTo(/[,;\r\n]/);

/**
 * The texts of a cell that are separated by commas, semicolons or line breaks. Quotation marks around a text are a
 * spreadsheet's and hold it together: `"Casa, Mesa e Banho";"Cozinha"` are two.
 * @param most after so many, and one more, the rest of the cell is not read: it would be refused
 */
export const splitTexts = (text: string, most?: number): string[] => textsOf(text, entry, most);

function textsOf(text: string, one: RegExp, most = Infinity): string[] {
	const texts: string[] = [];
	one.lastIndex = 0;
	while (one.lastIndex < text.length && texts.length <= most) {
		const found = one.exec(text);
		if (found === null) break;
		const [, straight, curly, plain = ''] = found;
		const quoted = straight ?? curly;
		const own = trimmed(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		if (!isBlank(own)) texts.push(own);
	}
	return texts;
}

const arrow = /[-=]?>|[»›→]/;

const level = textUpTo(arrow);

/** The levels of a category: arrows between them, where the text has some, else commas or semicolons. */
export function splitLevels(text: string, most?: number): string[] {
	const hasArrows = arrow.test(withoutQuoted(text));
	return hasArrows ? textsOf(text, level, most) : splitTexts(text, most);
}

const withoutQuoted = (text: string): string => text.replace(/"(?:[^"]|"")*"|“[^“”]*”/g, '');
