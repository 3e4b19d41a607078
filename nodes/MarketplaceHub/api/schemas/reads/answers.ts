import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isBlank } from '../../values/blanks';
import { isRecord } from '../../values/objects';
import { plainId } from '../../values/ids';
import { readRecord, type RecordSchema } from './recordSchema';

/** Readers for the hub's answers: the envelope is checked, the numbers in records are read. */
export type Reader<Answer> = z.ZodType<Answer, z.ZodTypeDef, unknown>;

/** Not `z.record`, which drops a key called `__proto__`. */
const anyRecord = z.custom<Record<string, unknown>>(isRecord, 'Expected a record');

/** Whether a value names a record. */
export const isId = (value: unknown) =>
	(typeof value === 'string' && !isBlank(value)) || typeof value === 'number';

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

/** Words for what is no list. */
export const noList = (list: unknown) => ({
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
