import isPlainObject from 'lodash/isPlainObject';
import { type NumberText, type NumberUse, readNumberText, toNumber } from '../values/numbers';
import { type Field, fromJson, type WriteFields } from './fields';
import type { RecordSchema } from './answers';
import { isBlank, isRecord } from '../values/checks';

export type Values = Record<string, unknown>;

/** What may be written, and what a read of the same thing holds besides. */
export interface WriteShape {
	fields: WriteFields;
	/** Fields of reads: those that cannot be written are left out without a word. */
	record: Readonly<Record<string, RecordSchema>>;
}

/** Text given for a number that it does not simply spell. */
export interface GivenNumber {
	/** As a message names it, e.g. `variacoes.0.precoDe`. */
	path: string;
	/** The same for all entries, e.g. `variacoes.precoDe`. */
	column: string;
	use: NumberUse;
	text: string;
	number: NumberText;
	/** Puts the number in place of the text. */
	replace: (value: number) => void;
}

/** What a user gave, as far as it can be written. */
export interface Intake {
	values: Values;
	/** Columns that neither a write nor a read of the hub knows. */
	unknown: string[];
	/** Whether it holds fields that only a read gives: the user did not write all of it. */
	wasRead: boolean;
	/** Numbers given as text, in the order of the fields. */
	numbers: GivenNumber[];
}

/**
 * Takes what a user gave for something that may be written: an edited record of a read, columns of a
 * spreadsheet, JSON. Fields come under the names of the write, objects and lists of objects out of
 * JSON text; what cannot be written is left out at every depth.
 * @throws HubError of kind `invalid` where a read does not say what is meant
 */
export function takeIn(given: Values, shape: WriteShape): Intake {
	const intake: Intake = { values: {}, unknown: [], wasRead: false, numbers: [] };
	intake.values = known(given, shape, intake, [], []);
	return intake;
}

function known(
	given: Values,
	{ fields, record }: WriteShape,
	intake: Intake,
	path: readonly string[],
	column: readonly string[],
): Values {
	const readNames = new Set(Object.values(fields).flatMap(({ readAs }) => readAs?.names ?? []));
	for (const name of Object.keys(given)) {
		if (Object.hasOwn(fields, name)) continue;
		if (Object.hasOwn(record, name) || readNames.has(name)) intake.wasRead = true;
		else if (!isBlank(given[name])) intake.unknown.push([...column, name].join('.'));
	}
	const values: Values = {};
	for (const [name, field] of Object.entries(fields)) {
		const value = isBlank(given[name]) ? (field.readAs?.value(given) ?? given[name]) : given[name];
		if (value === undefined) continue;
		const within = { path: [...path, name], column: [...column, name] };
		values[name] = nested(value, field, record[name], intake, within);
		if (field.use !== undefined) takeNumber(values, name, field.use, intake, within);
	}
	return values;
}

interface Place {
	path: readonly string[];
	column: readonly string[];
}

function nested(
	value: unknown,
	{ fields }: Field,
	record: RecordSchema | undefined,
	intake: Intake,
	{ path, column }: Place,
): unknown {
	if (fields === undefined) return value;
	const read = fromJson(value);
	const shape = { fields, record: objectIn(record) };
	if (Array.isArray(read)) {
		return read.map((entry: unknown, index) =>
			isRecord(entry) ? known(entry, shape, intake, [...path, String(index)], column) : entry,
		);
	}
	return isRecord(read) ? known(read, shape, intake, path, column) : value;
}

function takeNumber(
	values: Values,
	name: string,
	use: NumberUse,
	intake: Intake,
	{ path, column }: Place,
): void {
	const text = values[name];
	const number = typeof text === 'string' ? readNumberText(text) : undefined;
	if (typeof text !== 'string' || number === undefined) return;
	const replace = (value: number) => {
		values[name] = value;
	};
	// what the check reads alike stays as it was given, so that its message shows that
	if ('value' in number && toNumber(text) !== number.value) replace(number.value);
	intake.numbers.push({
		path: path.join('.'),
		column: column.join('.'),
		use,
		text,
		number,
		replace,
	});
}

