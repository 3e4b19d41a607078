import groupBy from 'lodash/groupBy';
import partition from 'lodash/partition';
import { type Field, type WriteFields, notRequired } from '../api/schemas/fields';
import {
	customizedPriceFields,
	listingPriceFields,
	priceFields,
} from '../api/schemas/writes/prices';
import { securityStockFields, stockFields } from '../api/schemas/writes/stock';
import { reconciliationFields } from '../api/schemas/writes/reconciliation';
import { sandboxOrderFields } from '../api/schemas/writes/sandboxOrder';
import {
	productChangeFields,
	productFields,
	productRowFields,
	productSyncRowFields,
} from '../api/schemas/writes/product';
import type { NumberKind } from '../api/values/numbers';
import { listed } from '../api/values/text';

const channelColumn = ['idCanalIntegracao'];

/** Columns of the resource mappers, by the name of the method in `methods/resourceMapping.ts`. */
export const columnTables = {
	getProductFields: productFields,
	getProductChangeFields: productChangeFields,
	getProductRowFields: productRowFields,
	getProductSyncFields: productSyncRowFields,
	getStockFields: stockFields,
	getPriceFields: priceFields,
	// a parameter gives the channel; a sync has none
	getCustomizedPriceFields: notRequired(customizedPriceFields, channelColumn),
	getCustomizedPriceSyncFields: customizedPriceFields,
	getSecurityStockSyncFields: securityStockFields,
	getListingPriceFields: notRequired(listingPriceFields, channelColumn),
	getSandboxOrderFields: sandboxOrderFields,
	getReconciliationFields: reconciliationFields,
} satisfies Record<string, WriteFields>;

export type ColumnsName = keyof typeof columnTables;

/** Units of the numbers in fields, also of records in their lists. */
const unitsIn = (fields: WriteFields): NumberKind[] =>
	Object.values<Field>(fields).flatMap(({ counts, fields: inner = {} }) => [
		...(counts === undefined ? [] : [counts]),
		...unitsIn(inner),
	]);

/** How numbers as text are read, where all of them are pieces, and where some are prices. */
const pieces = 'Whole pieces: 1.500 is read as 1500; 2,5 is refused';
const prices = 'Prices: 39,90 or 1.199,90; 1.500 is read as 1500';
const pricesAndMeasures = `${prices}. Measures: 1.500 is 1,5`;

/** The first question of a seller about a form: how does it read numbers? */
function numbersInWords(fields: WriteFields): string {
	const units = unitsIn(fields);
	if (!units.includes('money')) return pieces;
	return units.includes('measure') ? pricesAndMeasures : prices;
}

/** The same beside a field that takes them. */
export function numbersHint(fields: WriteFields): string {
	const words = numbersInWords(fields);
	return words === pieces ? words : `${words}. A price of 1,500 is refused`;
}

/** The label of a column, with the mark that the form's notice explains. */
export const markedLabel = ({ label, form }: Field): string =>
	form?.isNeededWhenNew === true ? `${label} *` : label;

/** Formats of the fields that take more than a single value, e.g. `Categories, Tags: separated by commas.` */
export function manualNotice(name: ColumnsName): string {
	const fields = Object.values<Field>(columnTables[name]);
	const byFormat = groupBy(fields, ({ format = '' }) => format);
	const formats = Object.entries(byFormat).filter(([format]) => format !== '');
	const marks = fields.some((field) => field.form?.isNeededWhenNew)
		? ['* marks what a new product needs.']
		: [];
	const others = [
		...marks,
		...fields.flatMap(({ label, form }) =>
			form?.hint === undefined ? [] : [`${label}: ${form.hint}.`],
		),
		...formats.map(
			([format, group]) => `${group.map(({ label }) => label).join(', ')}: ${format}.`,
		),
	];
	const numbers = numbersInWords(columnTables[name]);
	return others.length === 0 ? numbers : [`${numbers}.`, ...others].join(' ');
}

/** As long as the names may be that a notice has room for, and as many as it shows of longer ones. */
const roomFor = { letters: 160, names: 7 };

const reference =
	'<a href="https://www.npmjs.com/package/n8n-nodes-marketplace-hub" target="_blank">reference</a>';

/** Which columns automatic mapping takes, and where those are that the notice has no room for. */
export function automaticNotice(name: ColumnsName): string {
	const columns = Object.entries<Field>(columnTables[name]);
	const [needed, optional] = partition(columns, ([, { required }]) => required);
	const words =
		needed.length === 0
			? ['Columns:', ...columnsInWords(optional)]
			: ['Needed:', ...columnsInWords(needed, optional)];
	return [...words, 'Case, accents and blanks do not matter.'].join(' ');
}

type Columns = ReadonlyArray<readonly [id: string, field: Field]>;

function columnsInWords(first: Columns, optional: Columns = []): string[] {
	const ids = first.map(([id]) => id);
	if (!fits(ids)) return [`${listed(ids, roomFor.names)}.`, `All columns are in the ${reference}.`];
	if (optional.length === 0) return [`${ids.join(', ')}.`];
	const others = optional.map(([id]) => id);
	return [
		`${ids.join(', ')}.`,
		fits([...ids, ...others])
			? `Optional: ${others.join(', ')}.`
			: `All others are in the ${reference}.`,
	];
}

const fits = (ids: readonly string[]) => ids.join(', ').length <= roomFor.letters;
