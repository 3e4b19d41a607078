/** Characters that are looked at together. */
export const partLength = 4;
/** Kinds of parts that are told apart at first sight, a power of two. */
const kinds = 16_384;

/** The four characters at a place as a number. */
export const partAt = (text: string, at: number): number =>
	text.charCodeAt(at) ^
	(text.charCodeAt(at + 1) << 8) ^
	(text.charCodeAt(at + 2) << 16) ^
	(text.charCodeAt(at + 3) << 24);

const kindOf = (part: number) => (part ^ (part >>> 14)) & (kinds - 1);

/** Parts that are looked for: says at once of nearly all others that they are not among them. */
export class Parts {
	private readonly seen = new Uint8Array(kinds);

	add(part: number): void {
		this.seen[kindOf(part)] = 1;
	}

	mayHave(part: number): boolean {
		return this.seen[kindOf(part)] === 1;
	}
}
