/** Check digit of an NF-e access key: modulo 11, weights 2 to 9 from the right. */
export function checkDigit(first43: string): number {
	const sum = [...first43]
		.reverse()
		.reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
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
