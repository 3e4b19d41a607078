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
 */
export const splitTexts = (text: string): string[] => textsOf(text, entry);

function textsOf(text: string, one: RegExp): string[] {
	const texts: string[] = [];
	one.lastIndex = 0;
	while (one.lastIndex < text.length) {
		const found = one.exec(text);
		if (found === null) break;
		const [, straight, curly, plain = ''] = found;
		const quoted = straight ?? curly;
		texts.push(quoted === undefined ? trimmed(plain) : trimmed(quoted.replaceAll('""', '"')));
	}
	return texts.filter((found) => !isBlank(found));
}

const arrow = /[-=]?>|[»›→]/;

const level = textUpTo(arrow);

/** The levels of a category: arrows between them, where the text has some, else commas or semicolons. */
export function splitLevels(text: string): string[] {
	const hasArrows = arrow.test(withoutQuoted(text));
	if (!hasArrows) return splitTexts(text);
	return textsOf(text, level);
}

const withoutQuoted = (text: string): string => text.replace(/"(?:[^"]|"")*"|“[^“”]*”/g, '');
