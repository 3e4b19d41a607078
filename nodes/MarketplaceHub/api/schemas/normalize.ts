import isEmpty from 'lodash/isEmpty';
import { isBlank, isRecord } from '../values/checks';
import { fromJson } from '../values/json';
import { isReadByKind, toNumber, twoReadings } from '../values/numbers';
import { withoutFormula } from '../values/spreadsheet';
import { nearMiss } from './columnNames';
import type { Field, Tidied, Values } from './fields';
import type { RecordSchema } from './recordSchema';
import { holdsReadOnly, isReadOnly, shapeIn, type WriteShape } from './writeShape';

/** A change of a value that a user gave, as a hint names it. */
export interface ValueNote {
	kind: /** Not sent: neither a write nor a read of the hub knows the column. */
	| 'unknown'
		/** Not sent: another operation writes it. */
		| 'elsewhere'
		/** Left out: the hub writes 0 for "no value". */
		| 'zero'
		/** A list left out: an entry of the hub's own lacks a field that the hub demands. */
		| 'list'
		/** Filled in: the read has no value. */
		| 'filled'
		/** A number such as `1.500`, and how it was read. */
		| 'number'
		/** Left out: a value that stands for nothing in a read. */
		| 'unset'
		/** Codes and images of which the user should know something. */
		| NonNullable<Tidied['note']>['kind'];
	text: string;
}

/** The values that a user gave, under the names and in the form of the write. */
export interface Normalized {
	values: Values;
	notes: ValueNote[];
	/** The numbers among the notes, by path, e.g. `variacoes.0.precoDe`. */
	readings: Map<string, unknown>;
}

/**
 * Normalizes what a user gave for something that may be written: an edited record of a read, columns
 * of a spreadsheet, JSON. Fields come under the names of the write, objects and lists of objects out of
 * JSON text; what cannot be written is left out at every depth.
 *
 * A read gives `indefinido`, a price of 0 or an empty list where nothing is set. What becomes of such a value:
 *
 * |                                          | a record that was read | written by the user |
 * | ---------------------------------------- | ---------------------- | ------------------- |
 * | the hub takes it (an empty list of tags) | left out               | sent: it empties the field |
 * | otherwise, in a change                   | left out: the hub keeps its value | left out |
 * | otherwise, optional, in a new record     | left out               | left out            |
 * | otherwise, required, in a new record     | checked                | checked             |
 *
 * Where a record that was read has no value for a required field, the field's own `fill` stands in. Where
 * nothing would be left, the values go to the check as they are.
 * @param change whether fields may be left out
 */
export function normalize(given: Values, shape: WriteShape, change = false): Normalized {
	const wasRead = holdsReadOnly(given, shape);
	const normalized = normalizeBy({ change, wasRead, drops: true }, given, shape);
	if (!isEmpty(normalized.values)) return normalized;
	return normalizeBy({ change, wasRead, drops: false }, given, shape);
}

function normalizeBy(
	rules: Pick<Rules, 'change' | 'wasRead' | 'drops'>,
	given: Values,
	shape: WriteShape,
): Normalized {
	const noted = { notes: [], readings: new Map<string, unknown>() };
	const { elsewhere = [] } = shape;
	return { ...noted, values: objectIn(given, shape, [], { ...rules, ...noted, elsewhere }) };
}

/** Rules for normalizing the values of one entry, and the notes on it. */
interface Rules extends Pick<Normalized, 'notes' | 'readings'> {
	change: boolean;
	/** Whether the entry is a record that was read: the user did not write all of it. */
	wasRead: boolean;
	/** Whether values that stand for nothing are left out. */
	drops: boolean;
	elsewhere: readonly string[];
}

/** Names of fields and places in lists. */
type Path = ReadonlyArray<string | number>;

/** The same for all entries of a list, e.g. `variacoes.precoDe`. */
const columnNamed = (path: Path) =>
	`\`${path.filter((part) => typeof part === 'string').join('.')}\``;

/** The fields of an object as they are sent. */
function objectIn(given: Values, shape: WriteShape, path: Path, rules: Rules): Values {
	noteOthers(given, shape, path, rules);
	const values: Values = {};
	for (const [name, field] of Object.entries(shape.fields)) {
		const own = given[name];
		const { readAs } = field;
		const takesReadAs = isBlank(own) || readAs?.comesFirst === true;
		const value = withoutFormula(takesReadAs ? (readAs?.value(given) ?? own) : own);
		const place = { path: [...path, name], siblings: given, record: shape.record[name] };
		const sent = valueIn(value, field, place, rules);
		if (sent !== undefined) values[name] = sent;
	}
	return values;
}

