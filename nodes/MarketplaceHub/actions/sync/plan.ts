import mapValues from 'lodash/mapValues';
import { eachWithPauses } from '../../api/async';
import { channelOf, type Identity } from '../../api/rows/row';
import { type Comparable, differences, hasValues } from '../../api/snapshot/comparable';
import type { HubEntry, ListRow, Snapshot } from '../../api/snapshot/snapshot';
import { namesNothing } from '../../api/values/spreadsheet';
import { type Change, hold, isSent, markUnsendable, none } from './change';
import type { Desired } from './desired';
import { heldRemoval, whatKeeps } from './removal';
import type { SyncSettings } from './settings';
import type { Found, SyncKind } from './kind';

/** What each row is to do before guards are asked. */
export interface Plan {
	/** One for each row of the list, in its order, then one for each entry that only the hub has. */
	changes: readonly Change[];
	/**
	 * How many of the hub's entries the list names; of channels, in the one where the share is smallest.
	 * Undefined unless the list is declared whole.
	 */
	namedShare?: NamedShare;
}

export interface NamedShare {
	named: number;
	inHub: number;
	channel?: string;
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
	const changes: Change[] = [];
	/** Of rows that identical later ones refer to. */
	const repeated = new Map<ListRow, Change | undefined>();
	await eachWithPauses(list.rows, ({ sameAs }) => {
		if (sameAs !== undefined) repeated.set(sameAs, undefined);
	});
	const found = await kind.found(list.byKey, snapshot);
	await eachWithPauses(list.rows, (row) => {
		const { sameAs } = row;
		const change = changeOfRow(row, sameAs === undefined ? found(row) : undefined, kind);
		if (sameAs !== undefined) change.sameAs = repeated.get(sameAs);
		if (repeated.has(row)) repeated.set(row, change);
		changes.push(change);
	});
	const missing = await planMissing(list, snapshot, settings, kind);
	for (const change of missing.changes) changes.push(change);
	return { changes, namedShare: missing.namedShare };
}

/** What a row does: it creates, updates, changes nothing, or cannot be sent. */
export function changeOfRow(row: ListRow, found: Found | undefined, kind: SyncKind): Change {
	const { key, itemIndexes, position, identity, given, failure } = row;
	const change: Change = {
		key,
		itemIndexes,
		position,
		identity,
		does: 'unread',
		before: undefined,
		after: none,
		body: none,
		stopped: undefined,
		failure,
	};
	if (row.lacksOwn === true) change.lacksOwn = true;
	if (failure !== undefined) markUnsendable(change, failure);
	if (failure !== undefined || found === undefined) return change;
	const { before, obstacle } = found;
	if (found.ownPrices !== undefined) change.ownPrices = found.ownPrices;
	if (found.note !== undefined) change.note = found.note;
	if (found.followsProduct === true) change.followsProduct = true;
	if (before === undefined && obstacle !== undefined) {
		markUnsendable(change, obstacle);
		return change;
	}
	change.before = before;
	Object.assign(change, compared(given, found, kind));
	if (change.does === 'unchanged' && found.mustSend === true)
		Object.assign(change, { does: 'update', repeatsValues: true });
	if (obstacle !== undefined && isSent(change)) markUnsendable(change, obstacle);
	return change;
}

function compared(
	given: Comparable,
	{ before, isSettled = false }: Pick<Found, 'before' | 'isSettled'>,
	{ createsMissing, ways, writes }: SyncKind,
): Pick<Change, 'does' | 'after'> {
	if (before === undefined) {
		const create = ways.create === undefined ? 'update' : 'create';
		return { does: createsMissing ? create : 'notInHub', after: given };
	}
	const changed = isSettled ? none : differences(before, given);
	return {
		does: hasValues(changed) ? 'update' : 'unchanged',
		after: writes === 'whole' ? given : changed,
	};
}

