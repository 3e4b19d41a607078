const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const decimalComma = /^[+-]?\d+,\d+$|^[+-]?\d{1,3}(\.\d{3})+,\d+$/;

/**
 * Reads a number from a number or from text: `12.9`, `12,90` and `1.234,56` alike. Anything else,
 * and numbers too long to be exact or too large, comes back unchanged.
 */
export function toNumber(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	const plain = decimalComma.test(text) ? text.replace(/\./g, '').replace(',', '.') : text;
	if (!plainNumber.test(plain)) return value;
	const number = Number(plain);
	if (!Number.isFinite(number)) return value;
	return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}
