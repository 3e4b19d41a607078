import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isRecord } from '../values/checks';
import { plainId, positiveDigits } from '../values/ids';
import { toNumber } from '../values/numbers';
import { shorten, listed } from '../values/text';

/**
 * Shape of a record of the hub, declared once: numbers that arrive as text are read by it,
 * and the output schemas that n8n previews are made from it.
 */
export type RecordSchema =
	| 'string'
	| 'number'
	/** An amount that may be written as people do, `1.500,00` (reference: Customized price). */
	| 'price'
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

/** Readers for the hub's answers: the envelope is checked, the numbers in records are read. */
export type Reader<Answer> = z.ZodType<Answer, z.ZodTypeDef, unknown>;

/** Not `z.record`, which drops a key called `__proto__`. */
const anyRecord = z.custom<Record<string, unknown>>(isRecord, 'Expected a record');

const isId = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

/**
 * One record.
 * @param id the field that says which one it is: without it an answer is no record
 * @param asked the one that was asked for, in each way that names it; any when left out
 */
export const recordOf = (
	schema: RecordSchema,
	id: string,
	...asked: readonly string[]
): Reader<IDataObject> =>
	anyRecord
		.transform((value) => readRecord(value, schema))
		.superRefine((record, context) => {
			const found = record[id];
			if (!isId(found)) issue(context, id, 'the answer holds no such record');
			else if (asked.length > 0 && !asked.map(plainId).includes(plainId(found)))
				issue(context, id, `the answer is about ${String(found)}, not about ${asked[0]}`);
		});

const issue = ({ addIssue }: z.RefinementCtx, field: string, message: string) =>
	addIssue({ code: 'custom', path: [field], message });

const noList = (list: unknown) => ({
	message: list === undefined ? 'Required' : 'Expected a list',
});

/** Checked in one go: a schema run for each of thousands takes longer than to read them. */
const rows = z.custom<IDataObject[]>(Array.isArray, noList).superRefine((list, { addIssue }) => {
	const index = list.findIndex((row) => !isRecord(row));
	if (index >= 0) addIssue({ code: 'custom', path: [index], message: 'Expected a record' });
});

/** The records under `field` of an answer, e.g. `pedidos`. */
export const rowsOf = (field: string, schema: RecordSchema): Reader<IDataObject[]> =>
	z
		.object({ [field]: rows })
		.transform((answer) => (answer[field] ?? []).map((row) => readRecord(row, schema)));

/** Levels of a record; n8n copies and stores items recursively, and those of the reference have four. */
const deepest = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));

/** A record of a page that cannot be worked on: it is none, or nested too deep for n8n. */
export class UnreadableRecord {
	/** @param name its name for messages */
	constructor(readonly name: string) {}
}

/** Names records that are left out, for a hint or a log. */
export const leftOut = (names: Iterable<string>): string =>
	`Left out, because n8n cannot work on them (no record, without an ID, or nested more than ${deepest} levels deep): ${listed(names)}. Ask the hub's support to correct them.`;

/** The orders under `pedidos` of an answer; one that cannot be worked on keeps no other from coming. */
export const ordersOf = (
	schema: RecordSchema,
	{ needsId = false } = {},
): Reader<Array<IDataObject | UnreadableRecord>> =>
	z.object({ pedidos: z.custom<unknown[]>(Array.isArray, noList) }).transform(({ pedidos }) =>
		pedidos.map((row) => {
			const isWorkable = isRecord(row) && (!needsId || positiveDigits(row.idPedido) !== undefined);
			if (isWorkable && !isDeeper(row, deepest)) return readRecord(row, schema);
			const id = isRecord(row) && isId(row.idPedido) ? String(row.idPedido) : 'without an ID';
			return new UnreadableRecord(`order ${shorten(id, 20)}`);
		}),
	);

/** Lists of rows by the name of their channel; an empty one may come as `null`, none at all as `[]`. */
const recordGroups = z.custom<Record<string, IDataObject[] | null>>(
	(value) =>
		(Array.isArray(value) && value.length === 0) ||
		(isRecord(value) &&
			Object.values(value).every(
				(list) => list === null || (Array.isArray(list) && list.every(isRecord)),
			)),
	'Expected rows by channel',
);

/**
 * The records under `field` of an answer that groups them by channel name, flat, with the name in
 * `canal` (reference: Security stock, Customized price). An empty group object may come as a list.
 */
export const groupedRowsOf = (field: string, schema: RecordSchema): Reader<IDataObject[]> =>
	z
		.object({ [field]: recordGroups })
		.transform((answer) =>
			Object.entries(answer[field] ?? {}).flatMap(([canal, list]) =>
				(list ?? []).map((row) => readRecord({ canal, ...row }, schema)),
			),
		);

export const anything: Reader<unknown> = z.unknown();

/**
 * An answer that is a record where `id` is in it (answers the reference does not show).
 * @param asked the one that was written, in each way that names it
 */
export const optionalRecordOf = (
	schema: RecordSchema,
	id: string,
	...asked: readonly string[]
): Reader<IDataObject | undefined> =>
	z.preprocess(
		(value) => (isRecord(value) && isId(value[id]) ? value : undefined),
		recordOf(schema, id, ...asked).optional(),
	);
