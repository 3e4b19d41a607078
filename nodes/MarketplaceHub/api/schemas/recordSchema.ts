import type { IDataObject } from 'n8n-workflow';
import { dateOfHub } from '../values/dates';
import { isRecord } from '../values/objects';
import { toNumber } from '../values/numbers';

/**
 * Shape of a record of the hub, declared once: numbers that arrive as text are read by it,
 * and the output schemas that n8n previews are made from it.
 */
export type RecordSchema =
	| 'string'
	| 'number'
	/**
	 * An amount that the hub may write as people do (reference: Customized price): `1.500` is 1500. Any other
	 * number as text is written as JSON has it: `1.500` is 1.5.
	 */
	| 'price'
	/** Text: a date of the hub, in a form that sorts wherever it can be read. */
	| 'date'
	| 'boolean'
	| readonly [RecordSchema]
	| FieldSchemas;

interface FieldSchemas {
	readonly [field: string]: RecordSchema;
}

/** A field name that stands for any key, e.g. in `caracteristicas`. */
export const anyKey = '*';

/**
 * `value` with text turned into numbers where the schema says number (`"12.90"`, `"12,90"`); fields
 * that the schema does not know, and values it does not expect, stay as they are.
 */
function typed(value: unknown, schema: RecordSchema): unknown {
	if (schema === 'number') return toNumber(value);
	if (schema === 'price') return toNumber(value, 'money');
	if (schema === 'date') return dateOfHub(value);
	if (typeof schema === 'string') return value;
	if (isListSchema(schema)) return Array.isArray(value) ? typedList(value, schema[0]) : value;
	return isRecord(value) ? typedFields(value, schema) : value;
}

/** The list itself where nothing in it is to be changed. */
function typedList(list: unknown[], schema: RecordSchema): unknown[] {
	const read = list.map((entry) => typed(entry, schema));
	return read.some((entry, index) => entry !== list[index]) ? read : list;
}

/** The record itself where nothing in it is to be changed: hardly any of thousands needs a copy. */
function typedFields(record: IDataObject, schema: FieldSchemas): IDataObject {
	const changed: Array<[string, unknown]> = [];
	for (const field of Object.keys(record)) {
		const fieldSchema = Object.hasOwn(schema, field) ? schema[field] : schema[anyKey];
		if (fieldSchema === undefined || fieldSchema === 'string' || fieldSchema === 'boolean')
			continue;
		const value = record[field];
		const read = typed(value, fieldSchema);
		if (read !== value) changed.push([field, read]);
	}
	if (changed.length === 0) return record;
	// `fromEntries` keeps a key called `__proto__`, which an assignment would not
	return Object.fromEntries([...Object.entries(record), ...changed]) as IDataObject;
}

/** A whole record with its values in the types of the schema. */
export function readRecord(value: unknown, schema: RecordSchema): IDataObject {
	const record = typed(value, schema);
	return isRecord(record) ? record : { value: record as IDataObject[string] };
}

function isListSchema(schema: RecordSchema): schema is readonly [RecordSchema] {
	return Array.isArray(schema);
}
