const blank = /^[\s\p{Cf}]*$/u;
const blanks = /[\s\p{Cf}]+/gu;

/** Whether a value counts as left out: `null`, or text without anything that can be seen. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && blank.test(value));

/**
 * Text without the invisible characters around it that spreadsheets and web pages leave; anything else as it
 * is.
 */
export function trimmed(value: string): string;
export function trimmed(value: unknown): unknown;
export function trimmed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	let text = value.trim();
	// half of a character counts as seen: an emoji stays whole
	while (text !== '' && blank.test(text.charAt(0))) text = text.slice(1).trimStart();
	while (text !== '' && blank.test(text.slice(-1))) text = text.slice(0, -1).trimEnd();
	return text;
}

/** More marks than any script puts on a letter; the time of `normalize` grows with the square of their number. */
const manyMarks = /\p{M}{31}/u;
/** Text whose characters are written in one way. */
export const normalized = (text: string): string =>
	manyMarks.test(text) ? text : text.normalize();

/** Text, such as digits, without anything in it that cannot be seen. */
export const withoutBlanks = (text: string): string => text.replace(blanks, '');
