import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { channel as channelSchema } from './records';
import { isRecord, readRecord, type RecordSchema } from './recordSchema';

/** Readers for the hub's answers: the envelope is checked, records are only normalized. */
type Reader<Answer> = z.ZodType<Answer, z.ZodTypeDef, unknown>;

/** Not `z.record`, which drops a key called `__proto__`. */
const anyRecord = z.custom<Record<string, unknown>>(isRecord, 'Expected a record');

/** Ids are the same whatever their type, their case, and zeros or blanks around them. */
const comparable = (id: unknown) =>
	String(id)
		.trim()
		.normalize()
		.toLowerCase()
		.replace(/^0+(?=\d)/, '');

const isId = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

/**
 * One record.
 * @param id the field that says which one it is: without it an answer is no record
 * @param asked the one that was asked for
 */
export const recordOf = (schema: RecordSchema, id: string, asked?: string): Reader<IDataObject> =>
	anyRecord
		.transform((value) => readRecord(value, schema))
		.superRefine((record, { addIssue }) => {
			const found = record[id];
			if (!isId(found))
				addIssue({ code: 'custom', path: [id], message: 'the answer holds no such record' });
			else if (asked !== undefined && comparable(found) !== comparable(asked))
				addIssue({
					code: 'custom',
					path: [id],
					message: `the answer is about ${String(found)}, not about ${asked}`,
				});
		});

/** The records under `field` of an answer, e.g. `pedidos`. */
export const rowsOf = (field: string, schema: RecordSchema): Reader<IDataObject[]> =>
	z
		.object({ [field]: z.array(anyRecord) })
		.transform((answer) => (answer[field] ?? []).map((row) => readRecord(row, schema)));

/** Lists of rows by the name of their channel; an empty one may come as `null`, none at all as `[]`. */
const groups = z.custom<Record<string, IDataObject[] | null>>(
	(value) =>
		(Array.isArray(value) && value.length === 0) ||
		(isRecord(value) &&
			Object.values(value).every(
				(rows) => rows === null || (Array.isArray(rows) && rows.every(isRecord)),
			)),
	'Expected rows by channel',
);

/**
 * The records under `field` of an answer that groups them by channel name, flat, with the name in
 * `canal` (reference: Security stock, Customized price). An empty group object may come as a list.
 */
export const groupedRowsOf = (field: string, schema: RecordSchema): Reader<IDataObject[]> =>
	z
		.object({ [field]: groups })
		.transform((answer) =>
			Object.entries(answer[field] ?? {}).flatMap(([canal, rows]) =>
				(rows ?? []).map((row) => readRecord({ canal, ...row }, schema)),
			),
		);

/** An answer whose body does not matter, or that has none. */
export const anything: Reader<unknown> = z.unknown();

/** An answer that is a record where `id` is in it (answers the reference does not show). */
export const optionalRecordOf = (
	schema: RecordSchema,
	id: string,
): Reader<IDataObject | undefined> =>
	z
		.unknown()
		.transform((value) =>
			isRecord(value) && isId(value[id]) ? readRecord(value, schema) : undefined,
		);

/** `{canais: […]}` (reference: Channels). */
export const channels = rowsOf('canais', channelSchema);
