import { isRecord } from './checks';

/** Adds a value to the list under a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** The records in a list. Some hubs write a list as an object, a list of one as what is in it, and none as `{}`. */
export function recordsOf(value: unknown): Array<Record<string, unknown>> {
	const isList = isRecord(value) && Object.values(value).every(isRecord);
	const list: unknown[] = isList ? Object.values(value) : [value].flat();
	return list.filter(isRecord);
}
