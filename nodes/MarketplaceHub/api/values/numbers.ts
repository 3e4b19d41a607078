import { HubError } from '../errors';

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

/**
 * What a number counts. Money in BRL has two decimals and pieces have none, so three digits after a
 * single dot or comma are thousands; a measure may well have three decimals.
 */
export type NumberUse = 'money' | 'pieces' | 'measure';

/** Which mark separates the decimals. */
type DecimalMark = ',' | '.';

/** A number as text, and what it says about how its column is written. */
export type NumberText =
	/** It can be read in one way only; `mark` where it shows one. */
	| { value: number; mark?: DecimalMark }
	/** `1.500` or `1,500`: `separator` is the decimal mark, or it separates thousands. */
	| { separator: DecimalMark; asThousands: number; asDecimal: number };

const grouped = (separator: string, decimal: string) =>
	new RegExp(`^\\d{1,3}(\\${separator}\\d{3})+\\${decimal}\\d+$`);
const brazilian = grouped('.', ',');
const english = grouped(',', '.');
const ambiguous = /^[1-9]\d{0,2}([.,])\d{3}$/;
/** Several groups of three digits, which can only be thousands. */
const millions = /^[1-9]\d{0,2}([.,])\d{3}(\1\d{3})+$/;

/**
 * Reads a number as spreadsheets write it: `12,90`, `12.90`, `1.500,00`, `1,500.00`, `1.500.000`,
 * `R$ 12,90`.
 * @returns undefined for what is no number
 */
export function readNumberText(text: string): NumberText | undefined {
	const [, sign = '', body = ''] = /^([+-]?)(?:R\$\s*)?([\d.,]+)$/.exec(text.trim()) ?? [];
	const factor = sign === '-' ? -1 : 1;
	const separator = ambiguous.exec(body)?.[1] as DecimalMark | undefined;
	if (separator !== undefined) {
		return {
			separator,
			asThousands: factor * Number(body.replace(separator, '')),
			asDecimal: factor * Number(body.replace(',', '.')),
		};
	}
	const thousands = millions.exec(body)?.[1];
	if (thousands !== undefined) {
		const value = factor * Number(body.split(thousands).join(''));
		return Number.isSafeInteger(value) ? { value, mark: thousands === '.' ? ',' : '.' } : undefined;
	}
	const plain = english.test(body) ? body.replace(/,/g, '') : body;
	const value = toNumber(plain);
	if (body === '' || typeof value !== 'number') return undefined;
	return { value: factor * value, mark: decimalMarkOf(body) };
}

/** The number in a text by what it counts; anything else unchanged. */
export function numberOf(value: unknown, use: NumberUse): unknown {
	const read = typeof value === 'string' ? readNumberText(value) : undefined;
	if (read === undefined) return value;
	if ('value' in read) return read.value;
	return use === 'measure' ? read.asDecimal : read.asThousands;
}

/**
 * The number in a text field, from an expression or a stored workflow. n8n's own number box drops the
 * comma of `2,5` before a node sees it, so only counts of records have one.
 * @param name what the user knows it by
 * @throws HubError of kind `invalid` for anything else, and for a number below `least`
 */
export function typedNumber(
	name: string,
	value: unknown,
	{ least, use = 'measure', advice }: { least?: 0; use?: NumberUse; advice?: string } = {},
): number {
	const number = numberOf(value, use);
	if (typeof number === 'number' && Number.isFinite(number) && number >= (least ?? number))
		return number;
	const rule = least === undefined ? 'a number' : `a number from ${least}`;
	throw new HubError('invalid', `\`${name}\` must be ${rule}, got ${JSON.stringify(value)}`, {
		description: advice ?? 'Enter a number such as 10, or check what its expression gives.',
	});
}

/** The decimal mark that a number shows, if it has one. */
function decimalMarkOf(text: string): DecimalMark | undefined {
	if (brazilian.test(text) || /^\d+,\d+$/.test(text)) return ',';
	return text.includes('.') ? '.' : undefined;
}

/** How the numbers of a run are written, column by column. */
export class NumberColumns {
	private readonly marks = new Map<string, Set<DecimalMark>>();

	/** Takes in what a text of a column shows. */
	add(column: string, use: NumberUse, text: NumberText): void {
		if (!('value' in text) || text.mark === undefined) return;
		for (const key of [column, `* ${use}`])
			this.marks.set(key, (this.marks.get(key) ?? new Set()).add(text.mark));
	}

	/**
	 * Decides on an ambiguous text: by the other values of its column, else, for money and pieces, by
	 * those of all columns of the same use, else by the use. Another measure never makes thousands of
	 * decimals: columns of a table come from different programs, and 2.250 kg are no two tons.
	 * @returns `certain` when the column shows that these are thousands, or a measure's decimals
	 */
	decide(
		column: string,
		use: NumberUse,
		text: Extract<NumberText, { separator: DecimalMark }>,
	): { value: number; certain: boolean } {
		const others = this.markOf(`* ${use}`);
		const isMeasure = use === 'measure';
		const mayDecide = !isMeasure || others === text.separator;
		const mark = this.markOf(column) ?? (mayDecide ? others : undefined);
		const thousands = mark === undefined ? !isMeasure : mark !== text.separator;
		return {
			value: thousands ? text.asThousands : text.asDecimal,
			certain: mark !== undefined && (thousands || isMeasure),
		};
	}

	/** The only mark that the values under `key` show. */
	private markOf(key: string): DecimalMark | undefined {
		const [first, ...others] = this.marks.get(key) ?? [];
		return others.length === 0 ? first : undefined;
	}
}
