import isEqual from 'lodash/isEqual';
import type { Entry, EntryResult } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import { toStored, type Stored, type SyncFields } from '../../../api/sync/stored';
import { refusedResult } from './results';

/** What the input wants. */
export interface Wanted {
	/** Values by key, each once. */
	values: Map<string, Stored>;
	/** The entries that want them, also several that want the same. */
	entries: Array<{ key: string; entry: Entry }>;
	/** Entries that contradict another one. */
	refused: EntryResult[];
}

/** Gathers what entries want; the same key with different values is refused, whichever comes first. */
export function wantedOf(
	entries: readonly Entry[],
	fields: SyncFields,
	keyOf: (entry: Entry) => string,
): Wanted {
	const groups = new Map<string, { entry: Entry; values: Stored }[]>();
	for (const entry of entries) {
		const group = groups.get(keyOf(entry)) ?? [];
		group.push({ entry, values: toStored(entry.body, fields) });
		groups.set(keyOf(entry), group);
	}
	const wanted: Wanted = { values: new Map(), entries: [], refused: [] };
	for (const [key, group] of groups) {
		const [first] = group;
		if (first !== undefined && group.every(({ values }) => isEqual(values, first.values))) {
			wanted.values.set(key, first.values);
			wanted.entries.push(...group.map(({ entry }) => ({ key, entry })));
		} else {
			const items = [...new Set(group.map(({ entry }) => entry.itemIndex))];
			wanted.refused.push(...group.map(({ entry }) => refusedResult(entry, contradiction(items))));
		}
	}
	return wanted;
}

const contradiction = (items: readonly number[]) =>
	new HubError(
		'invalid',
		`Not sent, because the list gives different values for it (items ${items.join(', ')})`,
		{ description: 'Leave one of them in the list.' },
	);
