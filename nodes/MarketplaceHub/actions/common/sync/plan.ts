import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import type { Entry, EntryResult, Identity } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import { comparable } from '../../../api/schemas/answers';
import { toComparable, type Comparable, type SyncFields, holds } from '../../../api/sync/reading';
import { isBlank } from '../../../api/values/checks';
import type { NodeContext } from '../../operation';
import { checkEntries, type EntryKind } from '../entries';
import { refused } from './results';
import mapValues from 'lodash/mapValues';
import {
	fewest,
	guards,
	type Change,
	type Decision,
	type Guard,
	type Hold,
	type Limits,
	type RunPreview,
} from './guards';

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
	wanted: ReadonlyMap<string, Comparable>;
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
	const wanted = new Map<string, Comparable>();
	const entries: InputList['entries'] = [];
	const invalid = checked.refused.map(({ json, failure, ...entry }): EntryResult => {
		return { ...entry, ...refused(pick(json, fields) as Identity, failure) };
	});
	for (const [key, group] of grouped(checked.entries, keyOf)) {
		const [values = {}, ...others] = group.map(({ body }) => toComparable(body, compared));
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

/** What the input wants, what the hub holds, and the limits in between. */
export interface Comparison extends Omit<RunPreview, 'compared'> {
	/** Wanted values by key. */
	wanted: ReadonlyMap<string, Comparable>;
	/** What the hub holds of them. */
	hub: ReadonlyMap<string, Comparable>;
	/** Whether what the hub does not hold can be written, as a price that a channel does not have yet. */
	createsMissing: boolean;
	/** What only the hub holds and the list does not name: it shall be zero. */
	toZero: ReadonlyMap<string, Comparable>;
	limits: Limits;
}

/** What a run does: a decision for each key, in the order of the list, and why it is held as a whole. */
export interface Plan {
	decisions: ReadonlyMap<string, Decision>;
	hold?: Hold;
}

/** Compares the list with the hub and lets the guards decide; nothing is read or sent. */
export function planSync(comparison: Comparison): Plan {
	const { wanted, hub, createsMissing, toZero, limits } = comparison;
	const decisions = new Map<string, Decision>();
	const add = (change: Change) => decisions.set(change.key, decide(change, createsMissing, limits));
	wanted.forEach((after, key) => add({ key, before: hub.get(key), after }));
	toZero.forEach((before, key) => {
		add({ key, before, after: mapValues(before, () => 0), isMissing: true });
	});
	const all = [...decisions.values()];
	const compared = all.filter(({ status }) => status !== 'notInHub');
	const hold = holdOfRun({ ...comparison, compared }, limits);
	if (hold !== undefined)
		for (const decision of all) if (decision.status === 'change') decision.status = 'held';
	return { decisions, hold };
}

function decide(change: Change, createsMissing: boolean, limits: Limits): Decision {
	const { before, after } = change;
	if (before === undefined && !createsMissing) return { ...change, status: 'notInHub' };
	if (before !== undefined && holds(before, after)) return { ...change, status: 'unchanged' };
	const hold = holdOfEntry(change, limits);
	return hold === undefined ? { ...change, status: 'change' } : { ...change, status: 'held', hold };
}

/** What holds an entry. */
const holdOfEntry = (change: Change, limits: Limits): Hold | undefined =>
	firstHold(limits, ({ inEntry }, limit) => inEntry?.(change, limit));

/** What holds a whole run; a share counts from ten entries on. */
function holdOfRun(run: RunPreview, limits: Limits): Hold | undefined {
	const isShort = run.compared.length + run.refused < fewest;
	return firstHold(limits, ({ name, inRun }, limit) =>
		isShort && name !== 'wholeShare' ? undefined : inRun?.(run, limit),
	);
}

function firstHold(
	limits: Limits,
	test: (guard: Guard, limit: number) => string | undefined,
): Hold | undefined {
	for (const guard of guards) {
		const { name, displayName, isLowest } = guard;
		const limit = limits.get(name);
		const what = limit === undefined ? undefined : test(guard, limit);
		if (what === undefined) continue;
		const turn = `${isLowest ? 'lower' : 'raise'} ${displayName}`;
		return {
			reason: `${what}; ${displayName} is ${limit}`,
			advice: `choose Custom under Guards, ${turn} or set it to 0, which switches it off, and run again.`,
		};
	}
	return undefined;
}
