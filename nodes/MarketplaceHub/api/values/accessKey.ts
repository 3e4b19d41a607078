import { HubError } from '../errors';
import { withoutBlanks } from './blanks';

/** The modulo-11 check digit of the first 43 digits of an NF-e access key; weights 2 to 9 from the right. */
export function checkDigitOf(digits: string): number {
	const sum = [...digits]
		.reverse()
		.reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
	const remainder = sum % 11;
	return remainder < 2 ? 0 : 11 - remainder;
}

const keyLength = 44;
/** Nearly all digits of a key: no protocol has as many. */
const cutKey = /^\d{40,43}$/;
/** `NFe` as in the `Id` of the XML, then digits with dots, dashes and slashes among them. */
const decorated = /^(nf-?e:?)?([\d.\p{Pd}/]*)$/iu;

/**
 * An access key as it is looked up (reference: Fiscal documents), without its usual decoration:
 * `NFe` in front, blanks, dots, dashes and slashes. 44 digits must carry the right check digit, and
 * what begins with `NFe` or has nearly as many must have them all; anything else may be the protocol of
 * an event.
 */
export function readAccessKey(value: string): string {
	const text = withoutBlanks(value);
	const [, prefix, body] = decorated.exec(text) ?? [];
	const key = body === undefined ? text : body.replace(/\D/g, '');
	if (cutKey.test(key) || (prefix !== undefined && key.length !== keyLength)) {
		throw new HubError(
			'invalid',
			`Access Key or Protocol (\`chaveAcesso\`) must have ${keyLength} digits, got ${key.length}: '${key}'`,
			{
				description:
					'A part of the key is missing, or there is too much. Copy the whole key again.',
			},
		);
	}
	if (!/^\d{44}$/.test(key) || checkDigitOf(key.slice(0, 43)) === Number(key[43])) return key;
	throw new HubError(
		'invalid',
		`Access Key or Protocol (\`chaveAcesso\`) has a wrong check digit: '${key}'`,
		{
			description: `For the other 43 digits the last one must be ${checkDigitOf(key.slice(0, 43))}: one of the 44 is wrong, not necessarily the last. Copy the whole key again.`,
		},
	);
}
