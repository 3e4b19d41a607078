import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { channel as channelSchema } from './records';
import { readRecord, type RecordSchema } from './recordSchema';

/** Readers for the hub's answers: the envelope is checked, records are only normalized. */
type Reader<Answer> = z.ZodType<Answer, z.ZodTypeDef, unknown>;

const anyRecord = z.record(z.unknown());

/** One record. */
export const recordOf = (schema: RecordSchema): Reader<IDataObject> =>
	anyRecord.transform((value) => readRecord(value, schema));

/** The records under `field` of an answer, e.g. `pedidos`. */
export const rowsOf = (field: string, schema: RecordSchema): Reader<IDataObject[]> =>
	z
		.object({ [field]: z.array(anyRecord) })
		.transform((answer) => (answer[field] ?? []).map((row) => readRecord(row, schema)));

/**
 * The records under `field` of an answer that groups them by channel name, flat, with the name in
 * `canal` (reference: Security stock, Customized price). An empty group object may come as a list.
 */
export const groupedRowsOf = (field: string, schema: RecordSchema): Reader<IDataObject[]> =>
	z
		.object({
			[field]: z.union([z.array(z.never()).transform(() => ({})), z.record(z.array(anyRecord))]),
		})
		.transform((answer) =>
			Object.entries<Array<Record<string, unknown>>>(answer[field] ?? {}).flatMap(([canal, rows]) =>
				rows.map((row) => readRecord({ canal, ...row }, schema)),
			),
		);

/** An answer whose body does not matter, or that has none. */
export const anything: Reader<unknown> = z.unknown();

/** An answer that is a record where there is one (answers the reference does not show). */
export const optionalRecordOf = (schema: RecordSchema): Reader<IDataObject | undefined> =>
	z
		.unknown()
		.transform((value) =>
			anyRecord.safeParse(value).success ? readRecord(value, schema) : undefined,
		);

/** `{canais: […]}` (reference: Channels). */
export const channels = rowsOf('canais', channelSchema);
