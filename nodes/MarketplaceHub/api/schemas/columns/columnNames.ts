import countBy from 'lodash/countBy';
import deburr from 'lodash/deburr';
import { listed, shorten } from '../../values/text';
import type { WriteFields } from '../fields';

/** A name without case, accents, blanks and signs: `Preço de` is `precode`. */
export const plainName = (name: string): string =>
	deburr(name)
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');

/** The same for a field's name, which holds letters, digits and dots: cheap, because it runs for every entry. */
const plainField = (name: string) => name.toLowerCase().replaceAll('.', '');

/**
 * Input columns under the names of the fields that they mean, whatever their case, accents and blanks. A column
 * of a field's very name wins; of two other columns that mean the same, neither is taken.
 */
export function namedAsFields(
	columns: Record<string, unknown>,
	fields: WriteFields,
): Record<string, unknown> {
	const readNames = Object.values(fields).flatMap(({ read }) => read?.names ?? []);
	const names = [...Object.keys(fields), ...readNames];
	if (Object.keys(columns).every((column) => names.includes(column))) return columns;
	const meaning = new Map(names.map((name) => [plainField(name), name]));
	const meant = Object.keys(columns).map((column) => {
		const name = names.includes(column) ? undefined : meaning.get(plainName(column));
		return [column, name !== undefined && name in columns ? undefined : name] as const;
	});
	const counts = countBy(meant, ([, name]) => name);
	const isAlone = (name: string) => counts[name] === 1;
	return Object.fromEntries(
		meant.map(([column, name]) => [
			name !== undefined && isAlone(name) ? name : column,
			columns[column],
		]),
	);
}

/** A column in a message. */
export const columnInWords = (name: string): string => `\`${shorten(name, 40)}\``;

/** Columns in a message, which names ten at most. */
export const columnsInWords = (names: readonly string[]): string =>
	listed(names.map(columnInWords), 10);

/** Of a name that is no field's, the field that it nearly names: ` (did you mean \`estoque\`?)`. */
export function nearMiss(name: string, fields: WriteFields): string {
	const given = plainName(name);
	const near = Object.keys(fields).find((field) => isNear(given, plainField(field)));
	return near === undefined ? '' : ` (did you mean \`${near}\`?)`;
}

const shortestNear = 3;

/** Whether one begins like the other, or they differ in one letter: left out, added or another. */
function isNear(one: string, other: string): boolean {
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	if (short.length < shortestNear) return false;
	if (long.startsWith(short)) return true;
	if (long.length - short.length > 1) return false;
	const at = [...long].findIndex((letter, index) => letter !== short[index]);
	return long.slice(at + 1) === short.slice(long.length === short.length ? at + 1 : at);
}
