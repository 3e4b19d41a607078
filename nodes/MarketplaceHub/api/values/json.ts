const longInteger = /\d{16}/;
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const safeWithoutALook = 15;
/** No text of a user can look like it: it differs from process to process. */
const exactMarker = `exact:${Math.random()}:`;
const markedInteger = new RegExp(`"${exactMarker}(-?\\d+)"`, 'g');

/**
 * Parses JSON like `JSON.parse`, but whole numbers beyond 2^53-1 come out as strings with all
 * their digits instead of rounded.
 * @throws SyntaxError for malformed JSON
 */
function parseJson(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	if (!longInteger.test(text)) return parsed;
	// only text that is known to be JSON gets here: each match begins where the one before ended
	return JSON.parse(
		text.replace(stringOrNumber, (match) => (isLongInteger(match) ? `"${match}"` : match)),
	);
}

function isLongInteger(token: string): boolean {
	return (
		token.length > safeWithoutALook && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
	);
}

/** `parseJson` without an exception: undefined for malformed JSON. */
export function tryParseJson(text: string): { value: unknown } | undefined {
	try {
		return { value: parseJson(text) };
	} catch {
		return undefined;
	}
}

/** Serializes to JSON; a `bigint` becomes a JSON number with exactly its digits. */
export function stringifyJson(value: unknown): string {
	return JSON.stringify(value, function (this: Record<string, unknown>, key, entry: unknown) {
		// `entry` has gone through BigInt.prototype.toJSON, which n8n-workflow defines; `this[key]` has not
		const raw = this[key];
		return typeof raw === 'bigint' ? `${exactMarker}${raw}` : entry;
	}).replace(markedInteger, '$1');
}
