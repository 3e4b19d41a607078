import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { resultsOf, type BatchId, type SentBatch } from '../../api/batches/results';
import { sendBatches } from '../../api/batches/send';
import type { EndpointName } from '../../api/endpoints';
import type { Entry, EntryResult } from '../../api/entries';
import { printable } from '../../api/errors';
import { batchNote } from '../../api/schemas/records';
import type { RecordSchema } from '../../api/schemas/answers';
import { cancelSignal } from '../../api/http/send';
import type { OperationContext } from '../operation';
import { checkEntries, failedEntry, inEntryOrder, type EntryKind } from './entries';

/** How long to wait for a batch. */
export const timeLimit: INodeProperties = {
	displayName: 'Time Limit (Minutes)',
	name: 'timeLimit',
	type: 'string',
	default: '10',
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

/** One of the hub's three batch endpoints; its notes name an entry by `identity.sku`. */
interface BatchKind<Name extends EndpointName> extends EntryKind {
	endpoint: Name;
	/** Name of the list in the request, e.g. `estoques`. */
	list: string;
	/**
	 * Puts entries in the order they have to be sent in, says what each one comes after, and sets
	 * apart those that must not be sent because of others that were refused.
	 */
	arrange?: (
		entries: Entry[],
		refused: EntryResult[],
	) => { entries: Entry[]; withheld: EntryResult[] };
}

const minute = 60_000;

/**
 * Sends all items' entries in batches of up to 100 (reference: Batches) and gives each entry its own
 * result, or each batch one where results are not waited for.
 */
export async function runBatches<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	itemIndexes: number[],
	kind: BatchKind<Name>,
): Promise<EntryResult[]> {
	const { hub, node, parameters } = context;
	const waits = parameters.flag('waitForResult', 0);
	const { entries, refused } = checkEntries(context, itemIndexes, kind);
	const arranged = kind.arrange?.(entries, refused) ?? { entries, withheld: [] };
	const sent = await sendBatches(hub, arranged.entries, {
		endpoint: kind.endpoint,
		list: kind.list,
		timeLimit: waits ? parameters.number('timeLimit', 0) * minute : undefined,
		signal: cancelSignal(node),
		taken: batchLog(node),
	});
	const results = sent.flatMap(waits ? resultsOf : batchResult);
	return inEntryOrder([...refused, ...arranged.withheld, ...results]);
}

/** Not waiting for the result: one for the batch, or one for each entry that was not sent. */
function batchResult({ entries, batchId, failure }: SentBatch): EntryResult[] {
	if (failure !== undefined) return entries.map((entry) => failedEntry(entry, failure));
	const itemIndexes = [...new Set(entries.map(({ itemIndex }) => itemIndex))];
	const json = { batchId, skus: entries.map(({ identity }) => String(identity.sku)) };
	return [{ itemIndexes, position: entries[0]?.position, json }];
}

/**
 * Writes each batch that the hub takes to n8n's log: the output with its ID is lost when n8n is killed
 * before the node has ended, and the hub has no list of batches.
 */
const batchLog =
	(node: IExecuteFunctions) =>
	(batchId: BatchId, entries: readonly Entry[]): void => {
		const [first, last] = [entries.at(0), entries.at(-1)].map((entry) => entry?.identity.sku);
		const message = `The hub took batch ${batchId}: ${entries.length} entries, ${first} to ${last}`;
		node.logger.info(printable(message), {
			workflowId: node.getWorkflow().id,
			executionId: node.getExecutionId(),
			node: node.getNode().name,
		});
	};

/** Sends entries in batches and waits for what the hub makes of each. */
export async function sendAndWait<Name extends EndpointName>(
	{ hub, node, parameters }: OperationContext<Name | 'batchGet'>,
	entries: Entry[],
	{ endpoint, list }: { endpoint: Name; list: string },
): Promise<EntryResult[]> {
	const sent = await sendBatches(hub, entries, {
		endpoint,
		list,
		timeLimit: parameters.number('timeLimit', 0) * minute,
		signal: cancelSignal(node),
		taken: batchLog(node),
	});
	return sent.flatMap(resultsOf);
}

/** How an entry of a batch is found: by its SKU. */
export const bySku = {
	identity: { sku: 'sku' },
	keyOf: ({ sku }: { sku?: unknown }) => String(sku),
	identityIn: (sku: string) => ({ sku }),
};
