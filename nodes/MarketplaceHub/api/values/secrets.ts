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

/**
 * The end of a longer text, by which it is looked for: a hub chooses its tokens, and a search for thousands of equal
 * letters takes the time of text by token. Tokens of others (JWT) often begin alike.
 */
const endOf = (text: string) => text.slice(-32);

/** The longest run of letters and digits, which no way of writing changes but a code for one of them. */
const runOf = (text: string) => endOf(maxBy(text.match(/[a-z\d]+/gi), 'length') ?? '');

/** How secrets are looked for in answers. */
export interface Writings {
	encodings: readonly string[];
	/** The quick look that comes first: false where none of them is in a text without codes of letters and digits. */
	mayBeIn: (text: string) => boolean;
}

export const writingsOf = (secrets: readonly string[]): Writings => ({
	encodings: encodingsOf(secrets),
	mayBeIn: searchFor(uniq(secrets.flatMap((secret) => [secret, ...inBase64(secret)].map(runOf)))),
});

/**
 * A search for several runs of letters and digits at once, after Wu and Manber: it looks at two characters, and goes on
 * by as many as no run that they belong to can end before. One search for each run takes five times as long.
 */
function searchFor(runs: readonly string[]): (text: string) => boolean {
	const last = Math.min(255, ...runs.map(({ length }) => length)) - 1;
	if (last < 1) return () => true;
	// of other characters it may be another pair's, whose step is no longer
	const pairAt = (text: string, end: number) =>
		128 * text.charCodeAt(end - 1) + text.charCodeAt(end);
	const steps = new Uint8Array(128 * 128).fill(last);
	for (const run of runs)
		for (let end = 1; end <= last; end++)
			steps[pairAt(run, end)] = Math.min(steps[pairAt(run, end)] ?? last, last - end);
	return (text) => {
		let [end, looks] = [last, 0];
		while (end < text.length) {
			const step = steps[pairAt(text, end)] ?? last;
			if (step === 0) {
				looks++;
				// where most of the text looks like a run, a search for each secret is as quick
				const isLikeRuns = looks > 64 && looks * 64 > end;
				if (isLikeRuns || runs.some((run) => text.startsWith(run, end - last))) return true;
			}
			end += step || 1;
		}
		return false;
	};
}

/** The code of a letter or digit in JSON. */
const letterCode = /\\u00(?:3\d|[46][1-9a-f]|[57][\da])/i;

/** `text` with `***` in place of all `encodings`. */
export const redact = (text: string, encodings: readonly string[]): string =>
	encodings.reduce(
		(clean, encoding) =>
			// the table of a token takes the time of all of it, beside each short string of an answer
			encoding.length <= clean.length && clean.includes(endOf(encoding))
				? mask(clean, encoding)
				: clean,
		text,
	);

/**
 * `text` with `***` in place of each `word`, after Knuth, Morris and Pratt: `replaceAll` takes the time of text by word
 * where both repeat themselves.
 */
function mask(text: string, word: string): string {
	const [codes, codesOfWord] = [codesOf(text), codesOf(word)];
	const borders = bordersOf(codesOfWord);
	const parts: string[] = [];
	let [end, length] = [0, 0];
	for (let at = 0; at < codes.length; at++) {
		length = longer(codesOfWord, borders, length, codes[at]);
		if (length < codesOfWord.length) continue;
		parts.push(text.slice(end, at + 1 - length), '***');
		[end, length] = [at + 1, 0];
	}
	return end === 0 ? text : parts.join('') + text.slice(end);
}

/** The codes of a text's characters, which are read several times. */
const codesOf = (text: string): Uint16Array => {
	const { buffer, byteOffset } = Buffer.from(text, 'utf16le');
	return new Uint16Array(buffer, byteOffset, text.length);
};

/** For each beginning of a word: how many of its last characters are also the first ones of the word. */
function bordersOf(word: Uint16Array): Int32Array {
	const borders = new Int32Array(word.length);
	for (let at = 1; at < word.length; at++)
		borders[at] = longer(word, borders, borders[at - 1] ?? 0, word[at]);
	return borders;
}

/** How many characters of the word match once this one has come behind `length` that do. */
function longer(word: Uint16Array, borders: Int32Array, length: number, code?: number): number {
	let known = length;
	while (known > 0 && word[known] !== code) known = borders[known - 1] ?? 0;
	return word[known] === code ? known + 1 : known;
}

/** The same for a text in which there hardly ever is one of them. */
export const redactText = (text: string, { encodings, mayBeIn }: Writings): string =>
	mayBeIn(text) ? redact(text, encodings) : text;

/** Where a JSON string ends that begins there; the end of the text for a string that is cut off. */
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
export function redactBody(text: string, { encodings, mayBeIn }: Writings): string {
	const hasCodes = text.includes('\\u');
	if (!mayBeIn(text) && !(hasCodes && letterCode.test(text))) return text;
	const found = hasCodes
		? encodings
		: encodings.filter((encoding) => text.includes(endOf(encoding)));
	if (found.length === 0) return text;
	const isJson = /^\s*[[{"]/.test(text) && tryParseJson(text) !== undefined;
	const writings = { encodings: found, mayBeIn };
	return isJson ? redactStrings(text, writings) : redactCodes(text, writings);
}

function redactStrings(text: string, writings: Writings): string {
	const parts: string[] = [];
	let end = 0;
	for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', end)) {
		parts.push(text.slice(end, start));
		end = endOfString(text, start);
		parts.push(redactString(redactText(text.slice(start, end), writings), writings));
	}
	return parts.join('') + text.slice(end);
}

/** A JSON string, which keeps its codes where none of them belongs to a secret; it may hold JSON, too. */
function redactString(json: string, writings: Writings): string {
	if (!json.includes('\\u')) return json;
	const value = tryParseJson(json)?.value;
	if (typeof value !== 'string') return redactCodes(json, writings);
	const clean = redactCodes(value, writings);
	return clean === value ? json : JSON.stringify(clean);
}

/** The same for text that is no JSON, or cut off: codes of ASCII count as their characters, also codes within codes. */
function redactCodes(text: string, writings: Writings): string {
	const plain = text.replace(/(?<!\\)\\+u00([2-7][\da-f])/gi, (_code, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	const clean = redactText(plain, writings);
	return clean === plain ? redactText(text, writings) : clean;
}
