import { withoutBlanks } from './blanks';
import { checkDigitOf } from './checkDigit';
import { isCutNumber } from './spreadsheet';

/* CPF and CNPJ; a CNPJ may have letters in its first twelve characters (NT 2025.001). */

const [cpfLength, cnpjLength] = [11, 14];
const cnpj = /^[A-Z\d]{12}\d{2}$/;

/** A CPF as it is printed. */
const printedCpf = /\d{3}\.\d{3}\.\d{3}-\d{2}$/;

/** Its name in front: `CPF:`, `CNPJ nº`. */
const name = /^(?:CPF|CNPJ)+(?:N[º°O]?)?:?(?=[A-Z\d])/;

/** Whether the last two digits are right. */
function hasCheckDigits(id: string): boolean {
	const weights = id.length === cpfLength ? cpfLength - 1 : 8;
	const first = checkDigitOf(id.slice(0, -2), weights);
	const second = checkDigitOf(id.slice(0, -2) + String(first), weights);
	return id.endsWith(`${first}${second}`);
}

/**
 * A CPF or CNPJ in capitals, without its name in front and without dots, dashes and slashes; zeros that a number has
 * lost stand in front again where the check digits then fit. Wrong check digits are left to the hub.
 * @returns the rule that the text breaks, where it breaks one
 */
export function readTaxId(value: string): string | { rule: string } {
	const rule = 'must be a CPF of 11 digits or a CNPJ of 14 characters, as text';
	if (isCutNumber(value)) return { rule };
	const written = withoutBlanks(value)
		.replace(/[.\-/\u2010-\u2015]/g, '')
		.toUpperCase();
	// a CNPJ may begin with the letters CPF
	const isWhole = written.length === cnpjLength && hasCheckDigits(written);
	const id = isWhole ? written : written.replace(name, '');
	if (cnpj.test(id) || (id.length === cpfLength && printedCpf.test(withoutBlanks(value))))
		return id;
	if (!/^\d{8,13}$/.test(id)) return { rule };
	const padded = [cpfLength, cnpjLength]
		.filter((length) => length >= id.length)
		.map((length) => id.padStart(length, '0'));
	return padded.find(hasCheckDigits) ?? (id.length === cpfLength ? id : { rule });
}
