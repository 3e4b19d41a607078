import groupBy from 'lodash/groupBy';

/** Strings that begin alike, parted by the character with which they go on. */
export class Branch {
	/** The one of them that is no longer than what is the same. */
	readonly complete: string | undefined;
	private branches?: ReadonlyMap<number, Branch>;

	/** @param depth how much of them is the same */
	constructor(
		readonly strings: readonly string[],
		private readonly depth = 0,
	) {
		this.complete = strings.find(({ length }) => length === depth);
	}

	/** Those that go on with a character. */
	next(code: number): Branch | undefined {
		const [only] = this.strings;
		if (this.strings.length === 1)
			return only?.codePointAt(this.depth) === code ? this.after(code, this.strings) : undefined;
		// worked out where a text first leads
		this.branches ??= this.divide();
		return this.branches.get(code);
	}

	private divide(): ReadonlyMap<number, Branch> {
		const longer = this.strings.filter(({ length }) => length > this.depth);
		const groups = groupBy(longer, (string) => string.codePointAt(this.depth));
		return new Map(
			Object.entries(groups).map(([code, strings]) => [
				Number(code),
				this.after(Number(code), strings),
			]),
		);
	}

	private after(code: number, strings: readonly string[]): Branch {
		return new Branch(strings, this.depth + String.fromCodePoint(code).length);
	}
}
