import trimEnd from 'lodash/trimEnd';
import uniq from 'lodash/uniq';

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** No JSON text without one of these holds a whole number that is rounded; digits in a string follow its quotation mark. */
const longNumber = /(?:^|[:,[\s])-?\d{16}/;
/** No text of a user can look like it: it differs from process to process. */
const exactMarker = `exact:${Math.random()}:`;
const markedNumber = new RegExp(`"${exactMarker}(-?\\d+)"`, 'g');

const isRounded = (token: string) => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));

/** Reads JSON with `replace` in place of each whole number that JavaScript would round; undefined when it is malformed. */
function attempt(
	text: string,
	replace: (digits: string) => string,
	reviver?: (key: string, value: unknown) => unknown,
): { value: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (!longNumber.test(text)) return { value };
		// only text that is known to be JSON gets here: each match begins where the one before ended
		const exact = text.replace(stringOrNumber, (token) =>
			isRounded(token) ? replace(token) : token,
		);
		return { value: JSON.parse(exact, reviver) };
	} catch {
		return undefined;
	}
}

/**
 * Reads an answer's JSON; undefined when it is malformed. Whole numbers beyond 2^53-1 come out as
 * text with all their digits instead of rounded.
 */
export const tryParseJson = (text: string): { value: unknown } | undefined =>
	attempt(text, (digits) => `"${digits}"`);

/**
 * Reads JSON that is to be sent; undefined when it is malformed. Such numbers come out as `bigint`,
 * which `stringifyJson` writes with the same digits.
 */
export const tryParseExactJson = (text: string): { value: unknown } | undefined =>
	attempt(
		text,
		(digits) => `"${exactMarker}${digits}"`,
		(_key, value) =>
			typeof value === 'string' && value.startsWith(exactMarker)
				? BigInt(value.slice(exactMarker.length))
				: value,
	);

/** Serializes to JSON; a `bigint` becomes a JSON number with exactly its digits. */
export function stringifyJson(value: unknown): string {
	return JSON.stringify(value, function (this: Record<string, unknown>, key, entry: unknown) {
		// `entry` has gone through BigInt.prototype.toJSON, which n8n-workflow defines; `this[key]` has not
		const raw = this[key];
		return typeof raw === 'bigint' ? `${exactMarker}${raw}` : entry;
	}).replace(markedNumber, '$1');
}

/** `text` as a message or log may hold it: on one line, with a mark for each invisible character. */
export const printable = (text: string): string =>
	text.replace(/\r\n|[\t\n\r\p{Zl}\p{Zp}]/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');

/** `text` as a message may hold it, cut where it is too long. */
export function shorten(text: string, most: number): string {
	const shown = printable(text);
	return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`;
}

/** Shorter strings are part of too many words to be taken out. */
const shortestSecret = 4;

/** `text` as part of a JSON string, as most serializers write it, without `/`, and in ASCII only (PHP). */
function inJson(text: string): string[] {
	const plain = JSON.stringify(text).slice(1, -1);
	const slashes = plain.replaceAll('/', '\\/');
	const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');
	return [plain, slashes, slashes.replace(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit)}`)];
}

/** `text` as part of an address, and of a form. */
function inAddress(text: string): string[] {
	// half a character cannot be in an address
	const whole = Buffer.from(text).toString();
	const encoded = [
		encodeURIComponent(whole),
		new URLSearchParams({ '': whole }).toString().slice(1),
	];
	return encoded.flatMap((address) => [
		address,
		address.replace(/%../g, (byte) => byte.toLowerCase()),
	]);
}

/** The part that is the same in the base64 of every text that holds `text`, by where `text` begins in it. */
function inBase64(text: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
		const known = Math.floor((bytes.length * 8) / 6);
		const core = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), known);
		return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

/** How secrets usually stand in an answer, the longest first; JSON may stand in JSON twice. */
export function encodingsOf(secrets: readonly string[]): string[] {
	let encodings = secrets.flatMap((secret) => [secret, ...inAddress(secret), ...inBase64(secret)]);
	for (let depth = 1; depth <= 3; depth++)
		encodings = uniq(encodings.flatMap((encoding) => [encoding, ...inJson(encoding)]));
	return encodings
		.filter(({ length }) => length >= shortestSecret)
		.sort((one, other) => other.length - one.length);
}

/** `text` with `***` in place of all `encodings`. */
export const redact = (text: string, encodings: readonly string[]): string =>
	encodings.reduce((clean, encoding) => clean.replaceAll(encoding, '***'), text);

/** Whether text holds an HTML tag; behind the last `>` there is none to look for. */
export const holdsHtml = (text: string): boolean =>
	/<[a-z/!][^>]*>/i.test(text.slice(0, text.lastIndexOf('>') + 1));

/** Where a JSON string ends that begins there; the end of the text for one that is cut off. */
function endOfString(text: string, start: number): number {
	for (let index = start + 1; index < text.length; index++) {
		if (text[index] === '\\') index++;
		else if (text[index] === '"') return index + 1;
	}
	return text.length;
}

/**
 * The same for the body of an answer. In JSON only strings change: a number may look like a secret. Any
 * character of a string may be written as a code, such as `\u002B` for a plus.
 */
export function redactBody(text: string, encodings: readonly string[]): string {
	const hasCodes = text.includes('\\u');
	const found = hasCodes ? encodings : encodings.filter((encoding) => text.includes(encoding));
	if (found.length === 0) return text;
	const isJson = /^\s*[[{"]/.test(text) && tryParseJson(text) !== undefined;
	return isJson ? redactStrings(text, found) : redactCodes(text, found);
}

function redactStrings(text: string, encodings: readonly string[]): string {
	const parts: string[] = [];
	let end = 0;
	for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', end)) {
		parts.push(text.slice(end, start));
		end = endOfString(text, start);
		parts.push(redactString(redact(text.slice(start, end), encodings), encodings));
	}
	return parts.join('') + text.slice(end);
}

/** A JSON string, which keeps its codes where none of them belongs to a secret. */
function redactString(json: string, encodings: readonly string[]): string {
	if (!json.includes('\\u')) return json;
	const value = tryParseJson(json)?.value;
	if (typeof value !== 'string') return redactCodes(json, encodings);
	const clean = redactStrings(redact(value, encodings), encodings);
	return clean === value ? json : JSON.stringify(clean);
}

/** The same for text that is no JSON, or cut off: codes of ASCII count as their characters. */
function redactCodes(text: string, encodings: readonly string[]): string {
	const plain = text.replace(/\\u00([2-7][\da-f])/gi, (_code, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	const clean = redact(plain, encodings);
	return clean === plain ? redact(text, encodings) : clean;
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
