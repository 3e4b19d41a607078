/** A character that a text may mean at some place, and where the text goes on after it. */
interface Reading {
	code: number;
	end: number;
}

/** Characters by the names of their HTML entities. */
const entities: Record<string, string> = { quot: '"', amp: '&', apos: "'", lt: '<', gt: '>' };
/** Control characters by the letters of their JSON escapes. */
const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** How deep JSON may stand within JSON: two backslashes for one, and four for two. */
const mostBackslashes = 4;
const longestEntity = '&#x000010ffff;'.length;

const codeIn = (text: string, at = 0) => text.codePointAt(at) ?? NaN;
const afterCode = (code: number, at: number) => at + (code > 0xffff ? 2 : 1);

function hexAt(text: string, at: number, digits: number): number | undefined {
	const hex = text.slice(at, at + digits);
	return hex.length === digits && /^[\da-f]+$/i.test(hex) ? parseInt(hex, 16) : undefined;
}

/** `\u0022`, behind its backslashes; two of them for a character such as an emoji. */
function unicodeAt(text: string, at: number): Reading[] {
	const unit = text[at] === 'u' ? hexAt(text, at + 1, 4) : undefined;
	if (unit === undefined) return [];
	const single = { code: unit, end: at + 5 };
	const between = /^\\{1,4}u/.exec(text.slice(single.end, single.end + mostBackslashes + 1));
	if (unit < 0xd800 || unit > 0xdbff || between === null) return [single];
	const second = single.end + between[0].length;
	const other = hexAt(text, second, 4) ?? 0;
	const code = codeIn(String.fromCharCode(unit, other));
	return code > 0xffff ? [{ code, end: second + 4 }] : [single];
}

/** `\"`, `\n`, `\u0022`, with each backslash written once or, in JSON within JSON, several times. */
function escapedAt(text: string, at: number): Reading[] {
	const readings: Reading[] = [];
	for (let next = at + 1; next <= at + mostBackslashes; next++) {
		if (text[next - 1] !== '\\' || next === text.length) break;
		const code = codeIn(text, next);
		readings.push({ code, end: afterCode(code, next) }, ...unicodeAt(text, next));
		const control = controls[text[next] ?? ''];
		if (control !== undefined) readings.push({ code: codeIn(control), end: next + 1 });
	}
	return readings;
}

/** Bytes of a character in UTF-8, by the first of them. */
function lengthBy(first = 0): number {
	if (first < 0xc0) return 1;
	if (first < 0xe0) return 2;
	return first < 0xf0 ? 3 : 4;
}

/** `%22`, `%C3%A9`. @param sign how the first % is written, `%25` in an address within an address */
function percentAt(text: string, at: number, sign: '%' | '%25'): Reading[] {
	if (!text.startsWith(sign, at)) return [];
	const bytes: number[] = [];
	let end = at;
	do {
		// 25 itself is no later byte of a character
		const later = text.startsWith('%25', end) ? 3 : 1;
		const digits = end + (bytes.length === 0 ? sign.length : later);
		const byte = text[end] === '%' ? hexAt(text, digits, 2) : undefined;
		if (byte === undefined) return [];
		bytes.push(byte);
		end = digits + 2;
	} while (bytes.length < lengthBy(bytes[0]));
	const [code = NaN] = bytes;
	return [{ code: bytes.length === 1 ? code : codeIn(Buffer.from(bytes).toString()), end }];
}

/** `&quot;`, `&#34;`, `&#x22;`. */
function entityAt(text: string, at: number): Reading[] {
	const found = /^&(?:#(\d+)|#[xX]([\da-fA-F]+)|(\w+));/.exec(text.slice(at, at + longestEntity));
	if (found === null) return [];
	const [whole, decimal, hex, name = ''] = found;
	const named = codeIn(entities[name] ?? '');
	const code = hex === undefined ? Number(decimal ?? named) : parseInt(hex, 16);
	return [{ code, end: at + whole.length }];
}

/** Every character that `text` may mean at a place. */
export function readingsAt(text: string, at: number): Reading[] {
	const code = codeIn(text, at);
	const plain = { code, end: afterCode(code, at) };
	switch (text[at]) {
		case '\\':
			return [plain, ...escapedAt(text, at)];
		case '%':
			return [plain, ...percentAt(text, at, '%'), ...percentAt(text, at, '%25')];
		case '&':
			return [plain, ...entityAt(text, at)];
		case '+':
			return [plain, { code: codeIn(' '), end: plain.end }];
		default:
			return [plain];
	}
}
