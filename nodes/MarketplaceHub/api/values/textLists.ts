import { isBlank, trimmed } from './blanks';

/* Several texts in one cell. */

/** A text in a spreadsheet's quotation marks, straight or curly, or one without them, up to the next separator. */
const entry = /(?:\s*(?:"((?:[^"]|"")*)"|“([^“”]*)”)\s*(?=[,;\r\n]|$)|([^,;\r\n]*))(?:[,;\r\n]|$)/y;

/**
 * The texts of a cell that are separated by commas, semicolons or line breaks. Quotation marks around a text are a spreadsheet's and
 * hold it together: `"Casa, Mesa e Banho";"Cozinha"` are two.
 */
export function splitTexts(text: string): string[] {
	const texts: string[] = [];
	entry.lastIndex = 0;
	while (entry.lastIndex < text.length) {
		const found = entry.exec(text);
		if (found === null) break;
		const [, straight, curly, plain = ''] = found;
		const quoted = straight ?? curly;
		texts.push(quoted === undefined ? trimmed(plain) : trimmed(quoted.replaceAll('""', '"')));
	}
	return texts.filter((one) => !isBlank(one));
}

const arrow = /[-=]?>|[»›→]/;

/** The levels of a category: arrows between them, where the text has some, else commas or semicolons. */
export function splitLevels(text: string): string[] {
	const hasArrows = arrow.test(withoutQuoted(text));
	if (!hasArrows) return splitTexts(text);
	return text
		.split(arrow)
		.map((level) => trimmed(unquoted(trimmed(level))))
		.filter((level) => !isBlank(level));
}

const quotedText = /^(?:"(.*)"|“([^“”]*)”)$/s;

function unquoted(text: string): string {
	const [, straight, curly] = quotedText.exec(text) ?? [];
	return straight?.replaceAll('""', '"') ?? curly ?? text;
}

const withoutQuoted = (text: string): string => text.replace(/"(?:[^"]|"")*"|“[^“”]*”/g, '');
