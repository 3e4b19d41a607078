import mapValues from 'lodash/mapValues';
import partition from 'lodash/partition';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import sum from 'lodash/sum';
import type { INodeProperties } from 'n8n-workflow';
import { eachWithPauses, monotonicNow } from '../../../api/async';
import { findHubError } from '../../../api/errors';
import type { EndpointName } from '../../../api/endpoints';
import { countedHub } from '../../../api/hub';
import { type EntryResult, keepFailures, skuOf } from '../../../api/rows/row';
import type { RecordSchema } from '../../../api/schemas/recordSchema';
import { comparedOf } from '../../../api/reading/comparable';
import { few, type Read, type Reading } from '../../../api/reading/reading';
import { timeLimitOf } from '../../common/timeLimit';
import { defineOperation, type NodeContext, type OperationContext } from '../../operation';
import { OnError } from '../../run/onError';
import type { OfChannels, Send } from '../defineWrite';
import { guardRows, guardRun, type HeldRun } from './applyGuards';
import { checkList } from './checkList';
import { compareRows, fillBodies, type RecordKind, type SyncKind } from './compare';
import { estimate, type Planned, type Sending } from './estimate';
import type { GuardedList } from './guards';
import { someRowNamesNothing, bySpelling, rowsOfHub } from './onlyInHub';
import { isNewRecord, previewOf, reportOf } from './report';
import { errorOfRun, tellRun } from './summary';
import { readSyncSettings, syncProperties, type SyncSettings } from './syncProperties';
import { markInvalid, type SyncRow } from './syncRow';

interface Sync<Name extends EndpointName>
	extends Omit<SyncKind, 'comparedFields' | 'isVersion1' | 'record'>,
		OfChannels<Name> {
	action: string;
	toolDescription: string;
	description: string;
	listKind: GuardedList;
	/** The parameters that give the list, and those of sending it. */
	properties: INodeProperties[];
	sendingProperties?: INodeProperties[];
	endpoints: readonly Name[];
	/** The values of a result, where not all are numbers. */
	values?: RecordSchema;
	/** Fields of a result beside status and values. */
	output?: Readonly<Record<string, RecordSchema>>;
	read: Read<Name>;
	send: Send<Name, SyncRow>;
	/** Of a record also how it is registered. */
	record?: RecordKind & { create: Send<Name, SyncRow> };
	remove?: Send<Name, SyncRow>;
	/** The requests of each of these, for the estimate of a dry run. */
	requests: Partial<Record<'send' | 'create' | 'remove', Sending>>;
}

/**
 * An operation that makes the hub agree with a list: the rows are checked, the hub is
 * read and compared, the guards are asked, and the changes are sent and reported.
 */
export function defineSync<Name extends EndpointName>(sync: Sync<Name>) {
	const { shape, identity, endpoints, sendingProperties = [] } = sync;
	const comparedFields = comparedOf(shape.fields, Object.values(identity));
	const values = sync.values ?? mapValues(comparedFields, () => 'number' as const);
	return defineOperation<Name>({
		option: {
			name: 'Sync',
			value: 'sync',
			action: sync.action,
			toolDescription: sync.toolDescription,
			description: `${sync.description}, within guards`,
		},
		properties: [...syncProperties(sync.listKind, sync.properties), ...sendingProperties],
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
			const isVersion1 = context.node.getNode().typeVersion === 1;
			// a dry run refuses what the run would refuse
			timeLimitOf(context.parameters);
			return await runSync(context, itemIndexes, { ...sync, comparedFields, isVersion1 });
		},
	});
}

/** Check → read → compare → guard → send → report. */
async function runSync<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: number[],
	kind: Sync<Name> & SyncKind,
): Promise<EntryResult[]> {
	const begin = monotonicNow();
	const settings = readSyncSettings(context.parameters, kind.listKind);
	const { dryRun, onlyChanges, limits } = settings;
	const { hub, counts } = countedHub(context.hub);

	const list = await compareList({ ...context, hub }, itemIndexes, kind, settings);
	const { rows, valid, invalid, whole, unlisted } = list;
	await guardRows(valid, limits, dryRun);
	await fillBodies(context, valid, kind);
	const compared = valid.filter((row) => row.status !== 'notInHub' && row.missing !== 'report');
	const run = { compared, invalid: invalid.length, whole, onlyChanges };
	const heldRun = await guardRun(run, limits, dryRun);

	const changes = changesIn(valid, kind);
	const read = { requests: sum(Object.values(counts)), ms: monotonicNow() - begin };
	const expected = dryRun ? estimate(plannedOf(changes, kind), read) : '';
	const further = dryRun ? [] : await sendChanges({ ...context, hub }, list, kind, changes);

	// rows of a hub that could not be read follow On Error
	const isPreview = dryRun && list.isRead;
	const results = [...(await reportRows(rows, kind, heldRun, isPreview)), ...further];
	const ms = monotonicNow() - begin;
	tellRun(context, results, { dryRun, counts, ms, expected, heldRun, unlisted });
	return results;
}

/** The rows of a list beside the hub. */
interface ComparedList extends Pick<Reading, 'whole' | 'unlisted' | 'ofWantedProducts'> {
	/** All rows of the list, and those that only the hub has. */
	rows: SyncRow[];
	/** Of these, the ones that can be compared; equal ones once. */
	valid: SyncRow[];
	/** Of these, the ones that break a rule. */
	invalid: SyncRow[];
	/** Whether the hub could be read; where it could not, and the workflow goes on, no row was compared. */
	isRead: boolean;
}

