import type { EndpointName } from '../../../api/endpoints';
import type { Entry, EntryResult, Identity } from '../../../api/entries';
import { comparable } from '../../../api/schemas/answers';
import { countedHub, type Read, fromComparable, type Comparable } from '../../../api/sync/reading';
import type { OperationContext } from '../../operation';
import { inEntryOrder } from '../entries';
import { readInputList, type InputList, type ListedKind, planSync, type Plan } from './plan';
import { readSyncSettings, type MissingInList } from './properties';
import { HeldRun, onlyInHub, previewOf, resultOf, type Outcomes, tellRun } from './results';

/** What is kept in step with the hub, and how. */
export interface SyncKind<Name extends EndpointName> extends ListedKind {
	/** Whether what the hub does not hold yet can be written. */
	createsMissing: boolean;
	read: Read<Name>;
	/** Sends entries; of what became of each, `json` says which one it is. */
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
	const { dryRun, wholeList, missing, limits } = readSyncSettings(context.parameters);
	const { hub, counts } = countedHub(context.hub);
	const others = missing !== 'ignore';
	const list = readInputList(context, itemIndexes, kind, others);
	const reading = await kind.read(hub, {
		wanted: list.wanted,
		named: list.named,
		fields: kind.compared,
		others,
		countsAll: wholeList,
	});
	const rest = restOf(reading.others, list, missing);
	const plan = planSync({
		wanted: list.wanted,
		hub: reading.values,
		createsMissing: kind.createsMissing,
		toZero: rest.toZero,
		refused: list.refused.length,
		whole: reading.whole,
		limits,
	});
	const outcomes: Outcomes = {
		fields: kind.compared,
		dryRun,
		decisions: plan.decisions,
		sent: dryRun ? new Map() : await send({ ...context, hub }, plan, kind),
		heldRun: plan.hold && new HeldRun(plan.hold, dryRun),
	};
	const resultOfKey = (key: string) => resultOf(key, kind.identityIn(key), outcomes);
	const results = inEntryOrder([
		...list.refused,
		...list.entries.map(({ itemIndex, position, key }) => {
			return { itemIndexes: [itemIndex], position, ...resultOfKey(key) };
		}),
		...[...rest.toZero.keys()].flatMap((key) =>
			plan.decisions.get(key)?.status === 'unchanged'
				? []
				: [{ itemIndexes: [], ...resultOfKey(key) }],
		),
		...rest.left.map(({ key, values, why }) => {
			const identity = kind.identityIn(key);
			return { itemIndexes: [], ...onlyInHub(identity, values, kind.compared, why) };
		}),
	]);
	const failure = outcomes.heldRun;
	if (failure !== undefined && results.every((result) => result.failure === undefined))
		results.push({ itemIndexes: [], json: { status: 'held' }, failure });
	const told = dryRun ? results.map(previewOf) : results;
	tellRun(context, told, { dryRun, counts, ms: Date.now() - begin, heldRun: outcomes.heldRun });
	return told;
}

/** What only the hub holds. */
interface Rest {
	toZero: ReadonlyMap<string, Comparable>;
	/** What is left as it is; `why`, where it should be set to zero, but the list may mean it. */
	left: Array<{ key: string; values: Comparable; why?: string }>;
}

/** Nothing that an entry of the list may mean is set to zero. */
function restOf(
	others: ReadonlyMap<string, Comparable>,
	{ named, hasNameless }: InputList,
	missing: MissingInList,
): Rest {
	const toZero = new Map<string, Comparable>();
	const left: Rest['left'] = [];
	const unnamed = hasNameless ? nameless : undefined;
	for (const [key, values] of others) {
		const name = named.get(comparable(key));
		if (name === key) continue;
		const why = name === undefined ? unnamed : inAnotherSpelling(name);
		if (missing !== 'zero') left.push({ key, values });
		else if (why === undefined) toZero.set(key, values);
		else if (Object.values(values).some((value) => value > 0)) left.push({ key, values, why });
	}
	return { toZero, left };
}

const nameless = 'an input item does not say which SKU it is about; this may be the one';
const inAnotherSpelling = (name: string) =>
	`the list has the SKU "${name}", which may be this one in another spelling`;

/** Sends what differs; by key, what became of it. */
async function send<Name extends EndpointName>(
	context: OperationContext<Name>,
	{ decisions }: Plan,
	kind: SyncKind<Name>,
): Promise<Map<string, EntryResult>> {
	const changes = [...decisions.values()].filter(({ status }) => status === 'change');
	const entries = changes.map(({ key, after }, position): Entry => {
		const identity = kind.identityIn(key);
		const body = { ...identity, ...fromComparable(after, kind.compared) };
		return { itemIndex: 0, position, identity, body };
	});
	const sent = new Map<string, EntryResult>();
	for (const result of entries.length === 0 ? [] : await kind.send(context, entries)) {
		const key = kind.keyOf(result.json as Identity);
		// of several notes of the hub about an entry the one that it did not take counts
		if (sent.get(key)?.failure === undefined) sent.set(key, result);
	}
	return sent;
}
