/**
 * Check digit by modulo 11, as in CPF, CNPJ and access keys: weights from 2 on from the right. A letter, as companies
 * have since July 2026 (NT 2025.001), counts as its ASCII code less 48, which of a digit is its value.
 * @param weights after so many they begin again: 8 (2 to 9), for a CPF 10
 */
export function checkDigit(characters: string, weights = 8): number {
	const sum = [...characters]
		.reverse()
		.reduce((total, one, index) => total + (one.charCodeAt(0) - 48) * (2 + (index % weights)), 0);
	const rest = sum % 11;
	return rest < 2 ? 0 : 11 - rest;
}

/** An access key of 44 characters; letters may stand in the CNPJ but for its check digits: positions 7 to 18. */
export const keyPattern = '^\\d{6}[A-Z\\d]{12}\\d{26}$';

export function hasValidCheckDigit(key: string): boolean {
	return checkDigit(key.slice(0, 43)) === Number(key[43]);
}

/**
 * A valid access key of 44 characters: UF code, year and month, CNPJ, model 55, series, number, normal emission, code,
 * check digit.
 */
export function accessKey(parts: {
	ufCode: number;
	/** YYMM */
	month: string;
	cnpj: string;
	series: number;
	number: number;
	code: number;
}): string {
	const digits = (value: number, length: number): string => String(value).padStart(length, '0');
	const first43 =
		digits(parts.ufCode, 2) +
		parts.month +
		parts.cnpj +
		'55' +
		digits(parts.series, 3) +
		digits(parts.number, 9) +
		'1' +
		digits(parts.code, 8);
	return first43 + String(checkDigit(first43));
}
