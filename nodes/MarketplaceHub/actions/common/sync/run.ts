import mapValues from 'lodash/mapValues';
import partition from 'lodash/partition';
import sortBy from 'lodash/sortBy';
import type { EndpointName } from '../../../api/endpoints';
import type { Entry, EntryResult, Identity } from '../../../api/entries';
import { countedHub } from '../../../api/hub';
import { comparedOf, fromComparable, type Read } from '../../../api/sync/reading';
import type { RecordSchema } from '../../../api/schemas/answers';
import type { ColumnsName } from '../../../shared/columns';
import { defineOperation, type OperationContext } from '../../operation';
import { timeLimit } from '../batch';
import { entryProperties } from '../entryProperties';
import { inEntryOrder } from '../entries';
import type { Decision, ListKind } from './guard';
import { planSync, readInputList, type ListedKind } from './plan';
import { readSyncSettings, syncProperties } from './properties';
import { isNewRecord, previewOf, resultOf, stopsRun, tellRun } from './results';

/** @param failed results of new records that are not sent */
type Send<Name extends EndpointName> = (
	context: OperationContext<Name>,
	entries: Entry[],
	failed: readonly EntryResult[],
) => Promise<EntryResult[]>;

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
	/** Sends entries; of what became of each, `json` says which one it is. */
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
	const settings = readSyncSettings(context.parameters, kind.kind);
	const { dryRun, wholeList } = settings;
	const { hub, counts } = countedHub(context.hub);
	const others = settings.missing !== 'ignore';
	const list = readInputList(context, itemIndexes, kind, others);
	list.hasNameless ||= context.hasUnresolved === true;
	const reading = await kind.read(hub, {
		wanted: list.wanted,
		named: list.named,
		fields: kind.compared,
		others,
		countsAll: wholeList,
	});
	const plan = planSync(context, kind, settings, list, reading);
	const sent = dryRun
		? undefined
		: await send({ ...context, hub }, plan, kind, list.refused, reading.productOf);
	const resultOn = (decision: Decision) =>
		resultOf(decision, kind.identityIn(decision.key), kind.compared, sent);
	const results: EntryResult[] = [
		...list.refused,
		...list.entries.flatMap(({ itemIndex, position, key }) => {
			const decision = plan.decisions.get(key);
			return decision ? [{ itemIndexes: [itemIndex], position, ...resultOn(decision) }] : [];
		}),
		...plan.rest
			.filter(({ status }) => status !== 'unchanged')
			.map((decision) => ({ itemIndexes: [], ...resultOn(decision) })),
	];
	const { heldRun: failure } = plan;
	if (failure !== undefined && results.every((result) => result.failure === undefined))
		results.push({ itemIndexes: [], json: { status: 'held' }, failure });
	const told = inEntryOrder(dryRun ? results.map(previewOf) : results);
	tellRun(context, told, { dryRun, counts, ms: Date.now() - begin, heldRun: plan.heldRun });
	return told;
}

/** Sends what differs; by key, what became of it. */
async function send<Name extends EndpointName>(
	context: OperationContext<Name>,
	{ decisions, rest }: ReturnType<typeof planSync>,
	kind: SyncKind<Name> & ListedKind,
	refused: readonly EntryResult[],
	productOf?: ReadonlyMap<string, string>,
): Promise<Map<string, EntryResult>> {
	const all = [...decisions.values(), ...rest];
	const changes = all.filter(({ status }) => status === 'change');
	const unsent = all.flatMap(({ key, before, failure }): EntryResult[] =>
		failure !== undefined && before === undefined
			? [{ itemIndexes: [], json: kind.identityIn(key), failure }]
			: [],
	);
	const failed = [...refused, ...unsent];
	const [deletions, others] = partition(changes, ({ missing }) => missing === 'delete');
	const [records, writes] = partition(others, isNewRecord);
	const sent = new Map<string, EntryResult>();
	const work = async (part: readonly Decision[], run: Send<Name> | undefined) => {
		const entries = part.map(({ key, after, body }, position): Entry => {
			const identity = kind.identityIn(key);
			const values = { ...identity, ...fromComparable(after, kind.compared) };
			return { itemIndex: 0, position, identity, body: body ?? values };
		});
		if (entries.length === 0) return;
		for (const result of (await run?.(context, entries, failed)) ?? []) {
			const key = kind.keyOf(result.json as Identity);
			// of several notes of the hub about an entry the one that it did not take counts
			if (sent.get(key)?.failure === undefined) sent.set(key, result);
		}
	};
	await work(records, kind.create);
	// what is sent for a product holds for its variations: theirs come after it
	await work(
		sortBy(writes, ({ key }) => productOf?.has(key) === true),
		kind.send,
	);
	await work(deletions, kind.remove);
	return sent;
}
