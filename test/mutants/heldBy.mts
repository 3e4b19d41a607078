/** A part of the product taken out or changed; one of the tests named must notice. */
export interface Planted {
	part: string;
	changes: Change[];
	/** Test files, below test/integration. */
	tests: string[];
	/** Why no test can notice, where that is so. */
	equivalent?: string;
}

/** A text that stands once in the built package, wherever that is, and what takes its place. */
export type Change = [text: string, replacement: string];

/** Parts, each by its change or changes, and the test files that hold them. */
export const heldBy = (tests: string[], parts: Record<string, Change | Change[]>): Planted[] =>
	Object.entries(parts).map(([part, change]) => ({
		part,
		changes: isOne(change) ? [change] : change,
		tests,
	}));

const isOne = (change: Change | Change[]): change is Change => typeof change[0] === 'string';

/** Parts whose change nobody can notice, and why. */
export const equivalent = (why: string, parts: Planted[]): Planted[] =>
	parts.map((part) => ({ ...part, equivalent: why }));
