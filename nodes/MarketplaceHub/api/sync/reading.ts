import isEmpty from 'lodash/isEmpty';
import isEqual from 'lodash/isEqual';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Channels } from '../channels';
import type { EndpointName } from '../endpoints';
import type { Identity } from '../entries';
import type { HubError } from '../errors';
import type { Hub } from '../hub';
import { comparable } from '../schemas/answers';
import { asFlag, type Field, type WriteFields } from '../schemas/fields';
import { isBlank, isRecord, toNumber } from '../values/checks';

/** An entry of the input: which thing, and the values that are wanted of it. */
export interface Wanted {
	identity: Identity;
	after: Comparable;
}

/** An entry of the hub: which thing, and its values there. */
export interface Held {
	key: string;
	identity: Identity;
	values: Comparable;
}

export interface ReadRequest {
	/** By key, the entries of the input that can be compared. */
	wanted: ReadonlyMap<string, Wanted>;
	/** By spelling, all entries that the input names, also those that it gives no value. */
	named: ReadonlyMap<string, Pick<Held, 'key' | 'identity'>>;
	fields: SyncFields;
	/**
	 * So many keys are looked up one by one. More are read from the list of all; what it does not show is
	 * looked for once more, because records move from page to page while others come and go: one by one
	 * where these are few, else on the pages of the list.
	 */
	few: number;
	/** Whether entries that the input does not name are read as well. */
	others: boolean;
	/** Whether the entries of the hub are counted. */
	countsAll: boolean;
	/** The channels of the run, where entries are about one. */
	channels?: Channels;
}

export interface Reading {
	/** By key, the hub's values of the wanted entries. */
	values: ReadonlyMap<string, Comparable>;
	/** Entries that only the hub has; empty unless asked for. */
	others: readonly Held[];
	/** By SKU that was found, its product's. */
	owners?: ReadonlyMap<string, string>;
	/** By key of an entry that is new to the hub, the product's own prices. */
	normal?: ReadonlyMap<string, Comparable>;
	/** By key, the reason why a wanted entry must not be sent. */
	refused?: ReadonlyMap<string, HubError>;
	/** By key, what the hub's other lists say of a wanted entry. */
	notes?: ReadonlyMap<string, string>;
	/** Fields that no list of the hub shows, for which many records were read one by one. */
	unlisted?: readonly string[];
	/** Keys of variations whose product is wanted, too: its values hold for them as well. */
	ofWantedProducts?: ReadonlySet<string>;
	/** How many entries the input names of how many in the hub, or in one of its channels; where asked for. */
	whole?: { named: number; inHub: number; channel?: string };
}

/** Key of a thing in the maps of a reading. It is compared, never taken apart. */
export const keyOf = (identity: Identity): string => Object.values(identity).join('|');

/** The same key for all spellings of a SKU and a channel. */
export const spellingOf = (identity: Identity): string =>
	Object.values(identity).map(spelling).join('|');

/** An ID without the marks of a spreadsheet: quotes, the decimals of a number, characters that nobody sees. */
export const spelling = (id: unknown): string =>
	comparable(
		String(id)
			.replace(/[\p{Cc}\p{Cf}"'’`´]/gu, '')
			.replace(/(\d)[.,]0{1,2}$/, '$1'),
	);

export type Read<Name extends EndpointName> = (
	hub: Hub<Name>,
	request: ReadRequest,
) => Promise<Reading>;

/** So many records are read one by one, where a list would show them, too. */
export const few = 20;

/** Kind of a field's value. Prices are stored in cents. */
type Unit = 'cents' | 'number' | 'flag' | 'value';

/** The fields that are compared, by name; of a list of records, the fields of each, and what it is known `by`. */
export type SyncFields = Readonly<Record<string, Unit | { by: string; fields: SyncFields }>>;

/**
 * Values as the hub stores them, by field: whole numbers of cents, or what the hub writes; of a list of
 * records the values of each, by what it is known by.
 */
export type Comparable = Readonly<Record<string, unknown>>;
type Records = ReadonlyMap<string, Comparable>;

/** The records of a list in comparable values, e.g. of `variacoes`; none for other values. */
export const recordsIn = (value: unknown): Records =>
	value instanceof Map ? (value as Records) : new Map();

function stored(value: unknown, unit: Unit): unknown {
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
	if (knownBy !== undefined) return { by: knownBy, fields: mapValues(fields, unitOf) };
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
		if (typeof unit === 'string') {
			const value = stored(record[name], unit);
			if (value !== undefined) values[name] = value;
			continue;
		}
		const entries = [record[name]].flat().filter(isRecord);
		const records = entries.map((entry): [string, Comparable] => [
			String(entry[unit.by]),
			toComparable(entry, unit.fields),
		]);
		if (records.length > 0) values[name] = new Map(records);
	}
	return values;
}

/** Comparable values as they are sent and shown: prices in BRL, lists of records as lists. */
export function fromComparable(values: Comparable, fields: SyncFields): IDataObject {
	return mapValues(values, (value, name) => {
		const unit = fields[name];
		if (typeof unit !== 'object')
			return (unit === 'cents' ? Number(value) / 100 : value) as GenericValue;
		return [...recordsIn(value)].map(([key, record]) => ({
			[unit.by]: key,
			...fromComparable(record, unit.fields),
		}));
	});
}

/** As text, so that 1 and `1` are the same, images in the order of their numbers, an empty list as nothing. */
function plain(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return String(value ?? '').trim();
	if (Object.keys(value).length === 0) return '';
	return Array.isArray(value) ? sortBy(value, 'id').map(plain) : mapValues(value, plain);
}

/**
 * The values that are wanted and that the hub does not hold, of a list the records with such values. A
 * price for media that is the usual one may be shown because none is set: it would follow when that one
 * changes.
 */
export function differences(hub: Comparable, wanted: Comparable): Comparable {
	const differs = (name: string) =>
		hub[name] !== wanted[name] && !isEqual(plain(hub[name]), plain(wanted[name]));
	const different: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(wanted)) {
		if (value instanceof Map) {
			const records = differentRecords(recordsIn(hub[name]), recordsIn(value));
			if (records.size > 0) different[name] = records;
			continue;
		}
		const usual = name.replace(/Midia$/, '');
		const follows = usual !== name && hub[usual] === hub[name] && usual in wanted;
		if (differs(name) || (follows && differs(usual) && value !== wanted[usual]))
			different[name] = value;
	}
	return different;
}

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
			const held = recordsIn(value).get(key);
			return held === undefined ? [] : [[key, fieldsThatChange(held, record)] as const];
		});
		return new Map(changed);
	});
}

/** Whether the hub holds all values that are wanted. */
export const holds = (hub: Comparable, wanted: Comparable): boolean =>
	isEmpty(differences(hub, wanted));
