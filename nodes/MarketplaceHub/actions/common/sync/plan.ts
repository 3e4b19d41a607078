import mapValues from 'lodash/mapValues';
import { holds, type Stored } from '../../../api/sync/reading';
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

/** What the input wants, what the hub holds, and the limits in between. */
export interface Comparison extends Omit<RunPreview, 'compared'> {
	/** Wanted values by key. */
	wanted: ReadonlyMap<string, Stored>;
	/** What the hub holds of them. */
	hub: ReadonlyMap<string, Stored>;
	/** Whether what the hub does not hold can be written, as a price that a channel does not have yet. */
	createsMissing: boolean;
	/** What only the hub holds and the list does not name: it shall be zero. */
	toZero: ReadonlyMap<string, Stored>;
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
