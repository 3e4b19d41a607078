import { trimmed } from './blanks';
import {
	digitsOf,
	isPossible,
	isReadByKind,
	type NumberKind,
	toNumber,
	withoutUnit,
} from './numbers';
import { typed } from './amounts';
import { shorten } from './text';

/* The decision of a whole column of prices or pieces on numbers that can be read in two ways. */

/** The mark before decimals. */
type Mark = '.' | ',';

const marks = /[.,]/g;

/** Characters of a value that messages repeat. */
const longestExample = 80;

/**
 * The mark before the decimals of a value that can be read in one way only: `,` of `1,25`, `1.500,00` and `1.500.000`;
 * undefined for any other value, e.g. `6.000`, `12` or a number.
 */
function markOf(value: unknown): Mark | undefined {
	const digits = digitsOf(value);
	if (digits === undefined || isReadByKind(digits)) return undefined;
	if (typeof toNumber(digits) !== 'number') return undefined;
	const found = digits.match(marks) ?? [];
	const [first, last] = [found[0], found.at(-1)] as [Mark?, Mark?];
	const isGroupedOnly = found.length > 1 && first === last;
	if (isGroupedOnly) return last === '.' ? ',' : '.';
	return last;
}

/** The decision of all numbers of a column together. */
export class NumberColumn {
	/** For each mark, a value of the column that has it before its decimals. */
	private readonly examples = new Map<Mark, string>();

	constructor(private readonly kind: NumberKind) {}

	/** Whether one of its values can be read in one way only. */
	get decides(): boolean {
		return this.examples.size > 0;
	}

	note(value: unknown): void {
		const mark = markOf(this.plain(value));
		if (mark !== undefined && !this.examples.has(mark))
			this.examples.set(mark, shorten(String(value), longestExample));
	}

	/**
	 * How the column reads a value that can be read in two ways; undefined where the value or the column leaves no
	 * doubt about how a value alone is read.
	 */
	reading(value: unknown): ColumnReading | undefined {
		const text = this.plain(value);
		if (typeof text !== 'string' || this.examples.size === 0 || !isReadByKind(text))
			return undefined;
		const asThousands = Number(toNumber(text, 'pieces'));
		const asDecimals = Number(toNumber(text, 'measure'));
		const examples = [...this.examples.values()];
		const [mark] = this.examples.keys();
		const decided = mark !== undefined && text.includes(mark) ? asDecimals : asThousands;
		return this.examples.size === 1 && isPossible(decided, this.kind)
			? { number: decided, because: examples }
			: { readings: [asThousands, asDecimals], because: examples };
	}

	/** A value without what stands around its number. */
	private plain(value: unknown): unknown {
		if (typeof value !== 'string') return value;
		return this.kind === 'pieces' ? withoutUnit(value) : trimmed(value);
	}
}

/** The number that a column reads, or both that it leaves open, and values of the column that say so. */
export type ColumnReading =
	| { number: number; readings?: undefined; because: readonly string[] }
	| { number?: undefined; readings: readonly [number, number]; because: readonly string[] };

/** Words for a value that a column leaves open, e.g. `may mean 1250 or 1,25, beside 0.500 in the same column`. */
export const leftOpen = (readings: readonly [number, number], because: readonly string[]): string =>
	`may mean ${typed(readings[0])} or ${typed(readings[1])}, beside ${because.join(' and ')} in the same column`;
