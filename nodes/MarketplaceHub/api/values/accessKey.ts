import { HubError } from '../errors';
import { withoutBlanks } from './blanks';
import { checkDigitOf } from './checkDigit';
import { cutAdvice, isCutNumber, isErrorOfCell, withoutFormula } from './spreadsheet';

/* Access keys of NF-e (reference: Fiscal documents); the CNPJ in them may have letters (NT 2025.001). */

const keyLength = 44;
/** Letters stand only in the root of the CNPJ, positions 7 to 18. */
const keyPattern = /^\d{6}[A-Z\d]{12}\d{26}$/;
/** Whether letters and digits are meant to be a key. No protocol is nearly as long as one. */
const isNearlyKey = (key: string): boolean =>
	key.length >= keyLength - 4 &&
	key.length <= keyLength + 2 &&
	key.replace(/\D/g, '').length > keyLength / 2;
/** `NFe` as in the `Id` of the XML, then a key with dots, dashes and slashes in it. */
const decorated = /^(nf-?e:?)?([A-Z\d.\p{Pd}/]*)$/iu;

/** A key between anything but digits: in an address, or in the text of a QR code. */
const keyInside = /(?<!\d)\d{6}[A-Z\d]{12}\d{26}(?!\d)/gi;
/** What stands before and behind a key or protocol: `Id="…"`, `<chNFe>…</chNFe>`, `Chave de acesso: …`. */
const label = /^[^\d:=>"'“]*[:=>"'“]+(?=NF-?e|\d)/i;
const behindLabel = /(?:["'”;,]|<\/.*)$/;

/** The prefix `NFe` and what stands behind it; of text that holds more, the key or protocol in it. */
function prefixAndBody(text: string): { prefix?: string; body?: string } {
	const unlabelled = text.replace(label, '').replace(behindLabel, '');
	const [, prefix, body] = decorated.exec(text) ?? decorated.exec(unlabelled) ?? [];
	if (body !== undefined && plain(body).length <= keyLength + 2) return { prefix, body };
	const [key, another] = new Set(text.match(keyInside));
	return another === undefined && key !== undefined ? { body: key } : { prefix, body };
}

/** Whether text holds one key, whatever its marks. */
export const isAccessKey = (text: string): boolean =>
	keyPattern.test(plain(prefixAndBody(plainCell(text)).body ?? ''));

const plain = (body: string) => body.replace(/[^A-Z\d]/gi, '').toUpperCase();

const wholeAdvice = 'Copy the whole key again.';

/** Without blanks, and without the signs that make a cell of a spreadsheet text: `="3526…"`, `'3526…`. */
const plainCell = (value: string): string =>
	withoutBlanks(String(withoutFormula(value))).replace(/^['’`´]/, '');

/**
 * A key or protocol without its usual decoration: `NFe` or its name in front, blanks, dots, dashes, slashes, small
 * letters; of an address or QR code the one key in it. A key must carry the right check digit, and text that begins
 * with `NFe` or is nearly as long as a key must have all its characters; anything else may be the protocol of an event.
 * @returns the rule that the text breaks, and advice, where it breaks one
 */
export function readKey(value: string): string | { rule: string; advice: string } {
	const text = plainCell(value);
	if (isErrorOfCell(text))
		return {
			rule: `is what a spreadsheet shows in place of a value: '${text}'`,
			advice: wholeAdvice,
		};
	if (isCutNumber(text))
		return {
			rule: `is a number that a spreadsheet has cut: '${text}'`,
			advice: cutAdvice,
		};
	const { prefix, body } = prefixAndBody(text);
	if (body === undefined) return text;
	const key = plain(body);
	if (keyPattern.test(key)) return withCheckDigit(key);
	if (key.length === keyLength && isNearlyKey(key))
		return {
			rule: `has a letter where a key has digits: '${key}'`,
			advice: 'Letters stand only in the positions 7 to 18 of a key. Copy the whole key again.',
		};
	if (prefix !== undefined || isNearlyKey(key))
		return {
			rule: `must have ${keyLength} characters, got ${key.length}: '${key}'`,
			advice: 'A part of the key is missing, or there is too much. Copy the whole key again.',
		};
	return /^\d+$/.test(key) ? key : text;
}

function withCheckDigit(key: string): string | { rule: string; advice: string } {
	const right = checkDigitOf(key.slice(0, -1));
	if (right === Number(key.at(-1))) return key;
	return {
		rule: `has a wrong check digit: '${key}'`,
		advice: `For the other 43 characters the last one must be ${right}: one of the 44 is wrong, not necessarily the last. Copy the whole key again.`,
	};
}

/**
 * An access key or protocol as it is looked up, as `readKey` reads it.
 * @throws HubError that names the broken rule
 */
export function readAccessKey(value: string): string {
	const key = readKey(value);
	if (typeof key === 'string') return key;
	throw new HubError('invalid', `Access Key or Protocol (\`chaveAcesso\`) ${key.rule}`, {
		description: key.advice,
	});
}
