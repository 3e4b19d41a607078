import pick from 'lodash/pick';
import {
	goesToZero,
	isTenfold,
	reasonToHold,
	reasonToHoldRun,
	staysStocked,
	type Change,
	type Guards,
	type RunNumbers,
} from './guards';
import { holds, type Stored } from './stored';

/** What is to become of one entry. */
export type Decision =
	| { status: 'unchanged'; before: Stored }
	| { status: 'notInHub' }
	| { status: 'change'; change: Change }
	/** Without a reason of its own: the whole run is held. */
	| { status: 'held'; change: Change; reason?: string };

/** What the input wants, what the hub holds, and the limits in between. */
export interface Comparison {
	/** Wanted values by key. */
	wanted: ReadonlyMap<string, Stored>;
	/** What the hub holds of them. */
	hub: ReadonlyMap<string, Stored>;
	/** Whether what the hub does not hold can be written, as a price that a channel does not have yet. */
	createsMissing: boolean;
	/** What only the hub holds and the list does not name: it shall have these values. */
	toZero?: ReadonlyMap<string, Stored>;
	/** Where the input is declared to be the whole list. */
	whole?: RunNumbers['whole'];
	guards: Guards;
}

/** What a run does, entry by entry. */
export interface Plan {
	decisions: ReadonlyMap<string, Decision>;
	/** What is sent, in the order of the list; nothing when the run is held. */
	changes: readonly Change[];
	/** Why the whole run is held. */
	held?: string;
}

/** Compares the list with the hub and lets the guards decide; nothing is read or sent. */
export function planSync(comparison: Comparison): Plan {
	const { wanted, hub, createsMissing, toZero = new Map<string, Stored>(), guards } = comparison;
	const decisions = new Map<string, Decision>();
	for (const [key, after] of wanted) {
		const found = hub.get(key);
		const before = found && only(Object.keys(after), found);
		decisions.set(key, decide({ key, before, after }, createsMissing, guards));
	}
	for (const [key, before] of toZero) {
		const after = Object.fromEntries(Object.keys(before).map((name) => [name, 0]));
		decisions.set(key, decide({ key, before, after }, false, guards));
	}
	const found = [...decisions.values()].filter(({ status }) => status !== 'notInHub');
	const differing = found.flatMap((decision) => ('change' in decision ? [decision.change] : []));
	const held = reasonToHoldRun(
		{
			compared: found.length,
			changing: differing.length,
			toZero: differing.filter(goesToZero).length,
			stocked: {
				all: found.filter(isStocked).length,
				tenfold: differing.filter(isTenfold).length,
			},
			whole: comparison.whole,
		},
		guards,
	);
	const changes = [...decisions.values()].flatMap((decision) =>
		decision.status === 'change' ? [decision.change] : [],
	);
	if (held === undefined) return { decisions, changes };
	for (const change of changes) decisions.set(change.key, { status: 'held', change });
	return { decisions, changes: [], held };
}

function isStocked(decision: Decision): boolean {
	if (decision.status === 'notInHub') return false;
	if (decision.status === 'unchanged') return staysStocked(decision.before, decision.before);
	const { before = {}, after } = decision.change;
	return staysStocked(before, after);
}

/** The values of these fields; the same object where it has no others. */
const only = (names: readonly string[], stored: Stored): Stored =>
	Object.keys(stored).every((name) => names.includes(name)) ? stored : pick(stored, names);

function decide(change: Change, createsMissing: boolean, guards: Guards): Decision {
	const { before, after } = change;
	if (before === undefined && !createsMissing) return { status: 'notInHub' };
	if (before !== undefined && holds(before, after)) return { status: 'unchanged', before };
	const reason = reasonToHold(change, guards);
	return reason === undefined ? { status: 'change', change } : { status: 'held', change, reason };
}
