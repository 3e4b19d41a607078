import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { outcomesOf, sendBatches, type BatchEntry, type SentBatch } from '../../api/batches';
import type { EndpointName } from '../../api/endpoints';
import type { WriteFields, objectOf } from '../../api/schemas/fields';
import { batchNote } from '../../api/schemas/records';
import type { RecordSchema } from '../../api/schemas/recordSchema';
import { cancelSignal } from '../../api/http/send';
import type { OperationContext, RunResult } from '../operation';
import { checkEntries, inEntryOrder, type CheckedEntry } from './checkedEntries';

/** How long to wait for a batch. */
export const timeLimit: INodeProperties = {
	displayName: 'Time Limit (Minutes)',
	name: 'timeLimit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description:
		'How many minutes to wait for each batch to be processed. The hub goes on with a batch when the time is over.',
};

/** Waiting for the result of batches. */
export const waiting: INodeProperties[] = [
	{
		displayName: 'Wait for Result',
		name: 'waitForResult',
		type: 'boolean',
		default: true,
		description:
			"Whether to wait until the hub has processed the batches and return each entry's own result. Off: one item for each batch, with its ID.",
	},
	{ ...timeLimit, displayOptions: { show: { waitForResult: [true] } } },
];

/** What an entry's result looks like. */
export const entryResult = {
	sku: 'string',
	batchId: 'number',
	sucesso: batchNote.sucesso,
	info: batchNote.info,
	error: batchNote.error,
	details: batchNote.details,
	data: batchNote.data,
} satisfies RecordSchema;

/** One of the hub's three batch endpoints. */
export interface BatchKind {
	endpoint: EndpointName;
	/** Name of the list in the request, e.g. `estoques`. */
	list: string;
	fields: WriteFields;
	entry: ReturnType<typeof objectOf>;
	/** The field by which the hub's notes name an entry. */
	skuField: string;
	/** Puts entries in the order they have to be sent in and says what each one comes after. */
	arrange?: (entries: BatchEntry[]) => BatchEntry[];
}

const minute = 60_000;

/** Sends all items' entries in batches of up to 100 and gives each entry its own result. */
export async function runBatches(
	context: OperationContext,
	itemIndexes: number[],
	kind: BatchKind,
): Promise<RunResult[]> {
	const { hub, node, parameters } = context;
	const waits = parameters.flag('waitForResult', 0);
	const { entries, refused } = checkEntries(context, itemIndexes, kind.fields, kind.entry, {
		sku: kind.skuField,
	});
	const ready = entries.map(({ itemIndex, position, body }: CheckedEntry) => ({
		itemIndex,
		position,
		body,
		sku: String(body[kind.skuField]),
	}));
	const sent = await sendBatches(hub, kind.arrange?.(ready) ?? ready, {
		endpoint: kind.endpoint,
		list: kind.list,
		timeLimit: waits ? parameters.number('timeLimit', 0) * minute : undefined,
		signal: cancelSignal(node),
	});
	return inEntryOrder([...refused, ...sent.flatMap(waits ? entryResults : batchResults)]);
}

function entryResults(batch: SentBatch): RunResult[] {
	return outcomesOf(batch).map(({ itemIndexes, position, sku, batchId, note, failure }) => ({
		itemIndexes,
		position,
		json: defined({
			sku,
			batchId,
			sucesso: failure === undefined,
			info: note?.info,
			error: note?.error,
			details: note?.details,
			data: note?.data,
		}),
		failure,
	}));
}

function batchResults({ entries, batchId, failure }: SentBatch): RunResult[] {
	if (failure !== undefined) {
		return entries.map(({ itemIndex, position, sku }) => ({
			itemIndexes: [itemIndex],
			position,
			json: { sku, sucesso: false },
			failure,
		}));
	}
	const itemIndexes = [...new Set(entries.map(({ itemIndex }) => itemIndex))];
	return [
		{
			itemIndexes,
			position: entries[0]?.position,
			json: { batchId, skus: entries.map(({ sku }) => sku) },
		},
	];
}

function defined(json: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(json).filter(([, value]) => value !== undefined && value !== null),
	);
}