/** The fields of an object, or of the objects in a list. */
function objectIn(schema: RecordSchema | undefined): WriteShape['record'] {
	const inner = Array.isArray(schema) ? (schema[0] as RecordSchema) : schema;
	return isPlainObject(inner) ? (inner as WriteShape['record']) : {};
}

/** What is sent of what was given, and what a hint should say about it. */
export interface Settled {
	values: Values;
	/** Numbers left out, because the hub writes 0 for "no value". */
	zeros: string[];
	/** Lists left out, because an entry of the hub's own lacks what the hub demands. */
	lists: string[];
	/** Fields filled in, because what was read has no value. */
	filled: string[];
}

/**
 * Leaves out what the hub itself gives where nothing is set (`indefinido`, a price of 0, empty lists):
 * of a change everything, because what is not sent stays as it is; of a record that was read what is
 * optional; and zeros of optional numbers always. Where the hub takes it, as an empty list of tags, a
 * user who writes it empties the field: that is left out of a record that was read alone. Where a
 * read has no value at all for what is demanded, the field's own substitute stands in. What the user
 * wrote stays, for the check to judge; so does a change in which there is nothing else.
 * @param change whether fields may be left out
 */
export function settle(intake: Intake, fields: WriteFields, change: boolean): Settled {
	const settled: Settled = { values: {}, zeros: [], lists: [], filled: [] };
	settled.values = settleObject(intake.values, fields, [], {
		settled,
		change,
		wasRead: intake.wasRead,
	});
	if (Object.keys(settled.values).length > 0) return settled;
	return { values: intake.values, zeros: [], lists: [], filled: [] };
}

interface Rules {
	settled: Settled;
	change: boolean;
	wasRead: boolean;
}

function settleObject(
	values: Values,
	fields: WriteFields,
	column: readonly string[],
	rules: Rules,
): Values {
	const { settled, change, wasRead } = rules;
	const result: Values = {};
	for (const [name, field] of Object.entries(fields)) {
		const value = values[name];
		const place = [...column, name].join('.');
		if (wasRead && field.fill !== undefined && (isBlank(value) || isNothing(field, value))) {
			result[name] = field.fill(values);
			settled.filled.push(`\`${place}\` (${String(result[name])})`);
		} else if (isBlank(value)) {
			if (value !== undefined) result[name] = value;
		} else {
			const isZero = toNumber(value) === 0;
			const isOptional = !field.required && (wasRead || isZero);
			const mayGo = field.takesNothing === true ? wasRead : change || isOptional;
			if (mayGo && isNothing(field, value)) {
				if (isZero) settled.zeros.push(`\`${place}\``);
				continue;
			}
			const incomplete = change ? incompleteEntry(field, value) : undefined;
			if (incomplete === undefined) result[name] = settleNested(value, field, place, rules);
			else settled.lists.push(`\`${place}\` (${incomplete})`);
		}
	}
	return result;
}

const isNothing = ({ isNothing: test }: Field, value: unknown) => test?.(value) === true;

function settleNested(value: unknown, { fields }: Field, place: string, rules: Rules): unknown {
	if (fields === undefined) return value;
	const settleOne = (entry: unknown) =>
		isRecord(entry)
			? settleObject(entry, fields, place.split('.'), { ...rules, change: false })
			: entry;
	return Array.isArray(value) ? value.map(settleOne) : settleOne(value);
}

/**
 * What a list cannot be sent for: an entry in which the hub gives nothing for a field that it
 * demands, e.g. `ROUND-G has no precoDe`.
 */
function incompleteEntry({ fields }: Field, value: unknown): string | undefined {
	if (fields === undefined || !Array.isArray(value)) return undefined;
	const demanded = Object.entries(fields).filter(([, field]) => field.required);
	for (const entry of value.filter(isRecord)) {
		const missing = demanded.find(
			([name, field]) => name in entry && (isBlank(entry[name]) || isNothing(field, entry[name])),
		);
		const [first] = Object.values(entry);
		if (missing !== undefined) return `${String(first)} has no ${missing[0]}`;
	}
	return undefined;
}
