import isPlainObject from 'lodash/isPlainObject';
import { isRecord } from '../values/checks';
import { fromJson } from '../values/json';
import type { Reader } from './answers';
import type { Field, Values, WriteFields } from './fields';
import type { RecordSchema } from './recordSchema';

/** Fields that may be written, and those that a read of the same thing holds besides. */
export interface WriteShape {
	fields: WriteFields;
	/** Fields of reads: those that cannot be written are left out without a word. */
	record: Readonly<Record<string, RecordSchema>>;
	/** Fields of reads that another operation writes: leaving them out is noted, at every depth. */
	elsewhere?: readonly string[];
	/** A field that every read has: a change without it was written by the user, as a whole. */
	inEveryRead?: string;
	/** What lacks fields that it needs, in words: `a new product`. */
	entry?: string;
}

/** A shape with the check of all that is written of it. */
export interface EntryShape extends WriteShape {
	check: Reader<Values>;
}

/** Whether only a read gives the field. */
export const isReadOnly = (name: string, { fields, record }: WriteShape) =>
	!Object.hasOwn(fields, name) &&
	(Object.hasOwn(record, name) ||
		Object.values(fields).some(({ readAs }) => readAs?.names.includes(name)));

/** Whether something in it, at any depth, can only come from a read. */
export const holdsReadOnly = (given: Values, shape: WriteShape): boolean =>
	Object.keys(given).some((name) => isReadOnly(name, shape)) ||
	Object.entries(shape.fields).some(([name, field]) => {
		const inner = shapeIn(field, shape.record[name]);
		const entries = inner === undefined ? [] : [fromJson(given[name])].flat().filter(isRecord);
		return inner !== undefined && entries.some((entry) => holdsReadOnly(entry, inner));
	});

/** The shape of an object, or of the objects in a list. */
export function shapeIn(
	{ fields }: Field,
	schema: RecordSchema | undefined,
): WriteShape | undefined {
	const inner = Array.isArray(schema) ? (schema[0] as RecordSchema) : schema;
	const record = isPlainObject(inner) ? (inner as WriteShape['record']) : {};
	return fields === undefined ? undefined : { fields, record };
}
