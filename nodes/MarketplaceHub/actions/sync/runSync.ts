import sum from 'lodash/sum';
import { eachWithPauses, monotonicNow } from '../../api/async';
import { findHubError, type HubError } from '../../api/errors';
import type { EndpointName } from '../../api/endpoints';
import { mostSingleReads } from '../../api/reads';
import { type EntryResult, skuOf } from '../../api/rows/row';
import type { Ask } from '../../api/snapshot/ask';
import type { SyncFields } from '../../api/snapshot/comparable';
import type { Snapshot } from '../../api/snapshot/snapshot';
import { OnError } from '../common/failures/onError';
import type { NodeContext, OperationContext } from '../operation';
import { faultOfList } from '../common/failures/unfitList';
import { apply, plannedWrites } from './apply';
import { type Change, isSent } from './change';
import { decide, type Decision } from './decide';
import { type Desired, desiredRows } from './desired';
import { estimate } from './report/estimate';
import type { Sync, SyncKind } from './kind';
import { changeOfRow } from './plan';
import { reportChanges } from './report/report';
import { readSyncSettings, type SyncSettings } from './settings';
import { tellRun } from './report/summary';

/**
 * desired → read → decide → apply → report. Reading ends before deciding begins: what follows the read is a function
 * of the list, the snapshot and the settings until `apply`, which a dry run leaves out.
 */
export async function runSync<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: readonly number[],
	kind: Sync<Name>,
): Promise<EntryResult[]> {
	const begin = monotonicNow();
	const settings = readSyncSettings(context.parameters, kind);
	const { dryRun, unusual } = settings;
	const { report } = context.hub;

	const { changes, heldRun, isRead, unlistedColumns } = await readAndDecide(
		context,
		itemIndexes,
		kind,
		settings,
	);
	await addHints(context, changes, kind);

	const { requests, answerMs } = report;
	const read = { requests: sum(Object.values(requests)), ms: monotonicNow() - begin, answerMs };
	const expected = dryRun ? estimate(plannedWrites(changes, kind), read) : '';
	const further = dryRun ? [] : await apply(context, changes, kind);

	// rows of a hub that could not be read follow On Error
	const told = { heldRun, isOfDryRun: dryRun && isRead };
	const results = [...(await reportChanges(changes, kind, told)), ...further];
	const ms = monotonicNow() - begin;
	const run = { dryRun, requests, ms, expected, heldRun, unusual, unlistedColumns };
	tellRun(context, results, run);
	return results;
}

/** What a run does, and what its hint says of the read. */
interface ReadDecision extends Decision {
	isRead: boolean;
	unlistedColumns: readonly string[];
}

/** desired → read → decide. List and snapshot are let go of: they may hold 200,000 entries. */
async function readAndDecide<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: readonly number[],
	kind: Sync<Name>,
	settings: SyncSettings,
): Promise<ReadDecision> {
	const channels = kind.channelsOf?.(context.hub);
	const list = await desiredRows(context, itemIndexes, kind, settings, channels);
	const unfit = faultOfList(list.rows);
	if (unfit !== undefined) return unread(list, unfit, kind);
	let snapshot: Snapshot;
	try {
		snapshot = await kind.read(context.hub, await askFor(list, settings, kind, channels));
	} catch (error) {
		return unread(list, orThrown(error, context), kind);
	}
	const decision = await decide(list, snapshot, settings, kind);
	return { ...decision, isRead: true, unlistedColumns: snapshot.unlistedColumns };
}

async function addHints(
	{ hints }: NodeContext,
	changes: readonly Change[],
	{ hintOf }: SyncKind,
): Promise<void> {
	if (hintOf === undefined) return;
	await eachWithPauses(changes, (change) => {
		const hint = isSent(change) ? hintOf(change) : undefined;
		if (hint !== undefined) hints.add(hint, change.key);
	});
}

/** What is asked of the hub: decided here, once. */
async function askFor(
	{ byKey, names }: Desired,
	{ wholeList, onlyChanges, missingInList }: SyncSettings,
	kind: SyncKind,
	channels: Ask['channels'],
): Promise<Ask> {
	const skus = new Set<string>();
	const columns = new Set<string>();
	await eachWithPauses(byKey.values(), ({ identity, given }) => {
		if (skus.size <= mostSingleReads) skus.add(skuOf(identity));
		for (const name in given) columns.add(name);
	});
	const isShort = skus.size <= mostSingleReads && !wholeList;
	const ofWholeList = missingInList === 'ignore' ? 'counted' : 'read';
	return {
		rows: byKey,
		names,
		columns,
		channels,
		fields: kind.comparedFields,
		kept: keptFields(columns, kind),
		way: onlyChanges || isShort ? 'bySku' : 'whole',
		unnamed: wholeList ? ofWholeList : 'ignored',
	};
}

/** The fields for which the list has a column, and those that are compared or sent with them. */
function keptFields(
	columns: ReadonlySet<string>,
	{ comparedFields, keptWith = {} }: SyncKind,
): SyncFields {
	const kept = new Set(columns);
	for (const name of columns) for (const other of keptWith[name] ?? []) kept.add(other);
	return Object.fromEntries(Object.entries(comparedFields).filter(([name]) => kept.has(name)));
}

/** @throws the error where the run stops */
function orThrown(error: unknown, { node }: NodeContext): HubError {
	const failure = findHubError(error);
	if (failure === undefined || !new OnError(node).continues) throw error;
	return failure.with({ outcome: 'notSent' });
}

/** No row is sent, since the hub was not read. */
function unread({ rows }: Desired, obstacle: HubError, kind: SyncKind): ReadDecision {
	const changes = rows.map((row) => changeOfRow(row, { obstacle }, kind));
	return { changes, isRead: false, unlistedColumns: [] };
}