/** What becomes of the entries that no row is about (`removal.ts`), and how many entries the list names. */
async function planMissing(
	list: Desired,
	snapshot: Snapshot,
	settings: SyncSettings,
	kind: SyncKind,
): Promise<{ changes: Change[]; namedShare?: NamedShare }> {
	const { wholeList, missingInList, dryRun } = settings;
	const changes: Change[] = [];
	if (!wholeList) return { changes };
	const { names } = list;
	const { others } = snapshot;
	const hasUnresolved = others.size > 0 && (await isUnresolved(list, snapshot));
	const beside = { names, snapshot, hasUnresolved };
	const shares = new Map<string, { named: number; inHub: number }>();
	const count = (identity: Identity, isNamed: boolean) => {
		const channel = channelOf(identity);
		const share = shares.get(channel) ?? { named: 0, inHub: 0 };
		share.inHub++;
		if (isNamed) share.named++;
		shares.set(channel, share);
	};
	await eachWithPauses(others.values(), (entry) => {
		const kept = whatKeeps(entry, beside);
		count(entry.identity, kept?.keeps === 'asNamed');
		if (missingInList === 'ignore' || kept?.keeps === 'asNamed') return;
		const change = changeOfMissing(entry, missingInList, kind);
		if (kept !== undefined && missingInList !== 'report') {
			if (change.does === 'unchanged') return;
			hold(change, heldRemoval(kept.why, missingInList, dryRun));
			Object.assign(change, { does: 'onlyInHub', after: none });
		}
		changes.push(change);
	});
	await eachWithPauses(list.byKey, ([key, { identity }]) => {
		if (snapshot.values.has(key)) count(identity, true);
	});
	const isOfListed = missingInList === 'ignore' && !isOfChannels(kind);
	const namedShare = isOfListed ? await shareOfListed(list, snapshot) : smallestOf(shares);
	return { changes, namedShare };
}

function changeOfMissing(
	{ key, identity, values: before }: HubEntry,
	missingInList: SyncSettings['missingInList'],
	kind: SyncKind,
): Change {
	const change: Change = {
		key,
		itemIndexes: [],
		position: Infinity,
		identity,
		does: 'onlyInHub',
		before,
		after: none,
		body: none,
	};
	if (missingInList === 'delete') change.does = 'remove';
	else if (missingInList === 'zero') {
		const zero = mapValues(kind.comparedFields, () => 0);
		Object.assign(change, compared(zero, { before }, kind));
	}
	return change;
}

const isOfChannels = ({ identity }: SyncKind) =>
	Object.values(identity).includes('idCanalIntegracao');

/** How many products of the product list are named, by their own SKU or by that of a variation. */
async function shareOfListed({ names, byKey }: Desired, snapshot: Snapshot): Promise<NamedShare> {
	const { listed, values } = snapshot;
	const named = new Set<string>();
	await eachWithPauses(listed, (sku) => {
		if (names.has(sku)) named.add(sku);
	});
	await eachWithPauses(byKey.keys(), (sku) => {
		if (values.has(sku)) named.add(snapshot.productOf(sku) ?? sku);
	});
	return { named: named.size, inHub: listed.size };
}

function smallestOf(shares: ReadonlyMap<string, NamedShare>): NamedShare | undefined {
	let smallest: NamedShare | undefined;
	for (const [channel, { named, inHub }] of shares)
		if (smallest === undefined || named / inHub < smallest.named / smallest.inHub)
			smallest = { named, inHub, channel: shares.size > 1 ? channel : undefined };
	return smallest;
}

/**
 * Whether a row, or an item that gave none, does not say which thing it is about: one that names a channel which
 * the hub does not list, or nothing by a word for nothing that the hub does not know.
 */
async function isUnresolved(
	{ rows, lacksRows }: Desired,
	{ channels, values }: Snapshot,
): Promise<boolean> {
	let isFound = lacksRows;
	await eachWithPauses(rows, (row) => {
		if (isFound) return;
		const { key, identity } = row;
		const isNothing = Object.values(identity).some(namesNothing);
		isFound =
			key === '' ||
			channels?.has(channelOf(identity)) === false ||
			(isNothing && isZeroOrNone(values.get(key)));
	});
	return isFound;
}

/** Whether an entry of the hub is none, or only zeros. */
const isZeroOrNone = (before: Comparable = none): boolean =>
	!Object.values(before).some((value) => Number(value) > 0);
