import compact from 'lodash/compact';
import partition from 'lodash/partition';
import { eachWithPauses, filterWithPauses } from '../../../api/async';
import { HubError } from '../../../api/errors';
import { typed } from '../../../api/values/text';
import { type Change, hold, isCompared, isSent, lowersStock } from '../change';
import type { EntryGuard } from './entryGuards';
import type { Plan } from '../plan';
import { type ChangesGuard, type GuardBase, isMovement, type RunGuard } from './runGuards';
import type { SyncSettings } from '../settings';

/** The guards that are on, each with its limit, in the order in which they are asked. */
export interface Limits {
	ofEntries: ReadonlyMap<EntryGuard, number>;
	ofRun: ReadonlyMap<RunGuard | ChangesGuard, number>;
}

/** Reason for holding a change or a run, and advice for the case that it is right all the same. */
interface Reason {
	reason: string;
	/** What else to do about it, where the list is not wrong as a whole. */
	inPart?: string;
	advice: string;
}

/** The whole run is held, or all of it that raises stock. */
export class HeldRun extends HubError {
	constructor({ reason, inPart, advice }: Reason, what: string, dryRun: boolean) {
		super('held', `${what} ${dryRun ? 'would be' : 'was'} sent: ${reason}`, {
			description: compact(['Look at the list.', inPart, `If it is right, ${advice}`]).join(' '),
		});
	}
}

/** Asks the guards about each change that would be sent; one beyond a limit is held. */
export async function guardChanges(
	changes: readonly Change[],
	{ limits, dryRun }: Pick<SyncSettings, 'limits' | 'dryRun'>,
): Promise<void> {
	if (limits.ofEntries.size === 0) return;
	await eachWithPauses(changes, (change) => {
		if (!isSent(change)) return;
		for (const [guard, limit] of limits.ofEntries) {
			const said = guard.inEntry(change, limit);
			if (said === undefined) continue;
			const { reason, advice } = reasonOf(guard, limit, said);
			const message = `${dryRun ? 'Would be held' : 'Held, not sent'}: ${reason}`;
			const description = `Look at the values. If they are right, ${advice}`;
			hold(change, new HubError('held', message, { description }));
			return;
		}
	});
}

/**
 * Asks the guards about the whole run, and holds what would be sent where it is beyond a limit.
 * @returns why nothing is sent
 */
export async function guardRun(
	{ changes, namedShare }: Plan,
	{ limits, dryRun }: Pick<SyncSettings, 'limits' | 'dryRun'>,
): Promise<HeldRun | undefined> {
	const own = await filterWithPauses(changes, ({ sameAs }) => sameAs === undefined);
	const compared = await filterWithPauses(own, isCompared);
	const unread = await filterWithPauses(own, ({ does }) => does === 'unread');
	const run = { compared, unread, namedShare };
	const isOfMovements = unread.some(isMovement);
	for (const [guard, limit] of limits.ofRun) {
		if (compared.length + unread.length < guard.from) continue;
		const said = await guard.inRun(run, limit);
		if (said === undefined) continue;
		// movements do not say that anything is sold out
		const sparesLower = 'holds' in guard && guard.holds === 'whatRaisesStock' && !isOfMovements;
		const held = holdAll(compared, reasonOf(guard, limit, said), { sparesLower, dryRun });
		if (held !== undefined) return held;
	}
	return undefined;
}

/** Holds all changes that would be sent, or all that raise stock. */
function holdAll(
	compared: readonly Change[],
	found: Reason,
	{ sparesLower, dryRun }: { sparesLower: boolean; dryRun: boolean },
): HeldRun | undefined {
	const isSpared = (change: Change) => sparesLower && lowersStock(change);
	const [spared, kept] = partition(compared.filter(isSent), isSpared);
	if (spared.length > 0 && kept.length === 0) return undefined;
	const what = spared.length > 0 ? 'Nothing that raises stock' : 'Nothing';
	const failure = new HeldRun(found, what, dryRun);
	for (const change of kept) hold(change, failure);
	return failure;
}

/** The reason of a guard, and how to change or switch off its limit. */
function reasonOf(
	guard: GuardBase & Partial<Pick<ChangesGuard, 'leastLimit' | 'inPart'>>,
	limit: number,
	reason: string,
): Reason {
	const { displayName, turn = 'raise', leastLimit, inPart, isOfFirstRun = false } = guard;
	const change = isOfFirstRun
		? `set ${displayName} to 0 for this one run, with all other limits as they are, and choose Normal again after it.`
		: `${turn} ${displayName} or set it to 0, which switches it off, and run again.`;
	return {
		inPart,
		reason: `${reason}; ${displayName} is ${typed(limit)}${limit === leastLimit ? ', the lowest in a list of only changes' : ''}`,
		advice: `choose Custom under Guards, ${change}`,
	};
}
