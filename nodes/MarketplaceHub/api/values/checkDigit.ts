/** The value of a character in a check digit by modulo 11: its code less 48, so a digit is itself. */
const valueOf = (character: string): number => character.charCodeAt(0) - 48;

/**
 * The check digit by modulo 11 of the characters before it, e.g. the first 43 of a key.
 * @param weights after so many, from 2 on from the right, they begin again: 8, for a CPF 10
 */
export function checkDigitOf(characters: string, weights = 8): number {
	const sum = [...characters]
		.reverse()
		.reduce((total, character, index) => total + valueOf(character) * (2 + (index % weights)), 0);
	const remainder = sum % 11;
	return remainder < 2 ? 0 : 11 - remainder;
}
