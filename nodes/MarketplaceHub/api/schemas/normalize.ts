import isPlainObject from 'lodash/isPlainObject';
import mapValues from 'lodash/mapValues';
import { isBlank } from '../values/blanks';
import { isRecord } from '../values/objects';
import { fromJson } from '../values/json';
import { isReadByKind, toNumber, twoReadings } from '../values/numbers';
import { withoutFormula } from '../values/spreadsheet';
import { nearMiss } from './columns/columnNames';
import type { Field, ObjectShape, Tidied, Values, WriteShape } from './fields';
import type { RecordSchema } from './reads/recordSchema';
import { type GivenAs, isLeftOut, isUnset } from './placeholders';
import type { ValueNote } from './valueNotes';

/** The values that a user gave, under the names and in the form of the write. */
export interface Normalized {
	shape: WriteShape;
	values: Values;
	notes: readonly ValueNote[];
	/** The numbers among the notes, by path, e.g. `variacoes.0.precoDe`. */
	readings: ReadonlyMap<string, unknown>;
	/** Whether the value is a record that was read: the user did not write all of it. */
	wasRead: boolean;
}

/**
 * Normalizes the values that a user gave for an entry that may be written: an edited record of a read, columns of a
 * spreadsheet, JSON. Fields come under the names of the write, objects and lists of objects out of JSON text; fields
 * that cannot be written are left out at every depth, and so are values that say that nothing is set (`isLeftOut`).
 * Where a record that was read has no value for a field, the field's `fill` stands in.
 * @throws HubError that the shape refuses the entry with
 */
export function normalize(given: Values, shape: WriteShape): Normalized {
	const refusal = shape.refusal?.(given);
	if (refusal !== undefined) throw refusal;
	const entry = { change: shape.isChange === true, wasRead: holdsReadOnly(given, shape) };
	const normalized = normalizedAs({ saysNothing: false, ...entry }, given, shape);
	// nothing would be left: the check then names the values that it refuses
	return Object.values(normalized.values).every(isBlank)
		? normalizedAs({ saysNothing: true, ...entry }, given, shape)
		: normalized;
}

function normalizedAs(entry: GivenAs, given: Values, shape: WriteShape): Normalized {
	const notes: ValueNote[] = [];
	const values = objectIn(given, shape, [], { elsewhere: shape.elsewhere, notes, ...entry });
	const readings = new Map(
		notes.flatMap(({ reading }) => (reading === undefined ? [] : [reading])),
	);
	return { values, notes, readings, wasRead: entry.wasRead, shape };
}

/** Whether only a read gives the field. */
const isReadOnly = (name: string, { fields, record }: ObjectShape) =>
	!Object.hasOwn(fields, name) &&
	(Object.hasOwn(record, name) ||
		Object.values(fields).some(({ read }) => read?.names?.includes(name)));

/** Whether a value of the entry, at any depth, can only come from a read. */
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

/** An entry that is being normalized: each value adds its notes. */
interface NotedEntry extends GivenAs, Pick<WriteShape, 'elsewhere'> {
	readonly notes: ValueNote[];
}

/** Names of fields and places in lists. */
type Path = ReadonlyArray<string | number>;

/** The same for all entries of a list, e.g. `variacoes.precoDe`. */
const columnNamed = (path: Path) =>
	`\`${path.filter((part) => typeof part === 'string').join('.')}\``;

/** The fields of an object as they are sent. */
function objectIn(given: Values, shape: ObjectShape, path: Path, entry: NotedEntry): Values {
	noteOthers(given, shape, path, entry);
	const values: Values = {};
	for (const [name, field] of Object.entries(shape.fields)) {
		const own = given[name];
		const takesRead = isBlank(own) || field.read?.comesFirst === true;
		const value = takesRead ? (field.read?.value?.(given) ?? own) : own;
		const place = { path: [...path, name], siblings: given, record: shape.record[name] };
		const sent = valueIn(value, field, place, entry);
		if (sent !== undefined) values[name] = sent;
	}
	return values;
}

/** Notes the values that are no fields of the write. */
function noteOthers(given: Values, shape: ObjectShape, path: Path, entry: NotedEntry): void {
	const told = writtenElsewhere(given, shape, path, entry);
	for (const name of Object.keys(given)) {
		if (Object.hasOwn(shape.fields, name) || isBlank(given[name])) continue;
		const text = columnNamed([...path, name]);
		if (!isReadOnly(name, shape))
			entry.notes.push({ kind: 'unknown', text: text + nearMiss(name, shape.fields) });
		else if (told.includes(name)) entry.notes.push({ kind: 'elsewhere', text });
	}
}

