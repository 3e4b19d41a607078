import mapValues from 'lodash/mapValues';
import partition from 'lodash/partition';
import type { Field, WriteFields } from '../api/schemas/fields';
import { customizedPriceFields, listingPriceFields, priceFields } from '../api/schemas/prices';
import { productFields } from '../api/schemas/product';
import { sandboxOrderFields } from '../api/schemas/sandboxOrder';
import { stockFields } from '../api/schemas/stock';

/** The fields with some of them, or all, as ones that need not be mapped. */
const notRequired = (fields: WriteFields, names = Object.keys(fields)): WriteFields =>
	mapValues(fields, (field, name) =>
		names.includes(name) ? { ...field, required: false, initial: undefined } : field,
	);

const channel = ['idCanalIntegracao'];

/** What the resource mappers show: name of the method in `methods/resourceMapping.ts` → columns. */
export const columnTables = {
	getProductFields: productFields,
	// what is left out of a change stays as it is
	getProductChangeFields: notRequired(productFields),
	getStockFields: stockFields,
	getPriceFields: priceFields,
	// a parameter gives the channel; a sync has none
	getCustomizedPriceFields: notRequired(customizedPriceFields, channel),
	getCustomizedPriceSyncFields: customizedPriceFields,
	getListingPriceFields: notRequired(listingPriceFields, channel),
	getSandboxOrderFields: sandboxOrderFields,
} satisfies Record<string, WriteFields>;

export type ColumnsName = keyof typeof columnTables;

/** In words which columns automatic mapping takes, and how those are written that are no single value. */
export function columnsHint(name: ColumnsName): string {
	const columns = Object.entries<Field>(columnTables[name]);
	const [needed, free] = partition(columns, ([, { required }]) => required);
	const names = [...needed, ...free].map(([id]) => id).join(', ');
	const formats = columns.flatMap(([id, { format }]) =>
		format === undefined ? [] : `${id}: ${format}`,
	);
	return [
		`Automatic mapping takes columns with these names: ${names}.`,
		needed.length > 0 && free.length > 0 ? ` The first ${needed.length} are required.` : '',
		formats.length > 0 ? ` Written as text, ${formats.join('; ')}.` : '',
	].join('');
}
