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
