import { columnsInWords } from '../../api/schemas/columns/columnNames';
import { ListFault } from '../failures/listFault';
import type { EntryKind, GivenEntry } from './checkRows';

/** The fault of a list of several rows that has no column of SKUs; undefined for any other list. */
export function unfitList(
	entries: readonly GivenEntry[],
	{ identity, shape, rows }: EntryKind,
): ListFault | undefined {
	const sku = Object.values(identity).find((name) => name === 'sku' || name === 'skuProduto');
	if (sku === undefined || entries.length < 2) return undefined;
	const columns = new Set<string>();
	for (const { values } of entries)
		for (const name in values) {
			if (/sku/i.test(name)) return undefined;
			columns.add(name);
		}
	const all = [...columns];
	const { fields } = rows ?? shape;
	if (all.every((name) => name in fields)) return undefined;
	return new ListFault(
		'invalid',
		`No row has a SKU: the columns are ${columnsInWords(all)}; map them, or rename one to \`${sku}\``,
	);
}
