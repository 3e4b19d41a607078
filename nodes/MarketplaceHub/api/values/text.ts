import trimEnd from 'lodash/trimEnd';

/** `text` as a message or log may hold it: on one line, with a mark for each invisible character. */
export const printable = (text: string): string =>
	text.replace(/\r\n|[\t\n\r\p{Zl}\p{Zp}]/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');

/** `text` as a message may hold it, cut where it is too long. */
export function shorten(text: string, most: number): string {
	const shown = printable(text);
	return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`;
}

/** Without the full stop that others put at its end: it gets one where it becomes a sentence. */
export const withoutStop = (text: string): string => trimEnd(text, '. ');

/**
 * An address in its parts; undefined for any other text. (`URL.canParse` of Node.js 20 says no to letters
 * such as `ç` once it has been called some thousand times.)
 */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
