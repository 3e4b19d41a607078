import type { EntryResult } from '../../api/rows/row';
import { isBlank } from '../../api/values/checks';
import { printable, listed } from '../../api/values/text';

/** The name of a row for a person: its SKU, else its number in the list. */
export function rowName({ json: { sku, skuProduto = sku }, itemIndexes }: EntryResult): string {
	if (!isBlank(skuProduto)) return printable(String(skuProduto));
	return itemIndexes.length === 0 ? '' : rowsInWords(itemIndexes);
}

/** Input items as a person counts rows, e.g. `rows 1, 3 and 8 more`. */
export function rowsInWords(itemIndexes: readonly number[], most?: number): string {
	const numbers = itemIndexes.map((index) => index + 1);
	return `${numbers.length === 1 ? 'row' : 'rows'} ${listed(numbers, most)}`;
}
