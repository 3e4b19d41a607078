/** A JSON number that JavaScript would round, with its digits as they stand. */
export class ExactNumber {
	constructor(readonly digits: string) {}
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** No JSON text without one of these holds a number that is rounded; digits in a string follow its quotation mark. */
const longNumber = /(?:^|[:,[\s])-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;
const safeWithoutALook = 15;
/** No text of a user can look like it: it differs from process to process. */
const exactMarker = `exact:${Math.random()}:`;
const markedNumber = new RegExp(`"${exactMarker}([^"]+)"`, 'g');

/** Parses JSON like `JSON.parse`; each number that `isRounded` says is replaced as `replace` says. */
function parseJson(
	text: string,
	isRounded: (token: string) => boolean,
	replace: (token: string) => string,
	reviver?: (key: string, value: unknown) => unknown,
): unknown {
	const parsed: unknown = JSON.parse(text);
	if (!longNumber.test(text)) return parsed;
	// only text that is known to be JSON gets here: each match begins where the one before ended
	const exact = text.replace(stringOrNumber, (token) =>
		!token.startsWith('"') && isRounded(token) ? replace(token) : token,
	);
	return JSON.parse(exact, reviver);
}

const isInteger = (token: string) => /^-?\d+$/.test(token);
const isLongInteger = (token: string) =>
	token.length > safeWithoutALook && isInteger(token) && !Number.isSafeInteger(Number(token));

/** Sign, digits and power of ten of a number, alike for all its spellings (`1.50`, `15e-1`). */
function canonical(token: string): string {
	const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const power = Number(exponent) - fraction.length + (digits.length - significant.length);
	return `${token.startsWith('-') ? '-' : ''}${significant}e${power}`;
}

const isRounded = (token: string) =>
	isInteger(token) ? isLongInteger(token) : canonical(token) !== canonical(String(Number(token)));

/**
 * Reads an answer's JSON; undefined when it is malformed. Whole numbers beyond 2^53-1 come out as
 * text with all their digits instead of rounded.
 */
export function tryParseJson(text: string): { value: unknown } | undefined {
	return attempt(() => parseJson(text, isLongInteger, (token) => `"${token}"`));
}

/**
 * Reads JSON that is to be sent; undefined when it is malformed. Numbers that would be rounded come
 * out as `bigint` or `ExactNumber`, which `stringifyJson` writes with the same digits.
 */
export function tryParseExactJson(text: string): { value: unknown } | undefined {
	const mark = (token: string) => `"${exactMarker}${token}"`;
	return attempt(() => parseJson(text, isRounded, mark, (_key, value) => withoutMark(value)));
}

function withoutMark(value: unknown): unknown {
	if (typeof value !== 'string' || !value.startsWith(exactMarker)) return value;
	const digits = value.slice(exactMarker.length);
	return isInteger(digits) ? BigInt(digits) : new ExactNumber(digits);
}

function attempt(parse: () => unknown): { value: unknown } | undefined {
	try {
		return { value: parse() };
	} catch {
		return undefined;
	}
}

/** Serializes to JSON; a `bigint` and an `ExactNumber` become JSON numbers with exactly their digits. */
export function stringifyJson(value: unknown): string {
	return JSON.stringify(value, function (this: Record<string, unknown>, key, entry: unknown) {
		// `entry` has gone through BigInt.prototype.toJSON, which n8n-workflow defines; `this[key]` has not
		const raw = this[key];
		if (typeof raw === 'bigint') return `${exactMarker}${raw}`;
		return raw instanceof ExactNumber ? `${exactMarker}${raw.digits}` : entry;
	}).replace(markedNumber, '$1');
}
