import sum from 'lodash/sum';
import { eachWithPauses, mapWithPauses, monotonicNow } from '../../api/async';
import { findHubError, type HubError } from '../../api/errors';
import type { EndpointName } from '../../api/endpoints';
import type { EntryResult } from '../../api/rows/row';
import { askFor } from '../../api/snapshot/ask';
import type { Snapshot } from '../../api/snapshot/snapshot';
import { OnError } from '../failures/onError';
import { faultOfList } from '../failures/listFault';
import type { NodeContext, OperationContext } from '../operation';
import { apply, plannedWrites } from './apply';
import { type Change, isToSend } from './change';
import { decide, type Decision } from './decide';
import { type Desired, desiredRows } from './desired';
import type { Sync, SyncKind } from './kind';
import { changeOfRow } from './plan/plan';
import { estimate } from './report/estimate';
import { reportChanges } from './report/report';
import { addSummaryHints } from './report/summary';
import { readSyncSettings, type SyncSettings } from './settings';

/** desired → read → decide → apply → report, and the run's hint. */
export async function runSync<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: readonly number[],
	kind: Sync<Name>,
): Promise<EntryResult[]> {
	const begin = monotonicNow();
	const settings = readSyncSettings(context.parameters, kind);
	const { results, ...outcome } = await carryOut(context, itemIndexes, kind, settings);
	const ms = monotonicNow() - begin;
	addSummaryHints(context, results, {
		...settings,
		...outcome,
		requests: context.hub.report.requests,
		ms,
	});
	return results;
}

/**
 * Reading ends before deciding begins: what follows the read is a function of the list, the snapshot and the settings
 * until `apply`, which a dry run leaves out. Changes are let go of at its end, as there may be 200,000.
 */
async function carryOut<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: readonly number[],
	kind: Sync<Name>,
	settings: SyncSettings,
) {
	const begin = monotonicNow();
	const { dryRun } = settings;
	const decided = await readAndDecide(context, itemIndexes, kind, settings);
	const { changes, heldRun, isRead, unlistedColumns } = decided;
	await addChangeHints(context, changes, kind);

	const { requests, answerMs } = context.hub.report;
	const read = { requests: sum(Object.values(requests)), ms: monotonicNow() - begin, answerMs };
	const expected = dryRun ? estimate(plannedWrites(changes, kind), read) : '';
	const applied = dryRun ? undefined : await apply(context, changes, kind);

	// rows of a hub that could not be read follow On Error
	const done = { ...decided, sendings: applied?.sendings, isOfDryRun: dryRun && isRead };
	const results = await reportChanges(done, kind);
	for (const result of applied?.further ?? []) results.push(result);
	return { results, expected, heldRun, unlistedColumns };
}

/** What a run does, and what its hint says of the read. */
interface ReadDecision extends Decision, Pick<Desired, 'repeats'> {
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
	const { repeats } = list;
	const unfit = faultOfList(list.rows);
	if (unfit !== undefined) return await notRead(list, unfit, kind);
	let snapshot: Snapshot;
	try {
		snapshot = await kind.read(context.hub, await askFor(list, settings, kind, channels));
	} catch (error) {
		return await notRead(list, orThrown(error, context), kind);
	}
	const decision = await decide(list, snapshot, settings, kind);
	return { ...decision, repeats, isRead: true, unlistedColumns: snapshot.unlistedColumns };
}

async function addChangeHints(
	{ hints }: NodeContext,
	changes: readonly Change[],
	{ hintOf }: SyncKind,
): Promise<void> {
	if (hintOf === undefined) return;
	await eachWithPauses(changes, (change) => {
		const hint = isToSend(change) ? hintOf(change) : undefined;
		if (hint !== undefined) hints.list(hint, change.key);
	});
}

/** @throws the error where the run stops */
function orThrown(error: unknown, { node }: NodeContext): HubError {
	const failure = findHubError(error);
	if (failure === undefined || !new OnError(node).continues) throw error;
	return failure.with({ outcome: 'notSent' });
}

/** No row is sent, since the hub was not read. */
async function notRead(
	{ rows, repeats }: Desired,
	obstacle: HubError,
	kind: SyncKind,
): Promise<ReadDecision> {
	const changes = await mapWithPauses(rows, (row) => changeOfRow(row, () => ({ obstacle }), kind));
	return { changes, repeats, isRead: false, unlistedColumns: [] };
}
