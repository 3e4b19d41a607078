import isEmpty from 'lodash/isEmpty';
import mapValues from 'lodash/mapValues';
import partition from 'lodash/partition';
import sortBy from 'lodash/sortBy';
import type { EndpointName } from '../../../api/endpoints';
import type { EntryResult, Identity } from '../../../api/entries';
import { countedHub } from '../../../api/hub';
import { comparedOf, type Read, type Reading } from '../../../api/sync/reading';
import type { RecordSchema } from '../../../api/schemas/answers';
import type { ColumnsName } from '../../../shared/columns';
import { defineOperation, type OperationContext } from '../../operation';
import { timeLimit } from '../batch';
import { entryProperties } from '../entryProperties';
import { compareRows, fillBodies, listRows, namedIn, rowsOfHub, type ListedKind } from './compare';
import type { ListKind, ListRow } from './guard';
import { guardRows, guardRun } from './hold';
import { readSyncSettings, syncProperties } from './properties';
import { previewOf, reportOf, stopsRun, tellRun } from './results';

/**
 * Sends rows and notes on each what became of it.
 * @param all rows of the run, also those that are not sent
 * @returns results of what the hub says about other things than the rows
 */
type Send<Name extends EndpointName> = (
	context: OperationContext<Name>,
	rows: ListRow[],
	all: readonly ListRow[],
) => Promise<EntryResult[] | void>;

interface SyncKind<Name extends EndpointName> extends Omit<ListedKind, 'compared'> {
	action: string;
	description: string;
	kind: ListKind;
	/** Method that gives the columns of the list, and JSON of one entry. */
	columns: ColumnsName;
	example: object;
	endpoints: readonly Name[];
	/** The values of a result, where not all are numbers. */
	values?: RecordSchema;
	read: Read<Name>;
	send: Send<Name>;
	/** Registers what the hub does not have, where that is not the same. */
	create?: Send<Name>;
	remove?: Send<Name>;
}

/** An operation that makes the hub agree with a list. */
export function defineSync<Name extends EndpointName>(sync: SyncKind<Name>) {
	const { shape, identity, endpoints } = sync;
	const compared = comparedOf(shape.fields, Object.values(identity));
	const values = sync.values ?? mapValues(compared, () => 'number' as const);
	const inBatches = (endpoints as readonly EndpointName[]).includes('batchGet');
	return defineOperation<Name>({
		option: {
			name: 'Sync',
			value: 'sync',
			action: sync.action,
			description: `${sync.description}, within guards`,
		},
		properties: [
			...syncProperties(sync.kind, entryProperties(sync.columns, sync.example)),
			...(inBatches ? [timeLimit] : []),
		],
		endpoints,
		output: {
			...mapValues(identity, (field) => shape.fields[field]?.type as RecordSchema),
			status: 'string',
			before: values,
			after: values,
			...(inBatches && { batchId: 'number' }),
		},
		summarize: stopsRun,
		perRun: async (context, itemIndexes) =>
			await runSync(context, itemIndexes, { ...sync, compared }),
	});
}

async function runSync<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: number[],
	kind: SyncKind<Name> & ListedKind,
): Promise<EntryResult[]> {
	const begin = Date.now();
	const { dryRun, wholeList, missing, limits } = readSyncSettings(context.parameters, kind.kind);
	const { hub, counts } = countedHub(context.hub);

	const rows = listRows(context, itemIndexes, kind);
	const [refused, others] = partition(rows, ({ failure }) => failure !== undefined);
	const listed = others.filter(({ sameAs }) => sameAs === undefined);
	const named = missing === 'ignore' ? new Map<string, string>() : namedIn(rows);

	const reading = await kind.read(hub, {
		wanted: new Map(listed.map(({ key, after }) => [key, after])),
		named,
		fields: kind.compared,
		others: missing !== 'ignore',
		countsAll: wholeList,
	});
	compareRows(listed, reading, kind);
	const hasNameless = context.hasUnresolved === true || refused.some(({ key }) => key === '');
	const unnamed = rowsOfHub(reading.others, { missing, named, hasNameless }, kind);

	const all = [...listed, ...unnamed];
	guardRows(all, limits, dryRun);
	fillBodies(context, all, kind);
	const compared = all.filter((row) => row.status !== 'notInHub' && row.missing !== 'report');
	const run = { compared, refused: refused.length, whole: reading.whole };
	const heldRun = guardRun(run, limits, dryRun);
	if (!dryRun) await send({ ...context, hub }, [...refused, ...all], kind, reading);

	const results = [...rows, ...unnamed]
		.filter(({ itemIndex, status }) => itemIndex !== undefined || status !== 'unchanged')
		.map((row) => reportOf(row, kind, isNewRecord(row.sameAs ?? row, kind)));
	if (heldRun !== undefined && results.every(({ failure }) => failure === undefined))
		results.push({ itemIndexes: [], json: { status: 'held' }, failure: heldRun });
	const told = dryRun ? results.map(previewOf) : results;
	tellRun(context, told, { dryRun, counts, ms: Date.now() - begin, heldRun });
	return told;
}

/** Whether a row registers a record. */
const isNewRecord = ({ before, body }: ListRow, { toBody }: ListedKind) =>
	before === undefined && toBody !== undefined && !isEmpty(body);

/** Sends what differs, and notes on each row what became of it. */
async function send<Name extends EndpointName>(
	context: OperationContext<Name>,
	rows: readonly ListRow[],
	kind: SyncKind<Name> & ListedKind,
	{ productOf }: Reading,
): Promise<void> {
	const changes = rows.filter(({ status }) => status === 'change');
	const [deletions, writes] = partition(changes, ({ missing }) => missing === 'delete');
	const [records, others] = partition(writes, (row) => isNewRecord(row, kind));
	const work = async (part: ListRow[], run: Send<Name> | undefined) => {
		if (part.length === 0) return;
		const byKey = new Map(part.map((row) => [row.key, row]));
		for (const { json, failure } of (await run?.(context, part, rows)) ?? []) {
			const row = byKey.get(kind.keyOf(json as Identity));
			// if the hub reports a row twice, the failure counts
			if (row !== undefined) row.failure ??= failure;
		}
	};
	await work(records, kind.create);
	// what is sent for a product holds for its variations: theirs come after it
	await work(
		sortBy(others, ({ key }) => productOf?.has(key) === true),
		kind.send,
	);
	await work(deletions, kind.remove);
}
