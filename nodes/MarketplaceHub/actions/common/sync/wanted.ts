import groupBy from 'lodash/groupBy';
import isEqual from 'lodash/isEqual';
import type { Entry, EntryResult } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import { toStored, type Stored, type SyncFields } from '../../../api/sync/stored';
import { refusedResult } from './results';

/** An entry of the input: no more of it than it takes to give it a result. */
export type WantedEntry = Pick<Entry, 'itemIndex' | 'position'> & { key: string };

/** What the input wants. */
export interface Wanted {
	/** Values by key, each once. */
	values: Map<string, Stored>;
	/** The entries that want them, also several that want the same. */
	entries: WantedEntry[];
	/** Entries that contradict another one. */
	refused: EntryResult[];
}

/** Gathers what entries want; the same key with different values is refused, whichever comes first. */
export function wantedOf(
	entries: readonly Entry[],
	fields: SyncFields,
	keyOf: (entry: Entry) => string,
): Wanted {
	const values = new Map<string, Stored>();
	const contradicted = new Set<string>();
	for (const entry of entries) {
		const stored = toStored(entry.body, fields);
		const first = values.get(keyOf(entry)) ?? stored;
		values.set(keyOf(entry), first);
		if (!isEqual(stored, first)) contradicted.add(keyOf(entry));
	}
	contradicted.forEach((key) => values.delete(key));
	const contradicting = entries.filter((entry) => contradicted.has(keyOf(entry)));
	return {
		values,
		entries: entries.flatMap((entry) => {
			const { itemIndex, position } = entry;
			return contradicted.has(keyOf(entry)) ? [] : [{ key: keyOf(entry), itemIndex, position }];
		}),
		refused: Object.values(groupBy(contradicting, keyOf)).flatMap((group) => {
			const items = [...new Set(group.map(({ itemIndex }) => itemIndex))];
			return group.map((entry) => refusedResult(entry, contradiction(items)));
		}),
	};
}

const contradiction = (items: readonly number[]) =>
	new HubError(
		'invalid',
		`Not sent, because the list gives different values for it (items ${items.join(', ')})`,
		{ description: 'Leave one of them in the list.' },
	);
