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

/** Invisible characters, except characters that are part of an emoji or of a word. */
const unseen = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]+/g;

/**
 * An address as a request carries it: characters beyond ASCII, and blanks, percent-encoded, a host of such
 * characters in Punycode. Encoded characters stay; anything but an address comes back unchanged.
 */
export function encodedUrl(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.replace(unseen, '').trim();
	return /[^\x21-\x7e]/.test(text) ? (parseUrl(text)?.href ?? text) : text;
}
