import pick from 'lodash/pick';
import type { EndpointName } from '../../../api/endpoints';
import type { Entry, EntryResult, Identity } from '../../../api/entries';
import { countedHub } from '../../../api/sync/countedHub';
import { planSync, type Plan } from '../../../api/sync/plan';
import { fromStored, type Stored, type SyncFields } from '../../../api/sync/stored';
import type { Read, Reading } from '../../../api/sync/reading';
import type { NodeContext, OperationContext } from '../../operation';
import { telling } from '../../runNotes';
import { checkEntries, inEntryOrder, type EntryKind } from '../entries';
import { heldRest, heldRun, onlyInHubResult, resultOf, type Outcomes } from './results';
import type { MissingInList } from './properties';
import { readSyncSettings } from './settings';
import { summaryOf } from './summary';
import { wantedOf, type Wanted } from './wanted';

/** What is kept in step with the hub, and how. */
export interface SyncKind<Name extends EndpointName> extends EntryKind {
	/** Fields that are compared. */
	compared: SyncFields;
	/** What an entry is found by in the hub. */
	keyOf: (identity: Identity) => string;
	identityIn: (key: string) => Identity;
	/** Whether what the hub does not hold yet can be written. */
	createsMissing: boolean;
	read: Read<Name>;
	/** Sends entries and gives each its own result, by `position`. */
	send: (context: OperationContext<Name>, entries: Entry[]) => Promise<EntryResult[]>;
}

/**
 * Makes the hub agree with the list that all items give: reads what the hub holds, compares, lets
 * the guards decide, and sends what differs. Each entry has its own result.
 */
export async function runSync<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: number[],
	kind: SyncKind<Name>,
): Promise<EntryResult[]> {
	const begin = Date.now();
	const settings = readSyncSettings(context.parameters);
	const { hub, counts } = countedHub(context.hub);
	const wanted = takeList(context, itemIndexes, kind);
	const named = namedBy(wanted.refused, kind);
	const reading = await kind.read(hub, {
		wanted: wanted.values,
		named: named.keys,
		fields: kind.compared,
		others: settings.missing !== 'ignore',
		size: settings.wholeList,
	});
	const rest = restOf(reading, named);
	const plan = planSync({
		wanted: wanted.values,
		hub: reading.values,
		createsMissing: kind.createsMissing,
		toZero: settings.missing === 'zero' && rest.isKnown ? rest.values : undefined,
		whole: reading.whole,
		guards: settings.guards,
	});
	const sent = settings.dryRun ? new Map() : await send({ ...context, hub }, plan, kind);
	const outcomes: Outcomes = {
		fields: kind.compared,
		dryRun: settings.dryRun,
		decisions: plan.decisions,
		sent,
		runFailure: plan.held === undefined ? undefined : heldRun(plan.held),
	};
	const results = inEntryOrder([
		...wanted.refused,
		...wanted.entries.map(
			({ key, itemIndex, position }): EntryResult => ({
				itemIndexes: [itemIndex],
				position,
				...resultOf(key, kind.identityIn(key), outcomes),
			}),
		),
		...resultsOfRest(rest, outcomes, settings.missing, kind),
	]);
	const { runFailure } = outcomes;
	if (runFailure !== undefined && !results.some(({ failure }) => failure === runFailure))
		results.push({ itemIndexes: [], json: { status: 'held' }, failure: runFailure });
	telling(context.node)(
		'info',
		summaryOf(results, {
			dryRun: settings.dryRun,
			counts,
			ms: Date.now() - begin,
		}),
	);
	return results;
}

/** What the items want, and what is refused of them; nothing else of the entries is kept. */
function takeList<Name extends EndpointName>(
	context: NodeContext,
	itemIndexes: number[],
	kind: SyncKind<Name>,
): Wanted {
	const { entries, refused } = checkEntries(context, itemIndexes, kind);
	const wanted = wantedOf(entries, kind.compared, ({ identity }) => kind.keyOf(identity));
	const invalid = refused.map((result) => refusedEntry(result, kind));
	return { ...wanted, refused: [...invalid, ...wanted.refused] };
}

/** Sends what differs; by key, what became of it. */
async function send<Name extends EndpointName>(
	context: OperationContext<Name>,
	{ changes }: Plan,
	kind: SyncKind<Name>,
): Promise<Map<string, EntryResult>> {
	const entries = changes.map(({ key, after }, position): Entry => {
		const identity = kind.identityIn(key);
		const body = { ...identity, ...fromStored(after, kind.compared) };
		return { itemIndex: 0, position, identity, body };
	});
	const results = entries.length === 0 ? [] : await kind.send(context, entries);
	return new Map(
		results.flatMap((result) => {
			const change = result.position === undefined ? undefined : changes[result.position];
			return change === undefined ? [] : [[change.key, result] as const];
		}),
	);
}

/** What only the hub holds. */
interface Rest {
	values: ReadonlyMap<string, Stored>;
	/** Whether all input items say what they are about: else one of these may be meant. */
	isKnown: boolean;
}

/** What refused entries name; `isAll` unless one of them does not say what it is about. */
function namedBy(
	refused: readonly EntryResult[],
	{ identity, keyOf }: Pick<SyncKind<never>, 'identity' | 'keyOf'>,
): { keys: ReadonlySet<string>; isAll: boolean } {
	const fields = Object.keys(identity);
	const named = refused.filter(({ json }) =>
		fields.every((field) => String(json[field] ?? '').trim() !== ''),
	);
	const keys = new Set(named.map(({ json }) => keyOf(json as Identity)));
	return { keys, isAll: named.length === refused.length };
}

/** What the input does not name at all, not even in an entry that is refused. */
const restOf = ({ others }: Reading, { keys, isAll }: ReturnType<typeof namedBy>): Rest => ({
	values: new Map([...others].filter(([key]) => !keys.has(key))),
	isKnown: isAll,
});

function resultsOfRest(
	{ values, isKnown }: Rest,
	outcomes: Outcomes,
	missing: MissingInList,
	{ identityIn }: Pick<SyncKind<never>, 'identityIn'>,
): EntryResult[] {
	const keys = [...values.keys()];
	if (missing === 'zero' && isKnown)
		return keys
			.filter((key) => outcomes.decisions.get(key)?.status !== 'unchanged')
			.map((key) => ({ itemIndexes: [], ...resultOf(key, identityIn(key), outcomes) }));
	return [...values].map(([key, stored]) => {
		const result = onlyInHubResult(identityIn(key), stored, outcomes.fields);
		return missing === 'zero' ? { ...result, ...heldRest(result) } : result;
	});
}

/** Checks of an entry as the result of a sync. */
const refusedEntry = (
	{ itemIndexes, position, json, failure }: EntryResult,
	{ identity }: Pick<SyncKind<never>, 'identity'>,
): EntryResult => ({
	itemIndexes,
	position,
	json: { ...pick(json, Object.keys(identity)), status: 'refused' },
	failure,
});