/** Notes the values that are no fields of the write. */
function noteOthers(given: Values, shape: WriteShape, path: Path, rules: Rules): void {
	for (const name of Object.keys(given)) {
		if (Object.hasOwn(shape.fields, name) || isBlank(given[name])) continue;
		const text = columnNamed([...path, name]);
		if (!isReadOnly(name, shape))
			rules.notes.push({ kind: 'unknown', text: text + nearMiss(name, shape.fields) });
		else if (rules.elsewhere.includes(name) && isWritten(given, shape, path, rules))
			rules.notes.push({ kind: 'elsewhere', text });
	}
}

/** Whether a user gave a field that only reads have; a record that was read has more of them. */
const isWritten = (given: Values, shape: WriteShape, path: Path, { change }: Rules) =>
	path.length === 0
		? !change || (shape.inEveryRead !== undefined && !Object.hasOwn(given, shape.inEveryRead))
		: Object.keys(given).filter((name) => isReadOnly(name, shape)).length === 1;

interface Place {
	path: Path;
	/** The object around it. */
	siblings: Values;
	record: RecordSchema | undefined;
}

/** One value as it is sent; undefined for nothing. */
function valueIn(given: unknown, field: Field, place: Place, rules: Rules): unknown {
	const { path, siblings, record } = place;
	const isUnset = !isBlank(given) && field.isUnset?.(given) === true;
	if (rules.wasRead && field.fill !== undefined && (isBlank(given) || isUnset)) {
		const filled = field.fill(siblings);
		rules.notes.push({ kind: 'filled', text: `${columnNamed(path)} (${String(filled)})` });
		return filled;
	}
	if (isBlank(given)) return given;
	// only a list without entries empties one: those of blank cells say nothing
	if (isUnset && field.canBeEmptied && !isEmpty(fromJson(given))) return undefined;
	noteNumber(given, field, path, rules);
	if (isUnset && isLeftOut(field, rules)) {
		noteUnset(given, path, rules);
		return undefined;
	}
	const { value, note }: Tidied = field.tidy?.(given) ?? { value: given };
	if (note !== undefined) rules.notes.push({ ...note, text: `${columnNamed(path)} ${note.text}` });
	const shape = shapeIn(field, record);
	return shape === undefined ? value : innerValue(value, field, shape, path, rules);
}

/** Whether a field is left out whose value says that nothing is set. */
function isLeftOut({ canBeEmptied, required }: Field, { drops, wasRead, change }: Rules): boolean {
	if (!drops) return false;
	if (canBeEmptied === true) return wasRead;
	return change || !required;
}

function noteUnset(given: unknown, path: Path, { wasRead, notes }: Rules): void {
	const text = columnNamed(path);
	if (toNumber(given) === 0) notes.push({ kind: 'zero', text });
	else if (!wasRead) notes.push({ kind: 'unset', text });
}

/** An object, or each object of a list, as it is sent; anything else as it is, for the check to judge. */
function innerValue(
	value: unknown,
	field: Field,
	shape: WriteShape,
	path: Path,
	rules: Rules,
): unknown {
	const read = fromJson(value);
	const isChanged = rules.drops && rules.change && Array.isArray(read);
	const lacking = isChanged ? lackingIn(read, field) : '';
	if (lacking !== '') {
		rules.notes.push({ kind: 'list', text: `${columnNamed(path)} (${lacking})` });
		return undefined;
	}
	// an entry of a list is written whole
	const whole = { ...rules, change: false };
	if (isRecord(read) && field.type === 'object') return objectIn(read, shape, path, whole);
	if (!Array.isArray(read)) return value;
	return read.map((entry: unknown, index) =>
		isRecord(entry) ? objectIn(entry, shape, [...path, index], whole) : entry,
	);
}

function noteNumber(value: unknown, { counts }: Field, path: Path, rules: Rules): void {
	if (counts === undefined || typeof value !== 'string' || !isReadByKind(value)) return;
	// refused, not read
	if (counts === 'money' && twoReadings(value) !== undefined) return;
	const number = toNumber(value, counts);
	rules.readings.set(path.join('.'), number);
	rules.notes.push({
		kind: 'number',
		text: `${columnNamed(path)} "${value}" as ${String(number)}`,
	});
}

/**
 * Reason why a list cannot be sent: an entry in which the hub gives nothing for a field that it
 * demands, e.g. `ROUND-G has no precoDe`.
 */
function lackingIn(list: unknown[], { fields = {}, knownBy = 'id' }: Field): string {
	for (const entry of list.filter(isRecord)) {
		const missing = Object.entries(fields).find(
			([name, { required, isUnset }]) =>
				required && name in entry && (isBlank(entry[name]) || isUnset?.(entry[name]) === true),
		);
		if (missing !== undefined) return `${String(entry[knownBy])} has no ${missing[0]}`;
	}
	return '';
}
