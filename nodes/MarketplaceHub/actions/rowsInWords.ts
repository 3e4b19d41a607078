import { type EntryResult, skuOf } from '../api/rows/row';
import { printable, listed } from '../api/values/text';

/** The name of a row for a person: its SKU, else its number in the list, else the batch that it is about. */
export function rowName({ json, itemIndexes }: EntryResult): string {
	const sku = skuOf(json);
	if (sku !== '') return printable(sku);
	if (itemIndexes.length > 0) return rowsInWords(itemIndexes);
	return json.batchId === undefined ? '' : `batch ${String(json.batchId)}`;
}

/** Input items as a person counts rows, e.g. `rows 1, 3 and 8 more`. */
export function rowsInWords(itemIndexes: readonly number[], most?: number): string {
	const numbers = itemIndexes.map((index) => index + 1);
	return `${numbers.length === 1 ? 'row' : 'rows'} ${listed(numbers, most)}`;
}

/** Some of the entries of a run, e.g. `2 of 3 entries`; of a single one `1 entry`. */
export const ofEntries = (count: number, all: number) =>
	all === 1 ? '1 entry' : `${count} of ${all} entries`;

/** How many entries a result tells of: the result of a batch that nobody waits for has their SKUs. */
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
