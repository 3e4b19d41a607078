/**
 * Check digit by modulo 11, as in CPF, CNPJ and access keys: weights from 2 on from the right.
 * @param weights after so many they begin again: 8 (2 to 9), for a CPF 10
 */
export function checkDigit(digits: string, weights = 8): number {
	const sum = [...digits]
		.reverse()
		.reduce((total, digit, index) => total + Number(digit) * (2 + (index % weights)), 0);
	const rest = sum % 11;
	return rest < 2 ? 0 : 11 - rest;
}

export function hasValidCheckDigit(key: string): boolean {
	return checkDigit(key.slice(0, 43)) === Number(key[43]);
}

/**
 * A valid access key of 44 digits: UF code, year and month, CNPJ, model 55, series, number, normal emission, code,
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
