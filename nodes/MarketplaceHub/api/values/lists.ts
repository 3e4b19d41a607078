import type { IDataObject } from 'n8n-workflow';
import { isRecord } from './checks';

/** Adds a value to the list under a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

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
