import groupBy from 'lodash/groupBy';
import partition from 'lodash/partition';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { followBatch, type BatchId, type FollowedBatch, forRows } from '../../api/send/follow';
import { readNotes } from '../../api/send/notes';
import { cancelSignal } from '../../api/context';
import { HubError, toFailure } from '../../api/errors';
import { type EntryResult, noteOnRows, type Row } from '../../api/rows/row';
import { isBlank } from '../../api/values/blanks';
import { readNumericId } from '../../api/values/addressIds';
import { exactId } from '../../api/values/ids';
import { listed } from '../../api/values/text';
import {
	asPending,
	onTimeLimitProperty,
	returnsPending,
	timeLimitProperty,
	timeLimitOf,
} from '../form/timeLimit';
import { defineOperation, type NodeContext } from '../operation';
import { type Failed, hasFailed, lineOf } from '../failures/runError';
import { resultOfRow } from '../write/report';
import { batchIdProperty, batchOutput, entryRecords, split } from './get';

/** An input item's request: a batch, or with a SKU one entry of it. */
interface Asked {
	itemIndex: number;
	id: string;
	sku?: string;
}

/** GET /v1/batch/{id} until its status is `processado` (reference: Batches). */
export const waitForBatch = defineOperation({
	option: {
		name: 'Wait Until Processed',
		value: 'wait',
		action: 'Wait until batch is processed',
		toolDescription:
			"Wait until a batch is processed and return what became of each entry, by the batch's ID. It may take minutes; to look once, use Get batch. Reads only; a request every few seconds.",
		description:
			'Read batches at growing intervals until the hub has processed them, each once for all items with its ID',
	},
	properties: [
		batchIdProperty,
		{
			...split,
			description: `${split.description}. An input item with a SKU (sku) gets the result of its entry; a batch without entries comes as one item.`,
		},
	],
	options: [timeLimitProperty, onTimeLimitProperty],
	endpoints: ['batchGet'],
	output: { outcome: 'string', sku: 'string', ...batchOutput },
	async perRun(context, itemIndexes) {
		const { hub, node, parameters } = context;
		const following = { timeLimit: timeLimitOf(parameters), signal: cancelSignal(node) };
		const splits = parameters.flag('splitEntries', 0);
		const items = await Promise.all(
			itemIndexes.map(async (itemIndex) => await readItem(context, itemIndex)),
		);
		const [asked, unread] = partition(items, isAsked);
		const batches = await Promise.all(
			Object.entries(groupBy(asked, 'id')).map(async ([id, asking]) => {
				const followed = await followBatch(hub, id, following);
				return resultsFor(id, asking, splits, followed);
			}),
		);
		const unnamed = batches.flatMap((batch) => batch.unnamed);
		if (unnamed.length > 0) addUnnamedHint(context, unnamed);
		const ofBatches = batches.flatMap(({ results }) => results);
		const all = sortBy([...unread, ...ofBatches], 'itemIndexes[0]');
		return returnsPending(parameters) ? all.map(asPending) : all;
	},
});

/** The batch that an item asks for, or the reason why its ID cannot be read. */
async function readItem(context: NodeContext, itemIndex: number): Promise<Asked | EntryResult> {
	return await askedBy(context, itemIndex).catch((error: unknown) => ({
		itemIndexes: [itemIndex],
		json: {},
		failure: toFailure(error),
	}));
}

const isAsked = (item: Asked | EntryResult): item is Asked => 'id' in item;

async function askedBy({ node, parameters }: NodeContext, itemIndex: number): Promise<Asked> {
	const { skuProduto, sku = skuProduto } = node.getInputData()[itemIndex]?.json ?? {};
	const given = parameters.text('batchId', itemIndex);
	if (isBlank(given))
		throw new HubError('invalid', 'Batch ID (`batchId`) is empty: this item belongs to no batch', {
			description: 'Its own `outcome` and `error` say what became of it. Leave such items out.',
		});
	const id = readNumericId('batchId', given);
	return { itemIndex, id, ...(!isBlank(sku) && { sku: String(sku).trim() }) };
}

interface BatchResults {
	/** The batches that the items ask for. */
	results: EntryResult[];
	/** Refusals of SKUs that no item names, although items name some: one may be of a variation. */
	unnamed: Failed[];
}

/** Results of a batch for the items that ask for it. */
function resultsFor(
	id: string,
	items: Asked[],
	splits: boolean,
	followed: FollowedBatch,
): BatchResults {
	const batchId = exactId(id);
	const [own, others] = partition(items, ({ sku }) => splits && sku !== undefined);
	const rows = Object.entries(groupBy(own, 'sku')).map(([sku, asking]): Row => {
		const itemIndexes = asking.map(({ itemIndex }) => itemIndex);
		return { itemIndexes, position: 0, identity: { sku }, body: {} };
	});
	const told = noteOnRows(readNotes({ rows, batchId, followed: forRows(batchId, followed) }));
	const itemIndexes = others.map(({ itemIndex }) => itemIndex);
	const results = [
		...rows.flatMap((row) =>
			row.itemIndexes.map((itemIndex) => ({ ...resultOfRow(row), itemIndexes: [itemIndex] })),
		),
		...(others.length === 0 ? [] : wholeBatch(batchId, splits, followed)).map((json) => ({
			itemIndexes,
			json,
			failure: followed.failure,
		})),
	];
	const hasAll = rows.length === 0 || others.length > 0;
	return { results, unnamed: hasAll ? [] : told.filter(hasFailed) };
}

/** The output for items that ask for the whole batch. */
function wholeBatch(
	batchId: BatchId,
	splits: boolean,
	{ record, failure }: FollowedBatch,
): IDataObject[] {
	if (failure !== undefined) return [{ batchId }];
	const entries = splits ? entryRecords(record) : [];
	return entries.length > 0 ? entries : [record];
}

function addUnnamedHint(context: NodeContext, refused: readonly Failed[]): void {
	context.hints.add(
		'warning',
		`The hub refused also what no item names, perhaps variations of those that are named: ${listed(refused.map(lineOf), mostUnnamed)}.`,
	);
}

/** Refusals that the hint repeats. */
const mostUnnamed = 5;
