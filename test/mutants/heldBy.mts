/** A part of the product taken out or changed; one of the tests named must notice. */
export interface Planted {
	part: string;
	changes: Change[];
	/** Test files, below test/integration. */
	tests: string[];
}

/**
 * Where the change is: the name of what is declared there, e.g. `renewalMargin` or `Line.enter`, behind
 * its file where others hold the same (`tokens.ts#renewalMargin`); code that stands once in it, however
 * it is formatted; and what takes its place.
 */
export type Change = [place: string, code: string, instead: string];

/** Parts, each by its change or changes, and the test files that hold them. */
export const heldBy = (tests: string[], parts: Record<string, Change | Change[]>): Planted[] =>
	Object.entries(parts).map(([part, change]) => ({
		part,
		changes: isOne(change) ? [change] : change,
		tests,
	}));

const isOne = (change: Change | Change[]): change is Change => typeof change[0] === 'string';
