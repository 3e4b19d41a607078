import { unseen } from './checks';

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

const unseenCharacters = new RegExp(`[${unseen}]+`, 'g');

/**
 * An address as a request carries it: what is beyond ASCII, and blanks, percent-encoded, a host of such
 * characters in Punycode. What is encoded stays; anything but an address comes back unchanged.
 */
export function encodedUrl(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.replace(unseenCharacters, '').trim();
	return /[^\x21-\x7e]/.test(text) ? (parseUrl(text)?.href ?? text) : text;
}
