import countBy from 'lodash/countBy';
import type { EntryResult } from '../../api/rows/row';

/** A number in words of a hint, e.g. `20,000`; and of things, e.g. `1 request`. */
export const counted = (count: number) => count.toLocaleString('en-US');
export const amount = (count: number, what: string) =>
	`${counted(count)} ${what}${count === 1 ? '' : 's'}`;

/** Some of the entries of a run, e.g. `2 of 3 entries`; of a single one `1 entry`. */
export const ofEntries = (count: number, all: number) =>
	all === 1 ? '1 entry' : `${counted(count)} of ${counted(all)} entries`;

/** How many entries a result tells of: that of a batch, whose results are not waited for, has their SKUs. */
export const entriesIn = ({ json: { skus } }: EntryResult): number =>
	Array.isArray(skus) ? skus.length : 1;

/** How many results there are of each kind, e.g. `3 missing`; `field` holds the kind, `words` name it. */
export function tally(
	results: readonly EntryResult[],
	field: string,
	words: Readonly<Record<string, string>>,
): string[] {
	const counts = countBy(results, ({ json }) => json[field]);
	const kinds = Object.entries(words).filter(([kind]) => counts[kind] !== undefined);
	return kinds.map(([kind, word]) => `${counted(counts[kind] ?? 0)} ${word}`);
}
