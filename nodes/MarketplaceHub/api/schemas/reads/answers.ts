import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isBlank } from '../../values/blanks';
import { isRecord } from '../../values/objects';
import { plainId } from '../../values/ids';
import { type Check, custom, preprocess, superRefine, transform } from '../effects';
import { readRecord, type RecordSchema } from './recordSchema';

/** Readers for the hub's answers: the envelope is checked, the numbers in records are read. */
export type Reader<Answer> = Check<Answer>;

/** Not `z.record`, which drops a key called `__proto__`. */
const anyRecord = custom(isRecord, 'Expected a record');

/** Whether a value names a record. */
export const isId = (value: unknown) =>
	(typeof value === 'string' && !isBlank(value)) || typeof value === 'number';

/**
 * One record.
 * @param id the field that identifies the record: without it an answer is no record
 * @param asked the record that was asked for, in each way that names it; any record when left out
 */
export const recordOf = (
	schema: RecordSchema,
	id: string,
	...asked: readonly string[]
): Reader<IDataObject> =>
	superRefine(
		transform(anyRecord, (value) => readRecord(value, schema)),
		(record, refuse) => {
			const found = record[id];
			const issue = (message: string) => refuse({ code: 'custom', path: [id], message });
			if (!isId(found)) issue('the answer holds no such record');
			else if (asked.length > 0 && !asked.map(plainId).includes(plainId(found)))
				issue(`the answer is about ${String(found)}, not about ${asked[0]}`);
		},
	);

/** Words for a value that is no list. */
const noList = (list: unknown) => (list === undefined ? 'Required' : 'Expected a list');

/** Any list; its entries are read one by one. */
export const anyList = custom<unknown[]>(Array.isArray, noList);

/** Checked in one go: a schema run for each of thousands takes longer than to read them. */
const rows = superRefine(custom<IDataObject[]>(Array.isArray, noList), (list, refuse) => {
	const index = list.findIndex((row) => !isRecord(row));
	if (index >= 0) refuse({ code: 'custom', path: [index], message: 'Expected a record' });
});

/** The records under `field` of an answer, e.g. `pedidos`. */
export const rowsOf = (field: string, schema: RecordSchema): Reader<IDataObject[]> =>
	transform(z.object({ [field]: rows }), (answer) =>
		(answer[field] ?? []).map((row) => readRecord(row, schema)),
	);

/** Lists of rows by the name of their channel; an empty one may come as `null`, none at all as `[]`. */
const recordGroups = custom(
	(value): value is Record<string, IDataObject[] | null> =>
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
	transform(z.object({ [field]: recordGroups }), (answer) =>
		Object.entries(answer[field] ?? {}).flatMap(([canal, list]) =>
			(list ?? []).map((row) => readRecord({ canal, ...row }, schema)),
		),
	);

export const anything: Reader<unknown> = z.unknown();

/**
 * An answer that is a record where `id` is in it (answers the reference does not show).
 * @param asked the record that was written, in each way that names it
 */
export const optionalRecordOf = (
	schema: RecordSchema,
	id: string,
	...asked: readonly string[]
): Reader<IDataObject | undefined> =>
	preprocess(
		(value) => (isRecord(value) && isId(value[id]) ? value : undefined),
		recordOf(schema, id, ...asked).optional(),
	);
