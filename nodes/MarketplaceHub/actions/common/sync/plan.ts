import isEqual from 'lodash/isEqual';
import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import type { Entry, EntryResult, Identity } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import {
	differences,
	holds,
	spellingOf,
	toComparable,
	type Comparable,
	type Reading,
	type SyncFields,
} from '../../../api/sync/reading';
import { isBlank } from '../../../api/values/checks';
import { toInvalid } from '../../../shared/nodeErrors';
import type { NodeContext } from '../../operation';
import { checkEntries, failedEntry, type EntryKind } from '../entries';
import type { Change, Decision, Guard, Limits, MissingInList, RunPreview } from './guard';
import { fewest, guards } from './guards';
import type { SyncSettings } from './properties';
import { HeldRun, type Hold } from './results';

/** What the entries of a list are, and what they are compared by. */
export interface ListedKind extends EntryKind {
	/** Fields that are compared. */
	compared: SyncFields;
	/** What an entry is found by in the hub. */
	keyOf: (identity: Identity) => string;
	identityIn: (key: string) => Identity;
	/** Whether what the hub does not hold yet can be written. */
	createsMissing: boolean;
	/**
	 * Of records that are registered whole and changed by what differs: what is sent of a change.
	 * @throws HubError where that breaks a rule
	 */
	toBody?: (change: Change, context: NodeContext) => Record<string, unknown>;
}

/** What the input says. */
export interface InputList {
	/** Wanted values by key, each once. */
	wanted: ReadonlyMap<string, Comparable>;
	/** The entries that want them, also several that want the same; nothing else of them is kept. */
	entries: Array<Pick<Entry, 'itemIndex' | 'position'> & { key: string }>;
	/** Results of entries that break a rule or contradict another one. */
	refused: EntryResult[];
	/** Keys that the input names, also in refused entries, by their spelling; empty unless `withNames`. */
	named: ReadonlyMap<string, string>;
	/** Whether an entry does not say what it is about. */
	hasNameless: boolean;
}

/** Checks the entries of all items; of a key with different values none counts, whichever comes first. */
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
	const groups = new Map<string, Entry[]>();
	for (const entry of checked.entries) {
		const key = keyOf(entry.identity);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [entry]);
		else group.push(entry);
	}
	for (const [key, group] of groups) {
		const [values = {}, ...others] = group.map(({ body }) => toComparable(body, compared));
		if (others.every((other) => isEqual(other, values))) {
			wanted.set(key, values);
			entries.push(...group.map(({ itemIndex, position }) => ({ itemIndex, position, key })));
			continue;
		}
		const failure = contradiction(group);
		checked.refused.push(...group.map((entry) => failedEntry(entry, failure)));
	}
	const invalid = checked.refused.map(({ json, ...entry }): EntryResult => {
		return { ...entry, json: { ...pick(json, fields), status: 'refused' } };
	});
	const keys = invalid.flatMap(({ json }) =>
		fields.some((field) => isBlank(json[field])) ? [] : [keyOf(json as Identity)],
	);
	const names = withNames ? [...keys, ...wanted.keys()] : [];
	return {
		wanted,
		entries,
		refused: invalid,
		named: new Map(names.map((key) => [spellingOf(key), key])),
		hasNameless: keys.length < invalid.length,
	};
}

function contradiction(group: readonly Entry[]): HubError {
	const items = [...new Set(group.map(({ itemIndex }) => itemIndex))].join(', ');
	return new HubError(
		'invalid',
		`Not sent, because the list gives different values for it (items ${items})`,
		{ description: 'Leave one of them in the list.' },
	);
}

/**
 * Compares the list with the hub and lets the guards decide; nothing is read or sent.
 * @returns decisions by key in the order of the list, those on what only the hub holds, and why nothing
 * is sent
 */
