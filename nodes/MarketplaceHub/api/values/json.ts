const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Digits of the shortest whole number that JavaScript rounds. */
const fewestDigits = 16;
/** The end of the text before a number of JSON. */
const beforeNumber = /(?:^|[:,[\s])-?$/;

function isDigitAt(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 48 && unit <= 57;
}

/**
 * A quick test: false where no whole number of a JSON text is long enough to be rounded. So many digits in a
 * row do not escape a look at every 16th character.
 */
function mayHoldLongNumber(text: string): boolean {
	for (let end = fewestDigits; end <= text.length; end += fewestDigits) {
		if (!isDigitAt(text, end - 1)) continue;
		let start = end - 1;
		while (isDigitAt(text, start - 1)) start--;
		while (isDigitAt(text, end)) end++;
		const before = text.slice(Math.max(0, start - 2), start);
		if (end - start >= fewestDigits && beforeNumber.test(before)) return true;
	}
	return false;
}

/** No text of a user can look like it: it differs from process to process. */
const exactMarker = `exact:${Math.random()}:`;
const markedNumber = new RegExp(`"${exactMarker}(-?\\d+)"`, 'g');

const isRounded = (token: string) => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));

/** Reads JSON with `replace` in place of each whole number that JavaScript would round; undefined when it is malformed. */
function parseWith(
	text: string,
	replace: (digits: string) => string,
	reviver?: (key: string, value: unknown) => unknown,
): { value: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (!mayHoldLongNumber(text)) return { value };
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
	parseWith(text, (digits) => `"${digits}"`);

/**
 * Reads JSON that is to be sent; undefined when it is malformed. Such numbers come out as `bigint`,
 * which `stringifyJson` writes with the same digits.
 */
export const tryParseExactJson = (text: string): { value: unknown } | undefined =>
	parseWith(
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

/** The value of JSON text; anything else as it is. */
export const fromJson = (value: unknown): unknown =>
	typeof value === 'string' ? (tryParseExactJson(value)?.value ?? value) : value;
