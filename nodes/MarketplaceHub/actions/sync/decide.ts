import { eachWithPauses } from '../../api/async';
import { fromComparable } from '../../api/snapshot/comparable';
import type { Snapshot } from '../../api/snapshot/snapshot';
import { toInvalid } from '../../shared/nodeErrors';
import { guardChanges, guardRun, type HeldRun } from './askGuards';
import { type Change, isSent, markUnsendable } from './change';
import type { Desired } from './desired';
import type { SyncKind } from './kind';
import { makePlan } from './plan';
import type { SyncSettings } from './settings';
import { holdUnshown } from './shown';

/** What a run does. */
export interface Decision {
	/** One for each row of the list, in its order, then one for each entry that only the hub has. */
	changes: readonly Change[];
	/** Why nothing is sent, or nothing that raises stock. */
	heldRun?: HeldRun;
}

/**
 * Decides what a run does: plan → guard. It is a function of the list, the snapshot and the settings, and sends no
 * request; it pauses, as n8n answers webhooks in the same thread. A dry run is the same without `apply`.
 */
export async function decide(
	list: Desired,
	snapshot: Snapshot,
	settings: SyncSettings,
	kind: SyncKind,
): Promise<Decision> {
	const plan = await makePlan(list, snapshot, settings, kind);
	await guardChanges(plan.changes, settings);
	await fillBodies(plan.changes, kind);
	const heldRun = await guardRun(plan, settings);
	// after the guards on the run, which count it as it would be: others are sent all the same
	await holdUnshown(plan.changes, settings, kind);
	return { changes: plan.changes, heldRun };
}

/** Gives each change that is to be sent its body; one that breaks a rule cannot be sent. */
export async function fillBodies(
	changes: readonly Change[],
	{ bodyOf, comparedFields }: Pick<SyncKind, 'bodyOf' | 'comparedFields'>,
): Promise<void> {
	await eachWithPauses(changes, (change) => {
		if (!isSent(change)) return;
		try {
			change.body = bodyOf?.(change) ?? {
				...change.identity,
				...fromComparable(change.after, comparedFields),
			};
		} catch (error) {
			markUnsendable(change, toInvalid(error));
		}
	});
}
