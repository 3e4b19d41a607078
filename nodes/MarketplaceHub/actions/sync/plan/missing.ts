import mapValues from 'lodash/mapValues';
import { eachWithPauses } from '../../../api/async';
import { hasValues, noValues } from '../../../api/comparison/comparable';
import { differences } from '../../../api/comparison/differences';
import type { HubEntry, Snapshot } from '../../../api/snapshot/snapshot';
import type { OnlyInHub, Unchanged, Write } from '../change';
import type { Desired } from '../desired';
import type { SyncKind } from '../kind';
import { type NamedShare, NamedShares, shareOfListed } from '../guards/namedShare';
import { heldRemoval, isUnresolved, unreadOf, whatKeeps } from './removal';
import type { SyncSettings } from '../settings';

/** The plan for the entries that no row is about (`removal.ts`), and how much of the hub the list names. */
export async function planMissing(
	list: Desired,
	snapshot: Snapshot,
	{ wholeList, missingInList, dryRun }: SyncSettings,
	kind: SyncKind,
): Promise<{ changes: Array<OnlyInHub | Unchanged | Write>; namedShare?: NamedShare }> {
	const changes: Array<OnlyInHub | Unchanged | Write> = [];
	if (!wholeList) return { changes };
	const { others } = snapshot;
	const hasUnresolved = others.size > 0 && (await isUnresolved(list, snapshot));
	const unread = others.size > 0 ? await unreadOf(list, snapshot) : undefined;
	const beside = { names: list.names, snapshot, unread, hasUnresolved };
	const shares = new NamedShares();
	await eachWithPauses(others.values(), (entry) => {
		const kept = whatKeeps(entry, beside);
		shares.count(entry.identity, kept === 'asNamed');
		if (missingInList === 'ignore' || kept === 'asNamed') return;
		const change = changeOfMissing(entry, missingInList, kind);
		if (kept === undefined || missingInList === 'report') changes.push(change);
		else if (change.does !== 'unchanged')
			changes.push(onlyInHub(entry, heldRemoval(kept.heldBecause, missingInList, dryRun)));
	});
	await eachWithPauses(list.byKey, ([key, { identity }]) => {
		if (snapshot.values.has(key)) shares.count(identity, true);
	});
	const isOfListed = missingInList === 'ignore' && !isOfChannels(kind);
	const namedShare = isOfListed ? await shareOfListed(list, snapshot) : shares.smallest;
	return { changes, namedShare };
}

function changeOfMissing(
	entry: HubEntry,
	missingInList: SyncSettings['missingInList'],
	{ comparedFields }: SyncKind,
): OnlyInHub | Unchanged | Write {
	const { before, ...subject } = onlyInHub(entry);
	if (missingInList === 'delete') return { ...subject, does: 'remove', before, after: noValues };
	if (missingInList !== 'zero') return { ...subject, before };
	const after = mapValues(comparedFields, () => 0);
	const does = hasValues(differences(before, after)) ? 'update' : 'unchanged';
	return { ...subject, does, before, after };
}

const onlyInHub = (
	{ key, identity, values }: HubEntry,
	failure?: OnlyInHub['failure'],
): OnlyInHub => ({
	...{ key, itemIndexes: [], position: Infinity, identity },
	...{ does: 'onlyInHub', before: values, failure },
});

const isOfChannels = ({ identity }: SyncKind) =>
	Object.values(identity).includes('idCanalIntegracao');
