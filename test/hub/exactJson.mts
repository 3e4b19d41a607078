import { randomBytes } from 'node:crypto';

const nonce = randomBytes(8).toString('hex');
const marked = new RegExp(`"exact:${nonce}:(\\d+)"`, 'g');
const numberOrString = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** A whole number that JSON must carry with all its digits. */
export class ExactInteger {
	constructor(readonly digits: string) {}

	toJSON(): string {
		return `exact:${nonce}:${this.digits}`;
	}
}

/** The JSON value of a text; undefined when the text is no JSON. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Parses valid JSON with every number as the text it was written with, so that no digit is lost. */
export function parseNumbersAsText(json: string): unknown {
	return JSON.parse(
		json.replace(numberOrString, (token) => (token.startsWith('"') ? token : `"${token}"`)),
	);
}

/** A number or bigint for an answer: beyond 2^53-1 as an ExactInteger. */
export function exact(value: number | bigint | null): number | ExactInteger | null {
	return typeof value === 'bigint' ? new ExactInteger(value.toString()) : value;
}

/** The JSON text of a body, and the body as a reader of that text sees it. */
export function serialize(body: unknown): { text: string; read: unknown } {
	const raw = JSON.stringify(body) ?? '';
	if (!raw.includes(nonce)) return { text: raw, read: body };
	const text = raw.replace(marked, '$1');
	return { text, read: JSON.parse(text) };
}
