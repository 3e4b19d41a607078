import type { WriteFields } from './fields';
import { customizedPriceFields, listingPriceFields, priceFields } from './prices';
import { productFields } from './product';
import { sandboxOrderFields } from './sandboxOrder';
import { stockFields } from './stock';

interface Columns {
	fields: WriteFields;
	/** Fields that need not be mapped, although an entry needs them. */
	givenElsewhere?: readonly string[];
	/** Whether none has to be mapped: what is left out stays as it is. */
	change?: boolean;
}

const channel = ['idCanalIntegracao'];

/** What the resource mappers show: name of the method in `methods/resourceMapping.ts` → columns. */
export const columnTables = {
	getProductFields: { fields: productFields },
	getProductChangeFields: { fields: productFields, change: true },
	getStockFields: { fields: stockFields },
	getPriceFields: { fields: priceFields },
	getCustomizedPriceFields: { fields: customizedPriceFields, givenElsewhere: channel },
	// a sync has no parameter that gives the channel
	getCustomizedPriceSyncFields: { fields: customizedPriceFields },
	getListingPriceFields: { fields: listingPriceFields, givenElsewhere: channel },
	getSandboxOrderFields: { fields: sandboxOrderFields },
} satisfies Record<string, Columns>;

export type ColumnsName = keyof typeof columnTables;

/** The columns of one mapper: whether each has to be mapped, beside what the field says. */
export function columnsOf(
	name: ColumnsName,
): Array<{ id: string; field: WriteFields[string]; required: boolean; change: boolean }> {
	const { fields, givenElsewhere = [], change = false }: Columns = columnTables[name];
	return Object.entries(fields).map(([id, field]) => ({
		id,
		field,
		required: field.required && !change && !givenElsewhere.includes(id),
		change,
	}));
}

/** In words which columns automatic mapping takes, and how those are written that are no single value. */
export function columnsHint(name: ColumnsName): string {
	const columns = columnsOf(name);
	const namesOf = (wanted: boolean) =>
		columns.filter(({ required }) => required === wanted).map(({ id }) => id);
	const [needed, free] = [namesOf(true), namesOf(false)];
	const formats = columns.flatMap(({ id, field: { format } }) =>
		format === undefined ? [] : [`${id}: ${format}`],
	);
	return [
		`Automatic mapping takes columns with these names: ${[...needed, ...free].join(', ')}.`,
		needed.length > 0 && free.length > 0 ? `The first ${needed.length} are required.` : '',
		formats.length > 0 ? `Written as text, ${formats.join('; ')}.` : '',
	]
		.filter((part) => part !== '')
		.join(' ');
}