/** Check → read → compare. What the hub was read into is let go of: it may hold 200,000 entries. */
async function compareList<Name extends EndpointName>(
	{ hub, ...context }: OperationContext<Name>,
	itemIndexes: number[],
	kind: Sync<Name> & SyncKind,
	settings: SyncSettings,
): Promise<ComparedList> {
	const { missing } = settings;
	const channels = kind.channelsOf?.(hub);
	const { rows, wanted } = await checkList(context, itemIndexes, kind, channels);
	const invalid = rows.filter(({ failure }) => failure !== undefined);
	const wantedRows = [...wanted.values()];
	const named = missing === 'ignore' ? new Map<string, SyncRow>() : bySpelling(rows);

	const asked = { wanted, named, fields: kind.comparedFields, channels };
	const reading = await kind
		.read(hub, { ...asked, ...extentOf(settings) })
		.catch((error: unknown) => unreadList(error, context, rows, kind));
	if ('isRead' in reading) return reading;
	await compareRows(wantedRows, reading, kind);
	const { onlyInHub } = reading;
	const hasNameless = onlyInHub.length > 0 && someRowNamesNothing(context, invalid, wantedRows);
	const hubRows = rowsOfHub(onlyInHub, { missing, named, hasNameless }, kind);
	return {
		...pick(reading, 'whole', 'unlisted', 'ofWantedProducts'),
		rows: [...rows, ...hubRows],
		valid: [...wantedRows, ...hubRows],
		invalid,
		isRead: true,
	};
}

/**
 * Marks all rows of a list as not sent, since the hub could not be read.
 * @throws the error where the run stops, and in version 1, whose items have nothing but it
 */
function unreadList(
	error: unknown,
	{ node }: NodeContext,
	rows: SyncRow[],
	{ isVersion1 }: SyncKind,
): ComparedList {
	const failure = findHubError(error);
	if (failure === undefined || isVersion1 || !new OnError(node).continues) throw error;
	const unsent = failure.with({ outcome: 'notSent' });
	for (const row of rows) if (row.failure === undefined) markInvalid(row, unsent);
	return { rows, valid: [], invalid: rows, isRead: false };
}

/** How much of the hub is read. */
const extentOf = ({ missing, wholeList, onlyChanges }: SyncSettings) => ({
	few: onlyChanges ? Infinity : few,
	readsOthers: missing !== 'ignore',
	countsAll: wholeList,
});

/** A result for each row, and one for the run where that is held and no row says so. */
async function reportRows(
	rows: readonly SyncRow[],
	kind: SyncKind,
	heldRun: HeldRun | undefined,
	isPreview: boolean,
): Promise<EntryResult[]> {
	const results: EntryResult[] = [];
	const tell = (result: EntryResult) => results.push(isPreview ? previewOf(result, kind) : result);
	await eachWithPauses(rows, (row) => {
		if (row.itemIndex === undefined && row.status === 'unchanged') return;
		tell(reportOf(row, kind));
	});
	if (heldRun !== undefined && rows.every(({ failure }) => failure === undefined))
		tell({ itemIndexes: [], json: { status: 'held' }, failure: heldRun });
	return results;
}

/** Rows that change something, by the way in which they are sent. */
type Changes = Record<'create' | 'send' | 'remove', SyncRow[]>;

function changesIn(rows: readonly SyncRow[], kind: SyncKind): Changes {
	const changes = rows.filter(({ status }) => status === 'change');
	const [remove, writes] = partition(changes, ({ missing }) => missing === 'delete');
	const [create, send] = partition(writes, (row) => isNewRecord(row, kind));
	return { create, send, remove };
}

const plannedOf = (changes: Changes, { requests }: Pick<Sync<EndpointName>, 'requests'>) =>
	(['create', 'send', 'remove'] as const).flatMap((way): Planned[] => {
		const by = requests[way];
		return by === undefined ? [] : [{ rows: changes[way].length, by }];
	});

/**
 * Sends the changes, and notes on each row its result.
 * @returns failures that the hub tells without a SKU; what it says of other SKUs is left out
 */
async function sendChanges<Name extends EndpointName>(
	context: OperationContext<Name>,
	{ valid, invalid, ofWantedProducts }: ComparedList,
	kind: Sync<Name> & SyncKind,
	{ create, send, remove }: Changes,
): Promise<EntryResult[]> {
	const all = [...invalid, ...valid];
	const work = async (part: SyncRow[], way: Send<Name, SyncRow> | undefined) =>
		part.length === 0 ? [] : keepFailures((await way?.(context, part, all)) ?? []);
	// the values of a product hold for its variations: theirs come after it
	const inOrder = sortBy(send, ({ key }) => ofWantedProducts?.has(key) === true);
	const told = [
		...(await work(create, kind.record?.create)),
		...(await work(inOrder, kind.send)),
		...(await work(remove, kind.remove)),
	];
	return told.flatMap(({ json, failure, ...about }): EntryResult[] => {
		if (failure === undefined || skuOf(json) !== '') return [];
		const status = failure.outcome ?? 'refused';
		return [{ ...about, json: { status, ...pick(json, 'batchId') }, failure }];
	});
}
