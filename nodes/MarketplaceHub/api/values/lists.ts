import type { IDataObject } from 'n8n-workflow';
import { isBlank, isRecord } from './checks';

/** Adds a value to the list under a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/**
 * The entries of a list of records. Some hubs write a list as an object, a list of one as what is in it, and none as
 * `{}` or `null`.
 * @param by the field by which a record is known
 */
export function entriesOf(value: unknown, by: string): unknown[] {
	if (isBlank(value)) return [];
	const isList = isRecord(value) && !Object.hasOwn(value, by);
	return isList ? Object.values(value) : [value].flat();
}

/** The records in such a list; what is no record is left out. */
export const recordsOf = (value: unknown, by: string): IDataObject[] =>
	entriesOf(value, by).filter(isRecord);
