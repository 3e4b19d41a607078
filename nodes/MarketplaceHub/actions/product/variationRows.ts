import isEqual from 'lodash/isEqual';
import omit from 'lodash/omit';
import once from 'lodash/once';
import partition from 'lodash/partition';
import pick from 'lodash/pick';
import { eachWithPauses } from '../../api/async';
import { HubError } from '../../api/errors';
import type { Field, Values } from '../../api/schemas/fields';
import { productFields } from '../../api/schemas/writes/product';
import { variationFields } from '../../api/schemas/writes/variation';
import { namesVariation } from '../../api/schemas/skus';
import { isBlank, trimmed } from '../../api/values/blanks';
import { isRecord } from '../../api/values/objects';
import { rowsInWords } from '../rowsInWords';
import type { GivenEntry } from '../write/checkRows';

/* A list of products may have a row for each variation: the rows of a product become one entry. */

const variationColumns = Object.keys(variationFields);
/** Prices, EAN and measures, which a product and its variations have. */
const ofBoth = variationColumns.filter((name) => Object.hasOwn(productFields, name));
const ofProduct = Object.keys(omit(productFields, ofBoth));

/**
 * One entry for each product of which a row names a variation, in the place of its first row; any other
 * entry as it is. In such a row the fields that a variation has, too, are the variation's.
 */
export async function productsOf(given: Iterable<GivenEntry>): Promise<GivenEntry[]> {
	const entries: GivenEntry[] = [];
	const families = new Map<string, GivenEntry[]>();
	await eachWithPauses(given, (entry) => {
		entries.push(entry);
		if (namesVariation(entry.values)) families.set(productIn(entry), []);
	});
	// rows without a product's SKU belong to none together
	families.delete('');
	for (const entry of entries) families.get(productIn(entry))?.push(entry);
	const products: GivenEntry[] = [];
	await eachWithPauses(entries, (entry) => {
		const family = families.get(productIn(entry));
		if (family === undefined) products.push(alone(entry));
		else if (family[0] === entry) products.push(together(family));
	});
	return products;
}

const productIn = ({ values: { skuProduto } }: GivenEntry): string =>
	String(trimmed(skuProduto ?? ''));

/** The entry of a row that shares its product with no other. */
function alone(entry: GivenEntry): GivenEntry {
	const { values } = entry;
	if (namesVariation(values)) return together([entry]);
	return isBlank(values.skuVariacao) ? entry : { ...entry, values: omit(values, 'skuVariacao') };
}

/** The entry of a product: its variations in the order of their rows, of its other fields the first values. */
function together(rows: readonly GivenEntry[]): GivenEntry {
	const [variations, own] = partition(rows, ({ values }) => namesVariation(values));
	const values: Values = {
		...omit(rows[0]?.values, variationColumns),
		...Object.fromEntries(ofProduct.map((name) => [name, givenIn(rows, name)[0]?.value])),
		...Object.fromEntries(ofBoth.map((name) => [name, givenIn(own, name)[0]?.value])),
	};
	return {
		itemIndexes: [...new Set(rows.flatMap(({ itemIndexes }) => itemIndexes))],
		values: { ...values, variacoes: variations.map((row) => pick(row.values, variationColumns)) },
		failure:
			listedTwice(rows) ?? disagreement([...differing(rows, ofProduct), ...differing(own, ofBoth)]),
		lacksOwn: own.length === 0,
	};
}

interface Cell {
	value: unknown;
	row: GivenEntry;
}

/** The cells of a column that say something. */
const givenIn = (rows: readonly GivenEntry[], name: string): Cell[] =>
	rows.flatMap((row) => (isBlank(row.values[name]) ? [] : [{ value: row.values[name], row }]));

/** A value as it is sent. */
function sent({ value }: Cell, { check, tidy }: Field): unknown {
	const plain = trimmed(value);
	const tidied = tidy?.(plain).value ?? plain;
	return check.safeParse(tidied).data ?? tidied;
}

interface Difference {
	label: string;
	rows: GivenEntry[];
}

/** Columns in which two rows say different things. */
const differing = (rows: readonly GivenEntry[], names: readonly string[]): Difference[] =>
	names.flatMap((name) => {
		const field: Field | undefined = fieldTable[name];
		const [first, ...others] = givenIn(rows, name);
		if (field === undefined || first === undefined) return [];
		const sentFirst = once(() => sent(first, field));
		const other = others.find(
			(cell) => !isEqual(cell.value, first.value) && !isEqual(sent(cell, field), sentFirst()),
		);
		return other === undefined ? [] : [{ label: field.label, rows: [first.row, other.row] }];
	});

const fieldTable: Readonly<Record<string, Field>> = productFields;

function disagreement(differences: readonly Difference[]): HubError | undefined {
	const [first] = differences;
	if (first === undefined) return undefined;
	const labels = differences.map(({ label }) => label).join(', ');
	const rows = rowsInWords(first.rows.flatMap(({ itemIndexes }) => itemIndexes));
	return new HubError(
		'invalid',
		`Not sent, because the rows of this product differ in ${labels} (${rows})`,
		{
			description:
				'Rows of one product may differ only in what a variation has: SKU, size, voltage, prices, EAN, measures and weight. Give every other column the same value in each row, or fill it in one row alone.',
		},
	);
}

const listedTwice = (rows: readonly GivenEntry[]): HubError | undefined =>
	givenIn(rows, 'variacoes').length === 0
		? undefined
		: new HubError(
				'invalid',
				'Variations are given twice: in rows of their own (skuVariacao) and as a list',
				{ description: 'Empty the column Variations, or remove the rows of single variations.' },
			);

/** A product of which no row is its own, with the prices and measures of its first variation. */
export function withOwn<Product extends Values>(product: Product): Product {
	const [first] = [product.variacoes].flat().filter(isRecord);
	return { ...product, ...pick(first, ofBoth) };
}

/** The same for an entry of a product that is new in any case. */
export const withOwnOfFirst = (entry: GivenEntry): GivenEntry =>
	entry.lacksOwn === true ? { ...entry, values: withOwn(entry.values) } : entry;
