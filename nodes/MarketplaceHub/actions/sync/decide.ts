import { mapWithPauses } from '../../api/async';
import { fromComparable } from '../../api/comparison/comparable';
import type { ListRow, Snapshot } from '../../api/snapshot/snapshot';
import { toInvalid } from '../../shared/nodeErrors';
import { type Change, type Compared, isToSend } from './change';
import type { Desired } from './desired';
import { guardChanges, guardRun } from './guards/askGuards';
import type { HeldRun } from './guards/held';
import type { SyncKind } from './kind';
import { makePlan } from './plan/plan';
import type { SyncSettings } from './settings';
import { holdUnapproved } from './approved';
import { isUnchangedFollower, settleFollowers } from './followers';

/** What a run does. */
export interface Decision {
	changes: readonly Change[];
	/** Why nothing is sent, or nothing that raises stock. */
	heldRun?: HeldRun;
}

/**
 * Decides the changes of a run, one for each row in the order of the list, then one for each entry that only the hub
 * has: plan → guard. The decision follows from the list, the snapshot and the settings alone and sends no request; it
 * pauses, as n8n answers webhooks in the same thread. A dry run is the same without `apply`.
 */
export async function decide(
	list: Desired,
	snapshot: Snapshot,
	settings: SyncSettings,
	kind: SyncKind,
): Promise<Decision> {
	const { changes: planned, namedShare } = await makePlan(list, snapshot, settings, kind);
	let changes = await guardChanges(planned, settings);
	// guards on the run count what breaks a rule
	changes = await withBodies(changes, list.byKey, kind);
	const guarded = await guardRun({ changes, namedShare }, settings);
	// a run is judged as the list is, also where somebody has approved of some rows alone
	changes = await holdUnapproved(guarded.changes, settings, kind);
	// only now is it known what is sent; a follower that is added has its own value in the hub, so no guard need see it
	changes = await settleFollowers(changes, settings);
	return { ...guarded, changes };
}

/** The changes, each with its body where it is or may be sent; a change that breaks a rule cannot be sent. */
export async function withBodies(
	changes: readonly Change[],
	rows: ReadonlyMap<string, ListRow>,
	kind: Pick<SyncKind, 'bodyOf' | 'comparedFields'>,
): Promise<Change[]> {
	return await mapWithPauses(changes, (change) =>
		isToSend(change) || isUnchangedFollower(change)
			? withBody(change, rows.get(change.key), kind)
			: change,
	);
}

function withBody(
	change: Compared,
	row: ListRow | undefined,
	{ bodyOf, comparedFields }: Pick<SyncKind, 'bodyOf' | 'comparedFields'>,
): Compared {
	try {
		const body = bodyOf?.(change, row) ?? {
			...change.identity,
			...fromComparable(change.after, comparedFields),
		};
		return { ...change, body };
	} catch (error) {
		return { ...change, failure: toInvalid(error) };
	}
}
