import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import type { RecordSchema } from '../../api/schemas/recordSchema';

/**
 * Paths of at most ten fields, most used first. A simplified record keeps them where they are in the
 * full one, so an expression works with both.
 */
export type Simplification = readonly string[];

/** The record with only these fields; those it does not have are left out. */
export function simplified(record: IDataObject, fields: Simplification): IDataObject {
	return pick(record, fields);
}

/** The shape of a simplified record. */
export function simplifiedSchema(
	shape: Readonly<Record<string, RecordSchema>>,
	fields: Simplification,
): RecordSchema {
	return pick(shape, fields) as Record<string, RecordSchema>;
}