export function planSync(
	context: NodeContext,
	kind: ListedKind,
	settings: SyncSettings,
	list: InputList,
	{ values, others, whole, normal, refused }: Reading,
) {
	const { limits, dryRun } = settings;
	const decideOn = (change: Change) =>
		decide(change, context, kind, settings, refused?.get(change.key));
	const decisions = new Map<string, Decision>();
	for (const [key, after] of list.wanted)
		decisions.set(key, decideOn({ key, before: values.get(key), normal: normal?.get(key), after }));
	const { changes, left } = restOf(others, list, settings.missing);
	const changing = changes.map(decideOn);
	const all = [...decisions.values(), ...changing];
	const compared = all.filter(({ status }) => status !== 'notInHub');
	const hold = holdOfRun({ compared, refused: list.refused.length, whole }, limits);
	const heldRun = hold && new HeldRun(hold, dryRun);
	for (const decision of all)
		if (decision.status === 'change' && heldRun !== undefined)
			Object.assign(decision, { status: 'held', failure: heldRun });
	return { decisions, rest: [...changing, ...left], heldRun };
}

/** What only the hub holds; what the list may mean is not set to zero or deleted. */
function restOf(
	others: Reading['others'],
	{ named, hasNameless }: InputList,
	missing: MissingInList,
): { changes: Change[]; left: Decision[] } {
	const changes: Change[] = [];
	const left: Decision[] = [];
	const unnamed = hasNameless ? nameless : undefined;
	for (const [key, before] of others) {
		const name = named.get(spellingOf(key));
		if (name === key) continue;
		const why = name === undefined ? unnamed : inAnotherSpelling(name);
		const stays = { key, before, after: {}, missing: 'report' } as const;
		if (missing === 'report') left.push({ ...stays, status: 'onlyInHub' });
		else if (why === undefined)
			changes.push({
				key,
				before,
				after: missing === 'zero' ? mapValues(before, () => 0) : {},
				missing,
			});
		else if (Object.values(before).some((value) => Number(value) > 0))
			left.push({ ...stays, status: 'held', failure: mayBeMeant(missing, why) });
	}
	return { changes, left };
}

const nameless =
	'an input item does not say which SKU it is about, or its credential cannot be resolved; this may be the one';
const inAnotherSpelling = (name: string) =>
	`the list has the SKU "${name}", which may be this one in another spelling`;

const mayBeMeant = (missing: MissingInList, why: string) =>
	new HubError('held', `Held, not ${missing === 'delete' ? 'deleted' : 'set to zero'}: ${why}`, {
		description: 'Correct the SKU in the list, and run again.',
	});

function decide(
	given: Change,
	context: NodeContext,
	{ createsMissing, toBody }: ListedKind,
	{ limits, dryRun }: SyncSettings,
	failure: HubError | undefined,
): Decision {
	const { before, missing } = given;
	const isRecord = toBody !== undefined && before !== undefined;
	const after = isRecord ? differences(before, given.after) : given.after;
	const change = { ...given, after };
	if (before === undefined && !createsMissing) return { ...change, status: 'notInHub' };
	if (missing !== 'delete' && before !== undefined && holds(before, after))
		return { ...change, status: 'unchanged' };
	if (failure !== undefined) return { ...change, status: 'refused', failure };
	const hold = firstHold(limits, ({ inEntry }, limit) => inEntry?.(change, limit));
	if (hold !== undefined) return { ...change, status: 'held', failure: heldEntry(hold, dryRun) };
	try {
		return { ...change, status: 'change', body: toBody?.(change, context) };
	} catch (error) {
		return { ...change, status: 'refused', failure: toInvalid(error) };
	}
}

const heldEntry = ({ reason, advice }: Hold, dryRun: boolean) =>
	new HubError('held', `${dryRun ? 'Would be held' : 'Held, not sent'}: ${reason}`, {
		description: `Look at the values. If they are right, ${advice}`,
	});

/** What holds a whole run; a share counts from ten entries on. */
function holdOfRun(run: RunPreview, limits: Limits): Hold | undefined {
	const isShort = run.compared.length + run.refused < fewest;
	return firstHold(limits, ({ name, inRun }, limit) =>
		isShort && name !== 'wholeShare' ? undefined : inRun?.(run, limit),
	);
}

/** Asks the guards in turn. */
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
