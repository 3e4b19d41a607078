import type { IDataObject } from 'n8n-workflow';
import { dateOfHub } from '../../values/hubDates';
import { isRecord } from '../../values/objects';
import { toNumber } from '../../values/numbers';

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

/** A field name that stands for any key, e.g. in `caracteristicas`, whose values are text. */
export const anyKey = '*';

/**
 * `value` with text turned into numbers where the schema says number (`"12.90"`, `"12,90"`); fields
 * that the schema does not know, and values it does not expect, stay as they are. Records and lists are changed in
 * place, since they have just been read from JSON, and only fields are looked at that may hold such text.
 */
function inTypes(value: unknown, schema: RecordSchema): unknown {
	if (schema === 'number') return toNumber(value);
	if (schema === 'price') return toNumber(value, 'money');
	if (schema === 'date') return dateOfHub(value);
	if (typeof schema === 'string') return value;
	if (isListSchema(schema)) {
		if (Array.isArray(value)) typeList(value, schema[0]);
	} else if (isRecord(value)) {
		for (const field in schema) typeField(value, field, schema[field]);
	}
	return value;
}

function typeList(list: unknown[], schema: RecordSchema): void {
	list.forEach((entry, index) => {
		list[index] = inTypes(entry, schema);
	});
}

function typeField(record: IDataObject, field: string, schema: RecordSchema = 'string'): void {
	if (schema === 'string' || schema === 'boolean') return;
	const value = record[field];
	const read = inTypes(value, schema);
	if (read !== value) record[field] = read as IDataObject[string];
}

/** A whole record with its values in the types of the schema; it is changed in place. */
export function readRecord(value: unknown, schema: RecordSchema): IDataObject {
	const record = inTypes(value, schema);
	return isRecord(record) ? record : { value: record as IDataObject[string] };
}

export function isListSchema(schema: RecordSchema): schema is readonly [RecordSchema] {
	return Array.isArray(schema);
}
