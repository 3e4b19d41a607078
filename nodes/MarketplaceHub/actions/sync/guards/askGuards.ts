import compact from 'lodash/compact';
import { eachWithPauses, mapWithPauses } from '../../../api/async';
import { typed } from '../../../api/values/amounts';
import {
	type Change,
	type Compared,
	isCompared,
	isToSend,
	lowersStock,
	type NotCompared,
	type Write,
} from '../change';
import { HeldRun, heldBack } from './held';
import type { NamedShare } from './namedShare';
import type { EntryGuard } from './entryGuards';
import type { GuardBase } from './guard';
import { isMovement, type RunGuard } from './runGuards';

/** The guards that are on, each with its limit, in the order in which they are asked. */
export interface Limits {
	ofEntries: ReadonlyMap<EntryGuard, number>;
	ofRun: ReadonlyMap<RunGuard, number>;
}

/** Why a change or a run is held, and advice for the case that it is right all the same. */
interface Verdict {
	reason: string;
	/** The reason with the limit that it is beyond. */
	inFull: string;
	/** More advice, where the list is not wrong as a whole. */
	inPart?: string;
	advice: string;
	/** The guard, by its name in the form. */
	guard: string;
}

/** Why a guard holds the run, and whether it spares changes that lower stock. */
interface RunVerdict extends Verdict {
	sparesLower: boolean;
}

/** What guards are asked with. */
interface GuardSettings {
	limits: Limits;
	dryRun: boolean;
}

/** A run, of which guards hold all, some or nothing. */
interface GuardedRun {
	changes: readonly Change[];
	/** Why nothing is sent, or nothing that raises stock. */
	heldRun?: HeldRun;
}

/** Asks the guards about each change that is to be sent; one beyond a limit is held. */
export async function guardChanges(
	changes: readonly Change[],
	{ limits, dryRun }: GuardSettings,
): Promise<readonly Change[]> {
	if (limits.ofEntries.size === 0) return changes;
	return await mapWithPauses(changes, (change) =>
		isToSend(change) ? guardWrite(change, limits.ofEntries, dryRun) : change,
	);
}

function guardWrite(write: Write, limits: Limits['ofEntries'], dryRun: boolean): Write {
	for (const [guard, limit] of limits) {
		const said = guard.inEntry(write, limit);
		if (said === undefined) continue;
		const { advice, ...verdict } = verdictOf(guard, limit, said);
		const description = `Look at the values. If they are right, ${advice}`;
		return { ...write, failure: heldBack({ ...verdict, description, dryRun }) };
	}
	return write;
}

/** Asks the guards about the whole run, and holds the changes to be sent where the run is beyond a limit. */
export async function guardRun(
	{ changes, namedShare }: { changes: readonly Change[]; namedShare?: NamedShare },
	{ limits, dryRun }: GuardSettings,
): Promise<GuardedRun> {
	const compared: Compared[] = [];
	const notCompared: NotCompared[] = [];
	await eachWithPauses(changes, (change) => {
		if (isCompared(change)) compared.push(change);
		else if (change.does === 'notCompared') notCompared.push(change);
	});
	// movements do not say that anything is sold out
	const maySpare = !notCompared.some(isMovement);
	const sent = changes.filter(isToSend);
	const verdicts: RunVerdict[] = [];
	for (const [guard, limit] of limits.ofRun) {
		if (compared.length + notCompared.length < guard.from) continue;
		const said = await guard.inRun({ compared, notCompared, namedShare }, limit);
		if (said === undefined) continue;
		const sparesLower = maySpare && guard.holds === 'whatRaisesStock';
		const holdsNothing = sparesLower && sent.length > 0 && sent.every(lowersStock);
		if (!holdsNothing) verdicts.push({ ...verdictOf(guard, limit, said), sparesLower });
	}
	return await holdRun({ changes, sent }, verdicts, dryRun);
}

/** Holds all changes that are to be sent, or, where every guard that holds spares the others, all that raise stock. */
async function holdRun(
	{ changes, sent }: { changes: readonly Change[]; sent: readonly Write[] },
	verdicts: readonly RunVerdict[],
	dryRun: boolean,
): Promise<GuardedRun> {
	const [first, ...others] = verdicts;
	if (first === undefined) return { changes };
	const sparesLower = verdicts.every((verdict) => verdict.sparesLower);
	const spared = new Set<Change>(sparesLower ? sent.filter(lowersStock) : []);
	const { inPart, advice, ...verdict } = first;
	const description = compact([
		'Look at the list.',
		inPart,
		`If it is right, ${advice}`,
		...others.map((other) => `The run is beyond another limit, too: ${other.inFull}.`),
	]).join(' ');
	const unsent = spared.size > 0 ? 'Nothing that raises stock' : 'Nothing';
	const heldRun = new HeldRun({ ...verdict, description, dryRun }, unsent);
	const held = await mapWithPauses(changes, (change) =>
		isToSend(change) && !spared.has(change) ? { ...change, failure: heldRun } : change,
	);
	return { changes: held, heldRun };
}

/** The reason of a guard, and how to change or switch off its limit. */
function verdictOf(
	guard: GuardBase & Partial<Pick<RunGuard, 'leastLimit' | 'inPart'>>,
	limit: number,
	reason: string,
): Verdict {
	const { displayName, turn = 'raise', leastLimit, inPart, isOfFirstRun = false } = guard;
	const change = isOfFirstRun
		? `set ${displayName} to 0 for this one run, with all other limits as they are, and choose Normal again after it.`
		: `${turn} ${displayName} or set it to 0, which switches it off, and run again.`;
	return {
		reason,
		inPart,
		guard: displayName,
		inFull: `${reason}; ${displayName} is ${typed(limit)}${limit === leastLimit ? ', the lowest in a list of only changes' : ''}`,
		advice: `choose Custom under Options > Guards, ${change}`,
	};
}
