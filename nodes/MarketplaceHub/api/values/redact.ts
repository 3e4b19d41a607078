import { TextSearch } from './textSearch';

/** Shorter strings are part of too many words to be taken out. */
const shortestSecret = 4;

const mask = '***';

const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const inEitherCase = (hex: string) =>
	hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Names of HTML entities. */
const entities: Record<string, string> = {
	'"': 'quot',
	'&': 'amp',
	"'": 'apos',
	'<': 'lt',
	'>': 'gt',
};
/** JSON's own escapes of control characters. */
const controls: Record<string, string> = {
	'\b': 'b',
	'\f': 'f',
	'\n': 'n',
	'\r': 'r',
	'\t': 't',
};

/** One character as JSON, an address or HTML may write it: `"`, `\"`, `%22`, `\u0022`, `&#34;` … */
function characterPattern(character: string): string {
	const percent = [...Buffer.from(character)].map(
		(byte) => `%(?:25)?${inEitherCase(hexOf(byte, 2))}`,
	);
	const units = [...character].flatMap((part) =>
		Array.from({ length: part.length }, (_, index) => part.charCodeAt(index)),
	);
	const unicode = units.map((unit) => `\\\\{1,4}u${inEitherCase(hexOf(unit, 4))}`);
	const code = character.codePointAt(0) ?? 0;
	const forms = [
		`\\\\{0,4}${escaped(character)}`,
		percent.join(''),
		unicode.join(''),
		`&#0{0,4}${code};`,
		`&#[xX]0{0,4}${inEitherCase(code.toString(16))};`,
	];
	if (character === ' ') forms.push('\\+');
	const entity = entities[character];
	if (entity !== undefined) forms.push(`&${entity};`);
	const control = controls[character];
	if (control !== undefined) forms.push(`\\\\{1,4}${control}`);
	return `(?:${forms.join('|')})`;
}

/** What is the same in the base64 of every text that holds the secret, by where it begins in it. */
function base64Forms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2].flatMap((offset) => {
		const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
		const known = Math.floor((whole.length * 8) / 6);
		const core = whole.toString('base64').slice(Math.ceil((offset * 8) / 6), known);
		if (core.length < shortestSecret) return [];
		return [core, core.replace(/\+/g, '-').replace(/\//g, '_')];
	});
}

const longestFirst = (secrets: readonly string[]) =>
	[...new Set(secrets)]
		.filter((secret) => secret.length >= shortestSecret)
		// one may hold another
		.sort((one, other) => other.length - one.length);

/** Writings of the secret that are found without decoding anything. */
function writings(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const bytes = Buffer.from(secret);
	const percent = [...bytes].map((byte) => `%${hexOf(byte, 2)}`).join('');
	return [
		secret,
		json,
		json.replace(/\//g, '\\/'),
		encodeURIComponent(secret),
		encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (part) => part.toLowerCase()),
		encodeURIComponent(secret).replace(/%20/g, '+'),
		encodeURI(secret),
		percent,
		percent.toUpperCase(),
		bytes.toString('hex'),
		bytes.toString('hex').toUpperCase(),
		...base64Forms(secret),
		...base64Forms(secret).map((form) => form.replace(/\//g, '\\/')),
	];
}

/** What a text has in it that writes a character otherwise than plainly. */
const encoded = /[%\\]|&[#\w]/;

/** A secret with each character in any writing. */
const patternOf = (secret: string) => new RegExp([...secret].map(characterPattern).join(''), 'g');

/** Puts `***` in place of every non-trivial secret in a text, however it is written. */
export function redactor(secrets: readonly string[]): (text: string) => string {
	const known = longestFirst(secrets);
	const forms = longestFirst(known.flatMap(writings));
	return (text) => {
		const plain = forms.reduce((clean, form) => clean.split(form).join(mask), text);
		return encoded.test(plain)
			? known.reduce((clean, secret) => clean.replace(patternOf(secret), mask), plain)
			: plain;
	};
}

/** `text` without the secrets, once. */
export const redact = (text: string, secrets: readonly string[]): string => redactor(secrets)(text);

/** ASCII characters that JSON has no need to escape, but may. */
const needlessEscape = /\\u00[2-7]/;

/** Finds secrets in the text of an answer, in any writing that needs no decoding. */
export const searchFor = (secrets: readonly string[]): TextSearch =>
	new TextSearch(longestFirst(longestFirst(secrets).flatMap(writings)));

/**
 * A body without secrets: the one given, as it is, when it holds none.
 * @param text the JSON that it was read from
 * @param search what finds the secrets, where it was made before
 */
export function withoutSecrets(
	body: unknown,
	text: string,
	secrets: readonly string[],
	search = searchFor(secrets),
): unknown {
	const isSuspicious = needlessEscape.test(text) || search.finds(text);
	return isSuspicious ? replaceIn(body, redactor(secrets)) : body;
}

function replaceIn(value: unknown, clean: (text: string) => string): unknown {
	if (typeof value === 'string') return clean(value);
	if (Array.isArray(value)) return value.map((entry) => replaceIn(entry, clean));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [clean(key), replaceIn(entry, clean)]),
	);
}
