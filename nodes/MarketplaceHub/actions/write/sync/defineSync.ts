import mapValues from 'lodash/mapValues';
import partition from 'lodash/partition';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import sum from 'lodash/sum';
import { eachWithPauses, monotonicNow } from '../../../api/async';
import { findHubError, HubError } from '../../../api/errors';
import type { EndpointName } from '../../../api/endpoints';
import { type EntryResult, noteOnRows, skuOf } from '../../../api/rows/row';
import type { RecordSchema } from '../../../api/schemas/recordSchema';
import { mostSingleReads } from '../../../api/reads';
import type { Reading, ReadRequest } from '../../../api/reading/reading';
import { timeLimitOf } from '../../common/timeLimit';
import { defineOperation, type NodeContext, type OperationContext } from '../../operation';
import { OnError } from '../../common/failures/onError';
import { guardRows, guardRun, type HeldRun } from './applyGuards';
import { checkList } from './checkList';
import { compareRows, fillBodies } from './compare';
import { errorOfRun } from './errorOfRun';
import { estimate, type Planned } from './estimate';
import { namedBy, rowsOfHub, someRowNamesNothing } from './onlyInHub';
import { previewOf, reportOf } from './report';
import { tellRun } from './summary';
import type { Sync, SyncKind } from './syncKind';
import { readSyncSettings, syncProperties, type SyncSettings } from './syncProperties';
import {
	isCompared,
	isOnlyInHub,
	markUnsendable,
	type SyncRow,
	type WayName,
	wayNames,
} from './syncRow';

/**
 * An operation that makes the hub agree with a list: the rows are checked, the hub is
 * read and compared, the guards are asked, and the changes are sent and reported.
 */
export function defineSync<Name extends EndpointName>(sync: Sync<Name>) {
	const { shape, identity, comparedFields, endpoints, sendingProperties = [] } = sync;
	const values = sync.values ?? mapValues(comparedFields, () => 'number' as const);
	return defineOperation<Name>({
		option: {
			name: 'Sync',
			value: 'sync',
			action: sync.action,
			toolDescription: sync.toolDescription,
			description: `${sync.description}, within guards`,
		},
		properties: [...syncProperties(sync, sync.properties), ...sendingProperties],
		endpoints,
		output: {
			...mapValues(identity, (field) => shape.fields[field]?.type as RecordSchema),
			status: 'string',
			before: values,
			after: values,
			...sync.output,
		},
		summarize: errorOfRun,
		async perRun(context, itemIndexes) {
			// a dry run refuses what the run would refuse
			timeLimitOf(context.parameters);
			return await runSync(context, itemIndexes, sync);
		},
	});
}

/** Check → read → compare → guard → send → report. */
async function runSync<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: number[],
	kind: Sync<Name>,
): Promise<EntryResult[]> {
	const begin = monotonicNow();
	const settings = readSyncSettings(context.parameters, kind);
	const { dryRun, onlyChanges, limits } = settings;
	const { requests } = context.hub.report;

	const list = await compareList(context, itemIndexes, kind, settings);
	const { rows, distinct, notCompared, namedShare, fieldsNotListed } = list;
	await guardRows(distinct, limits, dryRun);
	await fillBodies(context, distinct, kind);
	const compared = distinct.filter(isCompared);
	const run = { compared, notCompared: notCompared.length, namedShare, onlyChanges };
	const heldRun = await guardRun(run, limits, dryRun);

	const changes = changesIn(distinct);
	const read = { requests: sum(Object.values(requests)), ms: monotonicNow() - begin };
	const expected = dryRun ? estimate(plannedOf(changes, kind), read) : '';
	const further = dryRun ? [] : await sendChanges(context, list, kind, changes);

	// rows of a hub that could not be read follow On Error
	const isPreview = dryRun && list.isRead;
	const results = [...(await reportRows(rows, kind, { heldRun, isPreview })), ...further];
	const ms = monotonicNow() - begin;
	tellRun(context, results, { dryRun, requests, ms, expected, heldRun, fieldsNotListed });
	return results;
}

/** The rows of a list beside the hub. */
interface ComparedList extends Pick<Reading, 'namedShare' | 'fieldsNotListed'> {
	/** All rows of the list, and those that only the hub has. */
	rows: SyncRow[];
	/** The rows that were compared, and those that only the hub has; equal ones once. */
	distinct: SyncRow[];
	/** The rows of the list that could not be compared: they break a rule, contradict each other, or cannot be read. */
	notCompared: SyncRow[];
	/** Whether the hub could be read; where it could not, and the workflow goes on, no row was compared. */
	isRead: boolean;
}

