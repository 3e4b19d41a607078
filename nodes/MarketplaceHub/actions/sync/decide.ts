import { mapWithPauses } from '../../api/async';
import { fromComparable } from '../../api/snapshot/comparable';
import type { ListRow, Snapshot } from '../../api/snapshot/snapshot';
import { toInvalid } from '../../shared/nodeErrors';
import { type Change, isToSend, type Write } from './change';
import type { Desired } from './desired';
import { guardChanges, guardRun, type HeldRun } from './guards/askGuards';
import type { SyncKind } from './kind';
import { makePlan } from './plan';
import type { SyncSettings } from './settings';
import { holdUnshown } from './guards/shown';

/** The decisions of a run. */
export interface Decision {
	/** One for each row, in the order of the list, then one for each entry that only the hub has. */
	changes: readonly Change[];
	/** Why nothing is sent, or nothing that raises stock. */
	heldRun?: HeldRun;
}

/**
 * Decides the changes of a run: plan → guard. The decision follows from the list, the snapshot and the settings
 * alone and sends no request; it pauses, as n8n answers webhooks in the same thread. A dry run is the same
 * without `apply`.
 */
export async function decide(
	list: Desired,
	snapshot: Snapshot,
	settings: SyncSettings,
	kind: SyncKind,
): Promise<Decision> {
	const { changes, namedShare } = await makePlan(list, snapshot, settings, kind);
	const guarded = await guardChanges(changes, settings);
	const complete = await withBodies(guarded, list.byKey, kind);
	const decision = await guardRun({ changes: complete, namedShare }, settings);
	// after the guards on the run, which count it as it would be: others are sent all the same
	return { ...decision, changes: await holdUnshown(decision.changes, settings, kind) };
}

/** The changes, each with its body where it is to be sent; a change that breaks a rule cannot be sent. */
export async function withBodies(
	changes: readonly Change[],
	rows: ReadonlyMap<string, ListRow>,
	kind: Pick<SyncKind, 'bodyOf' | 'comparedFields'>,
): Promise<Change[]> {
	return await mapWithPauses(changes, (change) =>
		isToSend(change) ? withBody(change, rows.get(change.key), kind) : change,
	);
}

function withBody(
	write: Write,
	row: ListRow | undefined,
	{ bodyOf, comparedFields }: Pick<SyncKind, 'bodyOf' | 'comparedFields'>,
): Write {
	try {
		const body = bodyOf?.(write, row) ?? {
			...write.identity,
			...fromComparable(write.after, comparedFields),
		};
		return { ...write, body };
	} catch (error) {
		return { ...write, failure: toInvalid(error) };
	}
}
