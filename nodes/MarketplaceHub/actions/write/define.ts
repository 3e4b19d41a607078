import isEmpty from 'lodash/isEmpty';
import mapValues from 'lodash/mapValues';
import partition from 'lodash/partition';
import sortBy from 'lodash/sortBy';
import sum from 'lodash/sum';
import type { INodeProperties } from 'n8n-workflow';
import { eachWithPauses } from '../../api/async';
import type { Channels } from '../../api/channels';
import type { EndpointName } from '../../api/endpoints';
import type { EntryResult, Row } from '../../api/rows';
import { countedHub, type Hub } from '../../api/hub';
import type { RecordSchema } from '../../api/schemas/answers';
import { comparedOf } from '../../api/sync/comparable';
import { few, type Read, type Reading } from '../../api/sync/reading';
import { isWordForNothing } from '../../api/values/spreadsheet';
import {
	defineOperation,
	type NodeContext,
	type Operation,
	type OperationContext,
} from '../operation';
import { checkRows, unfailed, type EntryKind } from './check';
import {
	compareRows,
	fillBodies,
	isNothing,
	listRows,
	namedIn,
	rowsOfHub,
	type ListedKind,
} from './compare';
import { guardRows, guardRun, type HeldRun } from './applyGuards';
import { estimate, type Planned, type Sending } from './estimate';
import type { ListKind } from './guards';
import type { SyncRow } from './syncRow';
import { inRowOrder, previewOf, reportOf, resultOfRow } from './report';
import { stopsRun, tellRun } from './summary';
import { readSyncSettings, syncProperties, type SyncSettings } from './syncProperties';

/**
 * Sends rows and notes on each its result.
 * @param all rows of the run, also those that are not sent
 * @returns results of answers that are about none of the rows
 */
export type Send<Name extends EndpointName, Sent extends Row = Row> = (
	context: OperationContext<Name>,
	rows: Sent[],
	all: readonly Sent[],
) => Promise<EntryResult[] | void>;

/** Gives a run the channels of its account, where an entry is about one. */
interface OfChannels<Name extends EndpointName> {
	channelsOf?: (hub: Hub<Name>) => Channels;
}

interface Write<Name extends EndpointName> extends EntryKind, OfChannels<Name> {
	option: Operation['option'];
	properties: INodeProperties[];
	endpoints: readonly Name[];
	output: Readonly<Record<string, RecordSchema>>;
	send: Send<Name>;
	/** Gives the result of a row, where that is another than `resultOfRow` gives. */
	resultOf?: (context: NodeContext, row: Row) => EntryResult;
}

/** An operation that sends the rows of all items: they are checked, sent and reported. */
export const defineWrite = <Name extends EndpointName>({
	option,
	properties,
	endpoints,
	output,
	...write
}: Write<Name>) =>
	defineOperation<Name>({
		...{ option, properties, endpoints, output },
		async perRun(context, itemIndexes) {
			const channels = write.channelsOf?.(context.hub);
			const rows = await checkRows(context, itemIndexes, write, channels);
			const aboutNone = (await write.send(context, unfailed(rows), rows)) ?? [];
			const own = rows.filter(({ isShared }) => isShared !== true);
			const { resultOf = (_context, row) => resultOfRow(row) } = write;
			return inRowOrder([...own.map((row) => resultOf(context, row)), ...aboutNone]);
		},
	});

interface Sync<Name extends EndpointName>
	extends Omit<ListedKind, 'compared' | 'unsent'>,
		OfChannels<Name> {
	action: string;
	toolDescription: string;
	description: string;
	listKind: ListKind;
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
	/** Registers entries that the hub does not have, where `send` does not. */
	create?: Send<Name, SyncRow>;
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
	const compared = comparedOf(shape.fields, Object.values(identity));
	const values = sync.values ?? mapValues(compared, () => 'number' as const);
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
		summarize: stopsRun,
		async perRun(context, itemIndexes) {
			// as in a batch; stored workflows may ask for the word of version 1
			const unsent = context.node.getNode().typeVersion === 1 ? 'refused' : 'notSent';
			return await runSync(context, itemIndexes, { ...sync, compared, unsent });
		},
	});
}

