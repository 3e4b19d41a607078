import mapValues from 'lodash/mapValues';
import { plainName } from './columnNames';
import type { WriteFields } from '../fields';
import { peopleNames } from './peopleNames';

/** Columns of a list by key, each with the name in its heading. */
export type Headings = ReadonlyMap<string, string>;

/** Columns that may mean the same field, or a column that may mean several fields: none is taken. */
export interface UnclearColumns {
	columns: string[];
	fields: string[];
}

/** Which columns of a list are taken for which fields. */
export interface TakenColumns {
	/** The key of the column, by field. */
	taken: ReadonlyMap<string, string>;
	unclear: UnclearColumns[];
}

/** Other names of a field's own, as the stock and the prices of the API have them. */
const ownNames: Readonly<Record<string, string>> = { skuProduto: 'sku' };

/** `(R$)`, `(un)`, `em cm` and the like at the end of a name: what the field counts in anyway. */
const unit =
	/(?<!\s)\s*\((?:R\$|BRL|un\.?|und\.?|unid\.?|unidades|pç\.?|pçs\.?|peças|pieces|kg|cm|dias|days)\)$|(?<!\s)\s+(?:em\s+)?(?:R\$|cm|kg)$/i;
/** Between two words. */
const littleWord = /(?<=\S)\s+(?:de|do|da|dos|das|em)(?=\s+\S)/gi;

const plainWithoutUnit = (name: string): string => plainName(name.trim().replace(unit, ''));

/** A name as people type it: `Cód. do produto` and `Cód. Produto` are one, as are `Saldo` and `Saldo (un)`. */
const plainPeopleName = (name: string): string => plainWithoutUnit(name.replace(littleWord, ''));

/**
 * Finds the columns of fields by the names that people give them. A column of the field's own name or label
 * wins; only where there is none, the names of `peopleNames` count.
 */
export function takeColumns(headings: Headings, fields: WriteFields): TakenColumns {
	const columns = [...headings].map(([key, text]) => ({
		key,
		text,
		plain: plainWithoutUnit(text),
	}));
	const own = new Map<string, string[]>();
	for (const [field, { label }] of Object.entries(fields)) {
		const names = [field, label, ownNames[field] ?? field].map(plainWithoutUnit);
		const alike = columns.filter(({ plain }) => names.includes(plain));
		const exact = alike.filter(({ text }) => text === field);
		const found = exact.length === 1 ? exact : alike;
		if (found.length > 0) own.set(field, keysOf(found));
	}
	const isOwn = new Set([...own.values()].flat());
	const others = columns.filter(({ key }) => !isOwn.has(key));
	const meant = new Map(others.map(({ key, text }) => [key, fieldsMeantBy(text, fields)]));
	const taken = new Map<string, string>();
	const unclear: UnclearColumns[] = [];
	for (const field of Object.keys(fields)) {
		const alone = keysOf(others.filter(({ key }) => meant.get(key)?.join() === field));
		const found = own.get(field) ?? alone;
		const [first, ...more] = found;
		if (more.length > 0) unclear.push({ columns: named(found), fields: [field] });
		else if (first !== undefined) taken.set(field, first);
	}
	for (const [key, several] of meant)
		if (several.length > 1 && several.some((field) => !taken.has(field)))
			unclear.push({ columns: named([key]), fields: several });
	return { taken, unclear };

	function named(keys: readonly string[]): string[] {
		return keys.map((key) => headings.get(key) ?? key);
	}
}

const keysOf = (columns: ReadonlyArray<{ key: string }>): string[] => columns.map(({ key }) => key);

const plainNames = mapValues(peopleNames, (names) => names.map(plainPeopleName));

function fieldsMeantBy(text: string, fields: WriteFields): string[] {
	const plain = plainPeopleName(text);
	return Object.keys(fields).filter((field) => plainNames[field]?.includes(plain) === true);
}
