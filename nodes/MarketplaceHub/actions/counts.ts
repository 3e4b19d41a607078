import type { EntryResult } from '../api/rows/row';

/** A number of things in words, e.g. `1 request`. */
export const amount = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Some of the entries of a run, e.g. `2 of 3 entries`; of a single one `1 entry`. */
export const ofEntries = (count: number, all: number) =>
	all === 1 ? '1 entry' : `${count} of ${all} entries`;

/** How many entries a result tells of: that of a batch, whose results are not waited for, has their SKUs. */
export const entriesIn = ({ json: { skus } }: EntryResult): number =>
	Array.isArray(skus) ? skus.length : 1;

/** Counts of the kinds that there are, in the order of `words`, which name the kinds: e.g. `3 missing`. */
export const tally = (
	counts: Readonly<Record<string, number>>,
	words: Readonly<Record<string, string>>,
): string[] =>
	Object.entries(words).flatMap(([kind, word]) => {
		const count = counts[kind];
		return count === undefined ? [] : [`${count} ${word}`];
	});
