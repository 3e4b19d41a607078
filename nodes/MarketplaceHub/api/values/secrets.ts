import maxBy from 'lodash/maxBy';
import uniq from 'lodash/uniq';
import { tryParseJson } from './json';

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

/** The longest run of letters and digits, which no way of writing changes but a code for one of them. */
const runOf = (text: string) => maxBy(text.match(/[a-z\d]+/gi), 'length') ?? '';

/** How secrets are looked for in bodies. */
export interface Writings {
	encodings: readonly string[];
	/** Where none of these stands in a text, none of the encodings does, unless it is written in codes. */
	cores: readonly string[];
}

export const writingsOf = (secrets: readonly string[]): Writings => ({
	encodings: encodingsOf(secrets),
	cores: uniq(secrets.flatMap((secret) => [secret, ...inBase64(secret)].map(runOf))),
});

/** The code of a letter or digit in JSON. */
const letterCode = /\\u00[3-7][\da-f]/i;

/** `text` with `***` in place of all `encodings`. */
export const redact = (text: string, encodings: readonly string[]): string =>
	encodings.reduce((clean, encoding) => clean.replaceAll(encoding, '***'), text);

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
export function redactBody(text: string, { encodings, cores }: Writings): string {
	if (!cores.some((core) => text.includes(core)) && !letterCode.test(text)) return text;
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