/** Check → read → compare → guard → send → report. */
async function runSync<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: number[],
	kind: Sync<Name> & ListedKind,
): Promise<EntryResult[]> {
	const begin = Date.now();
	const settings = readSyncSettings(context.parameters, kind.listKind);
	const { dryRun, onlyChanges, missing, limits } = settings;
	const { hub, counts } = countedHub(context.hub);

	const channels = kind.channelsOf?.(hub);
	const { rows, wanted } = await listRows(context, itemIndexes, kind, channels);
	const invalid = rows.filter(({ failure }) => failure !== undefined);
	const listed = [...wanted.values()];
	const named = missing === 'ignore' ? new Map<string, SyncRow>() : namedIn(rows);

	const asked = { wanted, named, fields: kind.compared, channels };
	const reading = await kind.read(hub, { ...asked, ...extentOf(settings) });
	await compareRows(listed, reading, kind);
	const hasNameless =
		reading.onlyInHub.length > 0 &&
		(context.hasUnresolved === true ||
			invalid.some(({ key }) => key === '') ||
			listed.some(namesNothing));
	const unnamed = rowsOfHub(reading.onlyInHub, { missing, named, hasNameless }, kind);

	const all = [...listed, ...unnamed];
	await guardRows(all, limits, dryRun);
	await fillBodies(context, all, kind);
	const compared = all.filter((row) => row.status !== 'notInHub' && row.missing !== 'report');
	const run = { compared, invalid: invalid.length, whole: reading.whole, onlyChanges };
	const heldRun = await guardRun(run, limits, dryRun);

	const changes = changesIn(all, kind);
	const read = { requests: sum(Object.values(counts)), ms: Date.now() - begin };
	const expected = dryRun ? estimate(plannedOf(changes, kind), read) : '';
	if (!dryRun) await sendChanges({ ...context, hub }, [...invalid, ...all], kind, changes, reading);

	const results = await reportRows([...rows, ...unnamed], kind, heldRun, dryRun);
	const ms = Date.now() - begin;
	const { unlisted } = reading;
	tellRun(context, results, { dryRun, counts, ms, expected, heldRun, unlisted });
	return results;
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
	kind: ListedKind,
	heldRun: HeldRun | undefined,
	dryRun: boolean,
): Promise<EntryResult[]> {
	const results: EntryResult[] = [];
	const tell = (result: EntryResult) => results.push(dryRun ? previewOf(result) : result);
	await eachWithPauses(rows, (row) => {
		if (row.itemIndex === undefined && row.status === 'unchanged') return;
		tell(reportOf(row, kind, isNewRecord(row.sameAs ?? row, kind)));
	});
	if (heldRun !== undefined && rows.every(({ failure }) => failure === undefined))
		tell({ itemIndexes: [], json: { status: 'held' }, failure: heldRun });
	return results;
}

/** Whether a row is named by a word for nothing, of which the hub has nothing: a join of lists may have failed. */
const namesNothing = ({ before, identity }: SyncRow) =>
	isNothing(before) && Object.values(identity).some(isWordForNothing);

/** Whether a row registers a record. */
const isNewRecord = ({ before, body }: SyncRow, { toBody }: ListedKind) =>
	before === undefined && toBody !== undefined && !isEmpty(body);

/** Rows that change something, by the way in which they are sent. */
type Changes = Record<'create' | 'send' | 'remove', SyncRow[]>;

function changesIn(rows: readonly SyncRow[], kind: ListedKind): Changes {
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

/** Sends the changes, and notes on each row its result. */
async function sendChanges<Name extends EndpointName>(
	context: OperationContext<Name>,
	rows: readonly SyncRow[],
	kind: Sync<Name> & ListedKind,
	{ create, send, remove }: Changes,
	{ ofWantedProducts }: Reading,
): Promise<void> {
	const work = async (part: SyncRow[], way: Send<Name, SyncRow> | undefined) => {
		if (part.length === 0) return;
		// if the hub reports a row twice, or something in it, the failure counts
		for (const { about, failure } of (await way?.(context, part, rows)) ?? [])
			if (about !== undefined) about.failure ??= failure;
	};
	await work(create, kind.create);
	// the values of a product hold for its variations: theirs come after it
	await work(
		sortBy(send, ({ key }) => ofWantedProducts?.has(key) === true),
		kind.send,
	);
	await work(remove, kind.remove);
}
