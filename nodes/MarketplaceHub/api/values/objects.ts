import type { IDataObject } from 'n8n-workflow';
import { isBlank } from './blanks';

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of a list, which may hold anything; none of anything else. */
export const onlyRecords = (list: unknown): IDataObject[] =>
	Array.isArray(list) ? list.filter(isRecord) : [];

/**
 * The entries of a list of records. Some hubs write a list as an object, a list of one record as that record,
 * and an empty list as `{}` or `null`.
 * @param by the field by which a record is known
 */
export function entriesOf(value: unknown, by: string): unknown[] {
	if (isBlank(value)) return [];
	const isList = isRecord(value) && !Object.hasOwn(value, by);
	return isList ? Object.values(value) : [value].flat();
}

/** The records in such a list; a value that is no record is left out. */
export const recordsOf = (value: unknown, by: string): IDataObject[] =>
	entriesOf(value, by).filter(isRecord);
