import trimEnd from 'lodash/trimEnd';

/** `text` as a message or log may hold it: on one line, with a mark for each invisible character. */
export const printable = (text: string): string =>
	text.replace(/\r\n|[\t\n\r\p{Zl}\p{Zp}]/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');

/**
 * Whether a text holds half of a character, as a text that was cut may: half a character has no place in an
 * address.
 */
export const holdsHalfCharacter = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** `text` as a message may hold it, cut where it is too long. */
export function shorten(text: string, most: number): string {
	// of a line end two characters become one
	const shown = printable(text.slice(0, 2 * (most + 1)));
	if (shown.length <= most) return shown;
	// not in the middle of a character
	const cut = shown.slice(0, most - 1).replace(/\p{Surrogate}$/u, '');
	// a copy: a slice keeps the whole text in memory
	return `${Buffer.from(cut).toString()}…`;
}

/** Without the full stop that others put at its end: it gets one where it becomes a sentence. */
export const withoutStop = (text: string): string => trimEnd(text, '. ');

/** How many details a message lists, and how long each may be. */
export const mostDetails = 20;
const longestDetail = 300;

/** The first of several in a row, and how many more there are, e.g. `1, 2 and 3 more`. */
export function listed(values: Iterable<unknown>, most = mostDetails): string {
	const all: readonly unknown[] = Array.isArray(values) ? values : [...values];
	const first = all.slice(0, most).join(', ');
	return all.length > most ? `${first} and ${all.length - most} more` : first;
}

/** The first of `details` as text, and how many more there are. */
export function shortDetails<Detail>(
	details: readonly Detail[],
	asText: (detail: Detail) => string = String,
	most = mostDetails,
): string[] {
	const first = details.slice(0, most).map((detail) => shorten(asText(detail), longestDetail));
	const more = details.length - first.length;
	return more > 0 ? [...first, `and ${more} more`] : first;
}
