import { mapWithPauses } from '../../../api/async';
import { hasValues, noValues } from '../../../api/comparison/comparable';
import { differences } from '../../../api/comparison/differences';
import type { ListRow, Snapshot } from '../../../api/snapshot/snapshot';
import type { Change } from '../change';
import type { Desired } from '../desired';
import type { Found, SyncKind } from '../kind';
import { planMissing } from './missing';
import type { NamedShare } from '../guards/namedShare';
import type { SyncSettings } from '../settings';

/** The change of each row, before guards are asked. */
export interface Plan {
	/** One for each row, in the order of the list, then one for each entry that only the hub has. */
	changes: readonly Change[];
	/** How much of the hub the list names; undefined unless it is declared whole. */
	namedShare?: NamedShare;
}

/**
 * Plans a run: a function of the list, the snapshot and the settings, which sends no request. It pauses, as n8n
 * answers webhooks in the same thread.
 */
export async function makePlan(
	list: Desired,
	snapshot: Snapshot,
	settings: SyncSettings,
	kind: SyncKind,
): Promise<Plan> {
	const find = await kind.finderOf(list.byKey, snapshot);
	const ofRows = await mapWithPauses(list.rows, (row) => changeOfRow(row, find, kind));
	const { changes: ofOthers, namedShare } = await planMissing(list, snapshot, settings, kind);
	return { changes: ofRows.concat(ofOthers), namedShare };
}

/** The change of a row: it creates, updates, changes nothing, or cannot be sent. */
export function changeOfRow(
	row: ListRow,
	find: (row: ListRow) => Found,
	{ createsNew, ways, writes }: Pick<SyncKind, 'createsNew' | 'ways' | 'writes'>,
): Change {
	const { key, itemIndexes, position, identity, given, failure } = row;
	const { before, obstacle, note, ownPrices, isSettled, follows } = find(row);
	if (failure !== undefined)
		return { key, itemIndexes, position, identity, does: 'notCompared', failure, before, follows };
	// new names stand before it: Node.js 20 makes a hidden class for each object that gets them behind a spread
	const subject = { key, itemIndexes, position, identity, note, ownPrices, follows };
	if (before === undefined) {
		if (obstacle !== undefined) return { does: 'notCompared', failure: obstacle, ...subject };
		if (!createsNew) return { does: 'notInHub', ...subject };
		const does = ways.create === undefined ? 'update' : 'create';
		return { does, after: given, ...subject };
	}
	const changed = isSettled === true ? noValues : differences(before, given);
	const after = writes === 'all' ? given : changed;
	if (!hasValues(changed)) return { does: 'unchanged', before, after, ...subject };
	return { does: 'update', before, after, failure: obstacle, ...subject };
}