/** Fields that another operation writes, for a hint; none where a user gives back a record that was read. */
function writtenElsewhere(
	given: Values,
	shape: ObjectShape,
	path: Path,
	{ change, elsewhere }: NotedEntry,
): readonly string[] {
	if (elsewhere === undefined) return [];
	const { fields, readWith } = elsewhere;
	// a variation that was read names its product, too (`skuProduto`)
	const isGivenBack =
		path.length === 0
			? change && Object.hasOwn(given, readWith)
			: Object.keys(given).some((name) => isReadOnly(name, shape) && !fields.includes(name));
	return isGivenBack ? [] : fields;
}

interface Place {
	path: Path;
	/** The object around it. */
	siblings: Values;
	record: RecordSchema | undefined;
}

/** One value as it is sent; undefined where it is left out. */
function valueIn(given: unknown, field: Field, place: Place, entry: NotedEntry): unknown {
	const { path, siblings, record } = place;
	if (isUnset(given, field)) {
		if (entry.wasRead && field.read?.fill !== undefined) {
			const filled = field.read.fill(siblings);
			entry.notes.push({ kind: 'filled', text: `${columnNamed(path)} (${String(filled)})` });
			return filled;
		}
		if (isBlank(given)) return given;
		if (isLeftOut(given, field, entry)) {
			noteLeftOut(given, field, path, entry);
			return undefined;
		}
	}
	noteNumber(given, field, path, entry);
	const { value, note }: Tidied = field.tidy?.(given) ?? { value: given };
	if (note !== undefined) entry.notes.push({ ...note, text: `${columnNamed(path)} ${note.text}` });
	const shape = innerShape(field, record);
	return shape === undefined ? value : innerValue(value, field, shape, path, entry);
}

function noteLeftOut(given: unknown, { unset }: Field, path: Path, entry: NotedEntry): void {
	const text = columnNamed(path);
	if (toNumber(given) === 0) entry.notes.push({ kind: 'zero', text });
	else if (!entry.wasRead && unset?.empties !== true) entry.notes.push({ kind: 'unset', text });
}

function noteNumber(value: unknown, { counts }: Field, path: Path, { notes }: NotedEntry): void {
	if (counts === undefined || typeof value !== 'string' || !isReadByKind(value)) return;
	// refused, not read
	if (counts === 'money' && twoReadings(value) !== undefined) return;
	const number = toNumber(value, counts);
	if (typeof number !== 'number') return;
	const text = `${columnNamed(path)} "${value}" as ${String(number)}`;
	notes.push({ kind: 'number', text, reading: [path.join('.'), number] });
}

/** An object, or each object of a list, as it is sent; anything else as it is, for the check to judge. */
function innerValue(
	value: unknown,
	field: Field,
	shape: ObjectShape,
	path: Path,
	entry: NotedEntry,
): unknown {
	const read = fromJson(value);
	// each object is written whole, also in a change
	const whole = { ...entry, change: false };
	const sent = (object: Values, at: Path) =>
		objectIn(mapValues(object, withoutFormula), shape, at, whole);
	if (isRecord(read) && field.type === 'object') return sent(read, path);
	if (!Array.isArray(read)) return value;
	const lacking = entry.change && !entry.saysNothing ? lackingIn(read, field) : undefined;
	if (lacking !== undefined) {
		entry.notes.push({ kind: 'list', text: `${columnNamed(path)} (${lacking})` });
		return undefined;
	}
	return read.map((one: unknown, index) => (isRecord(one) ? sent(one, [...path, index]) : one));
}

/**
 * Reason why a list cannot be sent: an entry in which the hub gives nothing for a field that it
 * demands, e.g. `ROUND-G has no precoDe`.
 */
function lackingIn(list: unknown[], { fields = {}, knownBy = 'id' }: Field): string | undefined {
	for (const entry of list.filter(isRecord)) {
		const missing = Object.entries(fields).find(
			([name, field]) => field.required && name in entry && isUnset(entry[name], field),
		);
		if (missing !== undefined) return `${String(entry[knownBy])} has no ${missing[0]}`;
	}
	return undefined;
}
