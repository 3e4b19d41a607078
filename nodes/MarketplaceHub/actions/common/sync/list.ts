import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import type { Entry, EntryResult, Identity } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import { comparable } from '../../../api/schemas/answers';
import { toStored, type Stored, type SyncFields } from '../../../api/sync/reading';
import { isBlank } from '../../../api/values/checks';
import type { NodeContext } from '../../operation';
import { checkEntries, type EntryKind } from '../entries';
import { refused } from './results';

/** What the entries of a list are, and what they are compared by. */
export interface ListedKind extends EntryKind {
	/** Fields that are compared. */
	compared: SyncFields;
	/** What an entry is found by in the hub. */
	keyOf: (identity: Identity) => string;
	identityIn: (key: string) => Identity;
}

/** What the input says. */
export interface InputList {
	/** Wanted values by key, each once. */
	wanted: ReadonlyMap<string, Stored>;
	/** The entries that want them, also several that want the same; nothing else of them is kept. */
	entries: Array<Pick<Entry, 'itemIndex' | 'position'> & { key: string }>;
	/** Results of entries that break a rule or contradict another one. */
	refused: EntryResult[];
	/** Keys that the input names, also in refused entries, by their comparable form, where asked for. */
	named: ReadonlyMap<string, string>;
	/** Whether an entry does not say what it is about. */
	hasNameless: boolean;
}

/**
 * Checks the entries of all items; of a key with different values none counts, whichever comes first.
 * @param withNames whether `named` is asked for
 */
export function readInputList(
	context: NodeContext,
	itemIndexes: number[],
	kind: ListedKind,
	withNames: boolean,
): InputList {
	const { compared, keyOf } = kind;
	const fields = Object.keys(kind.identity);
	const checked = checkEntries(context, itemIndexes, kind);
	const wanted = new Map<string, Stored>();
	const entries: InputList['entries'] = [];
	const invalid = checked.refused.map(({ json, failure, ...entry }): EntryResult => {
		return { ...entry, ...refused(pick(json, fields) as Identity, failure) };
	});
	for (const [key, group] of grouped(checked.entries, keyOf)) {
		const [values = {}, ...others] = group.map(({ body }) => toStored(body, compared));
		if (others.every((other) => isEqual(other, values))) {
			wanted.set(key, values);
			entries.push(...group.map(({ itemIndex, position }) => ({ itemIndex, position, key })));
			continue;
		}
		const failure = contradiction(group);
		invalid.push(
			...group.map(({ itemIndex, position, identity }) => ({
				itemIndexes: [itemIndex],
				position,
				...refused(identity, failure),
			})),
		);
	}
	const keys = invalid.flatMap(({ json }) =>
		fields.some((field) => isBlank(json[field])) ? [] : [keyOf(json as Identity)],
	);
	const names = withNames ? [...keys, ...wanted.keys()] : [];
	return {
		wanted,
		entries,
		refused: invalid,
		named: new Map(names.map((key) => [comparable(key), key])),
		hasNameless: keys.length < invalid.length,
	};
}

function grouped(entries: readonly Entry[], keyOf: ListedKind['keyOf']): Map<string, Entry[]> {
	const groups = new Map<string, Entry[]>();
	for (const entry of entries) {
		const key = keyOf(entry.identity);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [entry]);
		else group.push(entry);
	}
	return groups;
}

function contradiction(group: readonly Entry[]): HubError {
	const items = [...new Set(group.map(({ itemIndex }) => itemIndex))].join(', ');
	return new HubError(
		'invalid',
		`Not sent, because the list gives different values for it (items ${items})`,
		{ description: 'Leave one of them in the list.' },
	);
}
