import type { IDataObject } from 'n8n-workflow';
import { readNumberText } from '../values/localNumbers';
import { toNumber } from '../values/numbers';

/**
 * What a record of the hub looks like, declared once: numbers that arrive as text are read by it,
 * and the output schemas that n8n previews are made from it.
 */
export type RecordSchema =
	| 'string'
	| 'number'
	/** A number that may be written with a decimal comma (reference: Customized price). */
	| 'price'
	| 'boolean'
	| readonly [RecordSchema]
	| FieldSchemas;

interface FieldSchemas {
	readonly [field: string]: RecordSchema;
}

/** A field name that stands for any key, e.g. in `caracteristicas`. */
export const anyKey = '*';

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `value` with text turned into numbers where the schema says number (`"12.90"`, `"12,90"`); fields
 * that the schema does not know, and values it does not expect, stay as they are.
 */
function normalize(value: unknown, schema: RecordSchema): unknown {
	if (schema === 'number') return toNumber(value);
	// `1.500` may be one thousand five hundred: whoever writes it back is to see it as it came
	if (schema === 'price') return isAmbiguous(value) ? value : toNumber(value);
	if (typeof schema === 'string') return value;
	if (isListSchema(schema)) return Array.isArray(value) ? normalizeList(value, schema[0]) : value;
	return isRecord(value) ? normalizeFields(value, schema) : value;
}

/** The list itself where nothing in it is to be changed. */
function normalizeList(list: unknown[], schema: RecordSchema): unknown[] {
	const read = list.map((entry) => normalize(entry, schema));
	return read.some((entry, index) => entry !== list[index]) ? read : list;
}

/** The record itself where nothing in it is to be changed: hardly any of thousands needs a copy. */
function normalizeFields(record: IDataObject, schema: FieldSchemas): IDataObject {
	const changed: Array<[string, unknown]> = [];
	for (const field of Object.keys(record)) {
		const fieldSchema = Object.hasOwn(schema, field) ? schema[field] : schema[anyKey];
		if (fieldSchema === undefined || fieldSchema === 'string' || fieldSchema === 'boolean')
			continue;
		const value = record[field];
		const read = normalize(value, fieldSchema);
		if (read !== value) changed.push([field, read]);
	}
	if (changed.length === 0) return record;
	// `fromEntries` keeps a key called `__proto__`, which an assignment would not
	return Object.fromEntries([...Object.entries(record), ...changed]) as IDataObject;
}

const isAmbiguous = (value: unknown) => {
	const read = typeof value === 'string' ? readNumberText(value) : undefined;
	return read !== undefined && !('value' in read);
};

/** `normalize` for a whole record. */
export function readRecord(value: unknown, schema: RecordSchema): IDataObject {
	const record = normalize(value, schema);
	return isRecord(record) ? record : { value: record as IDataObject[string] };
}

/** The schema as JSON Schema, in the form of n8n's own `__schema__` files. */
export function toJsonSchema(schema: RecordSchema): IDataObject {
	if (typeof schema === 'string') return { type: schema === 'price' ? 'number' : schema };
	if (isListSchema(schema)) return { type: 'array', items: toJsonSchema(schema[0]) };
	const properties = Object.entries(schema).filter(([field]) => field !== anyKey);
	return {
		type: 'object',
		properties: Object.fromEntries(
			properties.map(([field, value]) => [field, toJsonSchema(value)]),
		),
	};
}

function isListSchema(schema: RecordSchema): schema is readonly [RecordSchema] {
	return Array.isArray(schema);
}
