import isEmpty from 'lodash/isEmpty';
import isEqualWith from 'lodash/isEqualWith';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Field, WriteFields } from '../schemas/fields';
import { isBlank } from '../values/blanks';
import { entriesOf, isRecord, recordsOf } from '../values/objects';
import { centsOf, toNumber } from '../values/numbers';
import { asFlag } from '../values/words';
import { isSame, type Writing } from './meaning';

/** How a field is compared. Prices are compared as whole cents. */
type Unit = 'cents' | 'number' | 'flag' | 'value' | Exclude<Writing, 'anyOrder'>;

/**
 * A field that is a list of records. With `by`, records are matched by the value of that field,
 * e.g. variations by SKU. Without it, the list is compared as a whole.
 */
interface ListField {
	by?: string;
	anyOrder?: boolean;
	fields: SyncFields;
}

/** The fields that are compared, by name. */
export type SyncFields = Readonly<Record<string, Unit | ListField>>;

/**
 * Values in a form that can be compared, by field: prices in cents, other numbers and flags in one
 * form, anything else as it was written. A list whose records are matched by a field is a map from
 * the value of that field to the values of the record.
 */
export type Comparable = Readonly<Record<string, unknown>>;
/** The records of such a list, by the value of the field that knows them. */
export type Records = ReadonlyMap<string, Comparable>;

/** No values: one object for all that have none, of which there may be 200,000. */
export const noValues: Comparable = Object.freeze({});

/** Whether there are any: not of `untold`, nor of a record that lacks all fields for which the list has a column. */
export const hasValues = (values: Comparable): boolean => !isEmpty(values);

/**
 * The values of an entry that the hub has without telling them, e.g. because its rows contradict each other: each value
 * of the list differs from them.
 */
export const untold: Comparable = Object.freeze({});

/** The records of a list, e.g. of `variacoes`. Empty for any other value. */
export const recordsIn = (value: unknown): Records =>
	value instanceof Map ? (value as Records) : new Map();

function storedValue(value: unknown, unit: Unit): unknown {
	if (unit === 'cents') {
		const number = toNumber(value);
		return typeof number === 'number' && Number.isFinite(number) ? centsOf(number) : undefined;
	}
	if (isBlank(value)) return undefined;
	if (unit === 'flag') return asFlag(value);
	return unit === 'number' ? toNumber(value) : value;
}

function unitOf({ type, counts, knownBy, writing, fields = {} }: Field): SyncFields[string] {
	if (type === 'array')
		return { by: knownBy, anyOrder: writing === 'anyOrder', fields: mapValues(fields, unitOf) };
	if (counts === 'money') return 'cents';
	if (type === 'boolean') return 'flag';
	if (type === 'options') return 'choice';
	if (writing === 'markup' || writing === 'code') return writing;
	return type === 'number' ? 'number' : 'value';
}

/** How the values of a kind of field may be written in other ways. */
function writingOf(how: Unit | ListField): Writing | undefined {
	if (typeof how === 'object') return how.anyOrder === true ? 'anyOrder' : undefined;
	return how === 'markup' || how === 'code' || how === 'choice' ? how : undefined;
}

/** The fields that a sync compares: all that it writes, except the fields that identify an entry. */
export const comparedOf = (fields: WriteFields, identity: readonly string[]): SyncFields =>
	mapValues(omit(fields, identity), unitOf);

/**
 * The values of a record in comparable form. Fields without a value are left out.
 * @param given the list's values of the same thing: a value that means the same is kept as the list's own
 * object, so that both are equal and memory holds no copy
 */
export function toComparable(
	record: Readonly<Record<string, unknown>>,
	fields: SyncFields,
	given?: Comparable,
): Comparable {
	const values: Record<string, unknown> = {};
	let [count, same] = [0, 0];
	for (const name in fields) {
		const how = fields[name];
		if (how === undefined) continue;
		const own = given?.[name];
		const value =
			typeof how === 'string' ? storedValue(record[name], how) : storedList(record[name], how, own);
		if (value === undefined) continue;
		count++;
		const isOwn = own !== undefined && (value === own || areSame(value, own, writingOf(how)));
		if (isOwn) same++;
		values[name] = isOwn ? own : value;
	}
	const isGiven = given !== undefined && same === count && Object.keys(given).length === count;
	return isGiven ? given : values;
}

/** A list with only the fields that are compared. The hub may add others, e.g. to an image. */
function storedList(value: unknown, { by, fields }: ListField, own: unknown): unknown {
	if (by === undefined) {
		const entryOf = (entry: unknown) => (isRecord(entry) ? toComparable(entry, fields) : entry);
		return isBlank(value) ? undefined : entriesOf(value, 'id').map(entryOf);
	}
	const named = recordsOf(value, by).filter((entry) => !isBlank(entry[by]));
	const given = recordsIn(own);
	const records = new Map(
		named.map((entry): [string, Comparable] => {
			const key = String(entry[by]);
			return [key, toComparable(entry, fields, given.get(key))];
		}),
	);
	if (records.size === 0) return undefined;
	const isGiven =
		records.size === given.size && [...records].every(([key, values]) => values === given.get(key));
	return isGiven ? own : records;
}

/** Turns comparable values into the values that are sent and returned: prices in BRL, and lists instead of maps. */
export function fromComparable(values: Comparable, fields: SyncFields): IDataObject {
	const plain: IDataObject = {};
	for (const name in values) plain[name] = fromStored(values[name], fields[name]);
	return plain;
}

function fromStored(value: unknown, how: SyncFields[string] | undefined): GenericValue {
	if (how === 'cents') return Number(value) / 100;
	if (typeof how !== 'object' || how.by === undefined) return value as GenericValue;
	const { by, fields } = how;
	return [...recordsIn(value)].map(([key, record]) => ({
		[by]: key,
		...fromComparable(record, fields),
	}));
}

/** Whether two values mean the same; maps of records are compared record by record (`differences.ts`). */
export const areSame = (one: unknown, other: unknown, writing?: Writing): boolean =>
	!(one instanceof Map) && !(other instanceof Map) && isSame(one, other, writing);

/**
 * Whether two values are equal, written in one way: `isEqual` of lodash looks for each record of a map among all of
 * the other one.
 */
export const areEqual = (one: unknown, other: unknown): boolean =>
	isEqualWith(one, other, (own: unknown, its: unknown) =>
		own instanceof Map && its instanceof Map
			? own.size === its.size &&
				[...recordsIn(own)].every(([key, record]) => areEqual(record, recordsIn(its).get(key)))
			: undefined,
	);
