import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The records in a list; what is no record is left out. Some hubs write a list as an object, a list of one as what is
 * in it, and none as `{}`.
 * @param by the field by which a record is known
 */
export function recordsOf(value: unknown, by: string): IDataObject[] {
	const isList = isRecord(value) && !Object.hasOwn(value, by);
	const list: unknown[] = isList ? Object.values(value) : [value].flat();
	return list.filter(isRecord);
}
