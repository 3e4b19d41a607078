import { HubError } from '../errors';

/** The modulo-11 check digit of the first 43 digits of an NF-e access key; weights 2 to 9 from the right. */
export function checkDigitOf(digits: string): number {
	const sum = [...digits]
		.reverse()
		.reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
	const remainder = sum % 11;
	return remainder < 2 ? 0 : 11 - remainder;
}

/**
 * An access key as it is looked up (reference: Fiscal documents): the groups of four, as they are
 * printed on a DANFE, joined. 44 digits must carry the right check digit; anything else may be the
 * protocol of an event and is let through.
 * @throws HubError of kind `invalid`
 */
export function readAccessKey(value: string): string {
	const key = value.replace(/\s/g, '');
	if (!/^\d{44}$/.test(key) || checkDigitOf(key.slice(0, 43)) === Number(key[43])) return key;
	throw new HubError('invalid', `\`chaveAcesso\` has a wrong check digit: '${key}'`, {
		description: `The last of the 44 digits must be ${checkDigitOf(key.slice(0, 43))} for this key. A digit may be mistyped.`,
	});
}