/** Check → read → compare. What the hub was read into is let go of: it may hold 200,000 entries. */
async function compareList<Name extends EndpointName>(
	{ hub, ...context }: OperationContext<Name>,
	itemIndexes: number[],
	kind: Sync<Name>,
	settings: SyncSettings,
): Promise<ComparedList> {
	const { missingInList, wholeList, dryRun } = settings;
	const channels = kind.channelsOf?.(hub);
	const { rows, wanted } = await checkList(context, itemIndexes, kind, channels);
	const invalid = rows.filter(({ failure }) => failure !== undefined);
	const wantedRows = [...wanted.values()];
	const named = await namedBy(wholeList ? rows : []);

	const asked = { wanted, named, fields: kind.comparedFields, channels };
	const reading = await kind
		.read(hub, { ...asked, ...extentOf(settings) })
		.catch((error: unknown) => failureOfRead(error, context));
	if (reading instanceof HubError) return unreadList(rows, reading);
	await compareRows(wantedRows, reading, kind);
	const [unread, known] = partition(
		wantedRows,
		(row) => row.status === 'unsendable' && !isCompared(row),
	);
	const { onlyInHub } = reading;
	const hasNameless =
		onlyInHub.length > 0 && (await someRowNamesNothing(context, rows, itemIndexes, channels));
	const hubRows = await rowsOfHub(onlyInHub, { missingInList, dryRun, named, hasNameless }, kind);
	return {
		...pick(reading, 'namedShare', 'fieldsNotListed'),
		rows: [...rows, ...hubRows],
		distinct: [...known, ...hubRows],
		notCompared: [...invalid, ...unread],
		isRead: true,
	};
}

/** @throws the error where the run stops */
function failureOfRead(error: unknown, context: NodeContext): HubError {
	const failure = findHubError(error);
	if (failure === undefined || !new OnError(context.node).continues) throw error;
	return failure.with({ outcome: 'notSent' });
}

/** A list of which no row is sent, since the hub could not be read. */
function unreadList(rows: SyncRow[], unsent: HubError): ComparedList {
	for (const row of rows) if (row.failure === undefined) markUnsendable(row, unsent);
	return { rows, distinct: [], notCompared: rows, isRead: false };
}

/** How much of the hub is read. */
function extentOf({
	missingInList,
	wholeList,
	onlyChanges,
}: SyncSettings): Pick<ReadRequest, 'tooManyForSingles' | 'unnamedAre'> {
	const ofWholeList = missingInList === 'ignore' ? 'counted' : 'read';
	return {
		tooManyForSingles: (count) => !onlyChanges && count > mostSingleReads,
		unnamedAre: wholeList ? ofWholeList : 'ignored',
	};
}

/** A result for each row, and one for the run where that is held and no row says so. */
async function reportRows(
	rows: readonly SyncRow[],
	kind: SyncKind,
	{ heldRun, isPreview }: { heldRun?: HeldRun; isPreview: boolean },
): Promise<EntryResult[]> {
	const results: EntryResult[] = [];
	const tell = (result: EntryResult) => results.push(isPreview ? previewOf(result) : result);
	await eachWithPauses(rows, (row) => {
		if (isOnlyInHub(row) && row.status === 'unchanged') return;
		tell(reportOf(row, kind));
	});
	if (heldRun !== undefined && rows.every(({ failure }) => failure !== heldRun))
		tell({ itemIndexes: [], json: { status: 'held' }, failure: heldRun });
	return results;
}

/** Rows that change something, by the way in which they are sent. */
type Changes = ReadonlyMap<WayName, SyncRow[]>;

function changesIn(rows: readonly SyncRow[]): Changes {
	const changes = rows.filter(({ status }) => status === 'change');
	return new Map(wayNames.map((name) => [name, changes.filter(({ way }) => way === name)]));
}

const plannedOf = (changes: Changes, { ways }: SyncKind) =>
	[...changes].flatMap(([name, rows]): Planned[] => {
		const way = ways[name];
		return way === undefined ? [] : [{ ...way, rows }];
	});

/**
 * Sends the changes, and notes on each row its result.
 * @returns failures that the hub tells without a SKU; what it says of other SKUs is left out
 */
async function sendChanges<Name extends EndpointName>(
	context: OperationContext<Name>,
	{ distinct, notCompared }: ComparedList,
	{ ways }: Sync<Name>,
	changes: Changes,
): Promise<EntryResult[]> {
	const all = [...notCompared, ...distinct];
	const told: EntryResult[] = [];
	for (const [name, rows] of changes) {
		if (rows.length === 0) continue;
		// the values of a product hold for its variations: theirs come after it
		const inOrder = sortBy(rows, ({ followsProduct }) => followsProduct === true);
		const further = await ways[name]?.send(context, inOrder, all);
		for (const result of noteOnRows(further ?? [])) told.push(result);
	}
	return told.flatMap(({ json, failure, ...about }): EntryResult[] => {
		if (failure === undefined || skuOf(json) !== '') return [];
		const status = failure.outcome ?? 'refused';
		return [{ ...about, json: { status, ...pick(json, 'batchId') }, failure }];
	});
}
