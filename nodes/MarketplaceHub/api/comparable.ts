import isEmpty from 'lodash/isEmpty';
import isEqual from 'lodash/isEqual';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Field, WriteFields } from './schemas/fields';
import { usualOf } from './schemas/prices';
import { isBlank } from './values/blanks';
import { entriesOf, isRecord, recordsOf } from './values/objects';
import { toNumber } from './values/numbers';
import { asFlag } from './values/words';

/** Kind of a field's value. Prices are stored in cents. */
type Unit = 'cents' | 'number' | 'flag' | 'value';

/** A list: of records their fields, and the one that they are told apart `by`; without it a list is compared as a whole. */
interface List {
	by?: string;
	fields: SyncFields;
}

/** The fields that are compared, by name. */
export type SyncFields = Readonly<Record<string, Unit | List>>;

/**
 * Values as the hub stores them, by field: whole numbers of cents, or what the hub writes; a list whose records are
 * told apart is a map of their values, by the field that tells them apart.
 */
export type Comparable = Readonly<Record<string, unknown>>;
type Records = ReadonlyMap<string, Comparable>;

/** Whether there are values: of an entry of the hub there may be none, or unknown ones. */
export const hasValues = (values: Comparable = {}): boolean => !isEmpty(values);

/** The records of a list in comparable values, e.g. of `variacoes`; none for other values. */
export const recordsIn = (value: unknown): Records =>
	value instanceof Map ? (value as Records) : new Map();

function storedValue(value: unknown, unit: Unit): unknown {
	if (unit === 'cents') {
		const number = toNumber(value);
		if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
		// 1.005 * 100 is 100.49999999999999
		return Math.round(Number((number * 100).toPrecision(12)));
	}
	if (isBlank(value)) return undefined;
	if (unit === 'flag') return asFlag(value);
	return unit === 'number' ? toNumber(value) : value;
}

function unitOf({ type, counts, knownBy, fields = {} }: Field): SyncFields[string] {
	if (type === 'array') return { by: knownBy, fields: mapValues(fields, unitOf) };
	if (counts === 'money') return 'cents';
	if (type === 'boolean') return 'flag';
	return type === 'number' ? 'number' : 'value';
}

/** The fields that are compared: those that are written, without those that identify an entry. */
export const comparedOf = (fields: WriteFields, identity: readonly string[]): SyncFields =>
	mapValues(omit(fields, identity), unitOf);

/** The fields of a record that hold a value, as the hub stores them. */
export function toComparable(
	record: Readonly<Record<string, unknown>>,
	fields: SyncFields,
): Comparable {
	const values: Record<string, unknown> = {};
	for (const [name, unit] of Object.entries(fields)) {
		const value =
			typeof unit === 'string' ? storedValue(record[name], unit) : storedList(record[name], unit);
		if (value !== undefined) values[name] = value;
	}
	return values;
}

/** A list of the hub without fields that are not compared: it may add some to an image at any time. */
function storedList(value: unknown, { by, fields }: List): unknown {
	if (by === undefined) {
		const entryOf = (entry: unknown) => (isRecord(entry) ? toComparable(entry, fields) : entry);
		return isBlank(value) ? undefined : entriesOf(value, 'id').map(entryOf);
	}
	const named = recordsOf(value, by).filter((entry) => !isBlank(entry[by]));
	const records = named.map((entry): [string, Comparable] => [
		String(entry[by]),
		toComparable(entry, fields),
	]);
	return records.length > 0 ? new Map(records) : undefined;
}

/** Comparable values as they are sent and shown: prices in BRL, lists of records as lists. */
export function fromComparable(values: Comparable, fields: SyncFields): IDataObject {
	return mapValues(values, (value, name) => {
		const unit = fields[name];
		if (typeof unit !== 'object' || unit.by === undefined)
			return (unit === 'cents' ? Number(value) / 100 : value) as GenericValue;
		const { by, fields: ofRecord } = unit;
		return [...recordsIn(value)].map(([key, record]) => ({
			[by]: key,
			...fromComparable(record, ofRecord),
		}));
	});
}

/** As text, so that 1 and `1` are the same, images in the order of their numbers, an empty list as nothing. */
function asText(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return String(value ?? '').trim();
	if (Object.keys(value).length === 0) return '';
	return Array.isArray(value) ? sortBy(value, 'id').map(asText) : mapValues(value, asText);
}

/**
 * The values that are wanted and that the hub does not hold; of a list, the records that have such values. A
 * media price equal to the usual price may not be set at all: it would then change with the usual price.
 */
export function differences(hub: Comparable, wanted: Comparable): Comparable {
	const differs = (name: string) =>
		hub[name] !== wanted[name] && !isEqual(asText(hub[name]), asText(wanted[name]));
	const wouldFollow = (name: string) => {
		const usual = usualOf(name);
		const isEqualInHub = usual !== name && hub[usual] === hub[name];
		return isEqualInHub && usual in wanted && differs(usual) && wanted[name] !== wanted[usual];
	};
	const different: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(wanted)) {
		if (value instanceof Map) {
			const records = differentRecords(recordsIn(hub[name]), recordsIn(value));
			if (records.size > 0) different[name] = records;
			continue;
		}
		if (differs(name) || wouldFollow(name)) different[name] = value;
	}
	return different;
}

/** The SKU of a record is a value, too: one that the hub lacks differs, even where it has no other value. */
function differentRecords(hub: Records, wanted: Records): Records {
	const records = [...wanted].map(([key, record]): [string, Comparable] => [
		key,
		differences(hub.get(key) ?? {}, record),
	]);
	return new Map(records.filter(([, record]) => !isEmpty(record)));
}

/** The hub's values of the fields that change, for each record of a list too. */
export function fieldsThatChange(before: Comparable, after: Comparable): Comparable {
	return mapValues(pick(before, Object.keys(after)), (value, name) => {
		if (!(value instanceof Map)) return value;
		const changed = [...recordsIn(after[name])].flatMap(([key, record]) => {
			const inHub = recordsIn(value).get(key);
			return inHub === undefined ? [] : [[key, fieldsThatChange(inHub, record)] as const];
		});
		return new Map(changed);
	});
}

/** Whether the hub holds all values that are wanted. */
export const agrees = (hub: Comparable, wanted: Comparable): boolean =>
	isEmpty(differences(hub, wanted));
