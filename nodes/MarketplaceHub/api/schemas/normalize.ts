import isEmpty from 'lodash/isEmpty';
import isPlainObject from 'lodash/isPlainObject';
import mapValues from 'lodash/mapValues';
import { isBlank } from '../values/blanks';
import { isRecord } from '../values/objects';
import { fromJson } from '../values/json';
import { isReadByKind, toNumber, twoReadings } from '../values/numbers';
import { withoutFormula } from '../values/spreadsheet';
import { nearMiss } from './columnNames';
import type { Field, ObjectShape, Tidied, Values, WriteShape } from './fields';
import type { RecordSchema } from './recordSchema';

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
	/** Of a number: its path, and what it was read as. */
	reading?: readonly [path: string, number: unknown];
}

/** The values that a user gave, under the names and in the form of the write. */
export interface Normalized {
	values: Values;
	notes: readonly ValueNote[];
	/** The numbers among the notes, by path, e.g. `variacoes.0.precoDe`. */
	readings: ReadonlyMap<string, unknown>;
	/** Whether it is a record that was read: the user did not write all of it. */
	wasRead: boolean;
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
 * @throws HubError that the shape refuses the entry with
 */
export function normalize(given: Values, shape: WriteShape, change = false): Normalized {
	const refusal = shape.refusal?.(given);
	if (refusal !== undefined) throw refusal;
	const wasRead = holdsReadOnly(given, shape);
	const { elsewhere = [], inEveryRead } = shape;
	const rules = { change, wasRead, elsewhere, inEveryRead };
	const dropping = objectIn(given, shape, [], { ...rules, drops: true });
	const { value: values, notes } = isEmpty(dropping.value)
		? objectIn(given, shape, [], { ...rules, drops: false })
		: dropping;
	const readings = new Map(
		notes.flatMap(({ reading }) => (reading === undefined ? [] : [reading])),
	);
	return { values, notes, readings, wasRead };
}

/** Whether only a read gives the field. */
const isReadOnly = (name: string, { fields, record }: ObjectShape) =>
	!Object.hasOwn(fields, name) &&
	(Object.hasOwn(record, name) ||
		Object.values(fields).some(({ readAs }) => readAs?.names.includes(name)));

/** Whether something in it, at any depth, can only come from a read. */
const holdsReadOnly = (given: Values, shape: ObjectShape): boolean =>
	Object.keys(given).some((name) => isReadOnly(name, shape)) ||
	Object.entries(shape.fields).some(([name, field]) => {
		const inner = innerShape(field, shape.record[name]);
		const entries = inner === undefined ? [] : [fromJson(given[name])].flat().filter(isRecord);
		return inner !== undefined && entries.some((entry) => holdsReadOnly(entry, inner));
	});

/** The shape of an object, or of the objects in a list. */
function innerShape({ fields }: Field, schema: RecordSchema | undefined): ObjectShape | undefined {
	const inner = Array.isArray(schema) ? (schema[0] as RecordSchema) : schema;
	const record = isPlainObject(inner) ? (inner as ObjectShape['record']) : {};
	return fields === undefined ? undefined : { fields, record };
}

/** Rules for the values of one entry. */
interface Rules extends Pick<WriteShape, 'inEveryRead'> {
	change: boolean;
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

/** A value as it is sent, undefined for nothing, and the notes on it. */
interface Noted<Value = unknown> {
	value: Value;
	notes: readonly ValueNote[];
}

const noted = <Value>(value: Value, ...notes: ValueNote[]): Noted<Value> => ({ value, notes });

/** The fields of an object as they are sent. */
function objectIn(given: Values, shape: ObjectShape, path: Path, rules: Rules): Noted<Values> {
	const values: Values = {};
	const notes: Array<readonly ValueNote[]> = [notesOnOthers(given, shape, path, rules)];
	for (const [name, field] of Object.entries(shape.fields)) {
		const own = given[name];
		const { readAs } = field;
		const takesReadAs = isBlank(own) || readAs?.comesFirst === true;
		const value = takesReadAs ? (readAs?.value?.(given) ?? own) : own;
		const place = { path: [...path, name], siblings: given, record: shape.record[name] };
		const sent = valueIn(value, field, place, rules);
		if (sent.value !== undefined) values[name] = sent.value;
		notes.push(sent.notes);
	}
	return { value: values, notes: notes.flat() };
}

/** Notes on the values that are no fields of the write. */
const notesOnOthers = (given: Values, shape: ObjectShape, path: Path, rules: Rules): ValueNote[] =>
	Object.keys(given).flatMap((name): ValueNote[] => {
		if (Object.hasOwn(shape.fields, name) || isBlank(given[name])) return [];
		const text = columnNamed([...path, name]);
		if (!isReadOnly(name, shape))
			return [{ kind: 'unknown', text: text + nearMiss(name, shape.fields) }];
		const isTold = rules.elsewhere.includes(name) && isWritten(given, shape, path, rules);
		return isTold ? [{ kind: 'elsewhere', text }] : [];
	});

/** Whether a user gave a field that only reads have; a record that was read has more of them. */
const isWritten = (
	given: Values,
	shape: ObjectShape,
	path: Path,
	{ change, inEveryRead }: Rules,
): boolean =>
	path.length === 0
		? !change || (inEveryRead !== undefined && !Object.hasOwn(given, inEveryRead))
		: Object.keys(given).filter((name) => isReadOnly(name, shape)).length === 1;

interface Place {
	path: Path;
	/** The object around it. */
	siblings: Values;
	record: RecordSchema | undefined;
}

/** One value as it is sent. */
function valueIn(given: unknown, field: Field, place: Place, rules: Rules): Noted {
	const { path, siblings, record } = place;
	const isUnset = !isBlank(given) && field.isUnset?.(given) === true;
	if (rules.wasRead && field.fill !== undefined && (isBlank(given) || isUnset)) {
		const filled = field.fill(siblings);
		return noted(filled, { kind: 'filled', text: `${columnNamed(path)} (${String(filled)})` });
	}
	if (isBlank(given)) return noted(given);
	// only a list without entries empties one: those of blank cells say nothing
	if (isUnset && field.canBeEmptied && !isEmpty(fromJson(given))) return noted(undefined);
	const read = notesOnNumber(given, field, path);
	if (isUnset && isLeftOut(field, rules))
		return noted(undefined, ...read, ...notesOnUnset(given, path, rules));
	const { value, note }: Tidied = field.tidy?.(given) ?? { value: given };
	const tidied = note === undefined ? [] : [{ ...note, text: `${columnNamed(path)} ${note.text}` }];
	const shape = innerShape(field, record);
	const inner = shape === undefined ? noted(value) : innerValue(value, field, shape, path, rules);
	return { value: inner.value, notes: [...read, ...tidied, ...inner.notes] };
}

/** Whether a field is left out whose value says that nothing is set. */
function isLeftOut({ canBeEmptied, required }: Field, { drops, wasRead, change }: Rules): boolean {
	if (!drops) return false;
	if (canBeEmptied === true) return wasRead;
	return change || !required;
}

function notesOnUnset(given: unknown, path: Path, { wasRead }: Rules): ValueNote[] {
	const text = columnNamed(path);
	if (toNumber(given) === 0) return [{ kind: 'zero', text }];
	return wasRead ? [] : [{ kind: 'unset', text }];
}

/** An object, or each object of a list, as it is sent; anything else as it is, for the check to judge. */
function innerValue(
	value: unknown,
	field: Field,
	shape: ObjectShape,
	path: Path,
	rules: Rules,
): Noted {
	const read = fromJson(value);
	const isChanged = rules.drops && rules.change && Array.isArray(read);
	const lacking = isChanged ? lackingIn(read, field) : '';
	if (lacking !== '')
		return noted(undefined, { kind: 'list', text: `${columnNamed(path)} (${lacking})` });
	// an entry of a list is written whole
	const whole = { ...rules, change: false };
	const entryIn = (entry: Values, at: Path) =>
		objectIn(mapValues(entry, withoutFormula), shape, at, whole);
	if (isRecord(read) && field.type === 'object') return entryIn(read, path);
	if (!Array.isArray(read)) return noted(value);
	const entries = read.map((entry: unknown, index) =>
		isRecord(entry) ? entryIn(entry, [...path, index]) : noted(entry),
	);
	return {
		value: entries.map((entry) => entry.value),
		notes: entries.flatMap(({ notes }) => notes),
	};
}

function notesOnNumber(value: unknown, { counts }: Field, path: Path): ValueNote[] {
	if (counts === undefined || typeof value !== 'string' || !isReadByKind(value)) return [];
	// refused, not read
	if (counts === 'money' && twoReadings(value) !== undefined) return [];
	const number = toNumber(value, counts);
	const text = `${columnNamed(path)} "${value}" as ${String(number)}`;
	return [{ kind: 'number', text, reading: [path.join('.'), number] }];
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
