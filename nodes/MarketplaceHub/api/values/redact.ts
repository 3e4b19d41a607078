import uniq from 'lodash/uniq';

/** Shorter strings are part of too many words to be taken out. */
const shortest = 4;

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

/** What is the same in the base64 of every text that holds `text`, by where `text` begins in it. */
function inBase64(text: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
		const known = Math.floor((bytes.length * 8) / 6);
		const core = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), known);
		return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

/** How secrets usually stand in an answer, the longest first; JSON may stand in JSON twice. */
export function writingsOf(secrets: readonly string[]): string[] {
	let writings = secrets.flatMap((secret) => [secret, ...inAddress(secret), ...inBase64(secret)]);
	for (let depth = 1; depth <= 3; depth++)
		writings = uniq(writings.flatMap((writing) => [writing, ...inJson(writing)]));
	return writings
		.filter(({ length }) => length >= shortest)
		.sort((one, other) => other.length - one.length);
}

/** `text` with `***` in place of all `writings`. */
export const redact = (text: string, writings: readonly string[]): string =>
	writings.reduce((clean, writing) => clean.replaceAll(writing, '***'), text);

const jsonString = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** The same for the body of an answer. In JSON only strings change: a number may look like a secret. */
export function redactBody(text: string, writings: readonly string[]): string {
	const found = writings.filter((writing) => text.includes(writing));
	if (found.length === 0) return text;
	return /^\s*[[{"]/.test(text)
		? text.replace(jsonString, (part) => redact(part, found))
		: redact(text, found);
}
