import omit from 'lodash/omit';
import type { INodeProperties } from 'n8n-workflow';
import { resultsOf, type SentBatch } from '../../api/batches/results';
import { sendBatches } from '../../api/batches/send';
import type { EndpointName } from '../../api/endpoints';
import type { Entry, EntryResult, Identity } from '../../api/entries';
import { batchNote } from '../../api/schemas/records';
import { cancelSignal } from '../../api/context';
import { readProducts } from '../../api/sync/products';
import { printable } from '../../api/values/text';
import type { ColumnsName } from '../../shared/columns';
import { shownFor } from '../../shared/properties';
import { defineOperation, type Operation, type OperationContext } from '../operation';
import type { Parameters } from '../parameters';
import { checkEntries, failedEntry, inEntryOrder, type EntryKind } from './entries';
import { entryProperties } from './entryProperties';

export const timeLimit: INodeProperties = {
	displayName: 'Time Limit (Minutes)',
	name: 'timeLimit',
	type: 'string',
	default: '10',
	description:
		'How many minutes to wait for each batch to be processed. The hub goes on with a batch when the time is over.',
};

export const onTimeLimit: INodeProperties = {
	displayName: 'On Time Limit',
	name: 'onTimeLimit',
	type: 'options',
	options: [
		{
			name: 'Fail Entries',
			value: 'fail',
			description: 'Entries without a result are failed items',
		},
		{
			name: 'Return Pending',
			value: 'pending',
			description: 'Entries without a result come out as pending, with the ID of their batch',
		},
	],
	default: 'fail',
	description:
		'What to do with entries whose batch is not processed within the time limit. Batch > Wait Until Processed gives the results of pending ones later.',
};

const waiting: INodeProperties[] = [
	{
		displayName: 'Wait for Result',
		name: 'waitForResult',
		type: 'boolean',
		default: true,
		description:
			"Whether to wait until the hub has processed the batches and return each entry's own result. Off: one item for each batch, with its ID.",
	},
	...[timeLimit, onTimeLimit].map((property) => shownFor({ waitForResult: [true] }, property)),
];

/** The results; where the user wants that, as pending what the hub still works on when the time is over. */
export function withPending(parameters: Parameters, results: EntryResult[]): EntryResult[] {
	if (parameters.value('onTimeLimit', 0, 'fail') !== 'pending') return results;
	return results.map((result) => {
		if (result.failure?.kind !== 'timeLimit') return result;
		const json = { ...omit(result.json, 'sucesso'), outcome: 'pending' };
		return { ...result, json, failure: undefined };
	});
}

/** The Time Limit, in ms. */
export const timeLimitOf = (parameters: Parameters): number =>
	parameters.number('timeLimit', 0) * 60_000;

/** One of the hub's three batch endpoints; its notes name an entry by `identity.sku`. */
interface BatchKind<Name extends EndpointName> extends EntryKind {
	option: Operation['option'];
	/** Method that gives the columns of an entry, and JSON of one. */
	columns: ColumnsName;
	example: object;
	endpoint: Name;
	/** Name of the list in the request, e.g. `estoques`. */
	list: string;
	/** Puts entries in order, and sets apart those that others that were refused withhold. */
	arrange?: (
		entries: Entry[],
		refused: EntryResult[],
	) => { entries: Entry[]; withheld: EntryResult[] };
}

/**
 * An operation that sends all items' entries in batches of up to 100 (reference: Batches) and gives each
 * entry its own result, or each batch one where results are not waited for.
 */
export const defineBatch = <Name extends EndpointName>(kind: BatchKind<Name>) =>
	defineOperation<Name | 'batchGet'>({
		option: kind.option,
		properties: [...entryProperties(kind.columns, kind.example), ...waiting],
		endpoints: [kind.endpoint, 'batchGet'],
		output: {
			sku: 'string',
			batchId: 'number',
			outcome: 'string',
			...omit(batchNote, 'idLista', 'identificador'),
		},
		async perRun(context, itemIndexes) {
			const waits = context.parameters.flag('waitForResult', 0);
			const { entries, refused } = checkEntries(context, itemIndexes, kind);
			const arranged = kind.arrange?.(entries, refused) ?? { entries, withheld: [] };
			const sent = await send(context, arranged.entries, kind, waits);
			const results = withPending(
				context.parameters,
				sent.flatMap(waits ? resultsOf : batchResult),
			);
			return inEntryOrder([...refused, ...arranged.withheld, ...results]);
		},
	});

/** Not waiting for the result: one for the batch, or one for each entry that was not sent. */
function batchResult({ entries, batchId, failure }: SentBatch): EntryResult[] {
	if (failure !== undefined) return entries.map((entry) => failedEntry(entry, failure));
	const itemIndexes = [...new Set(entries.map(({ itemIndex }) => itemIndex))];
	const json = { batchId, skus: entries.map(({ identity }) => String(identity.sku)) };
	return [{ itemIndexes, position: entries[0]?.position, json }];
}

type Target<Name extends EndpointName> = Pick<BatchKind<Name>, 'endpoint' | 'list'>;

const send = async <Name extends EndpointName>(
	{ hub, node, parameters }: OperationContext<Name | 'batchGet'>,
	entries: Entry[],
	{ endpoint, list }: Target<Name>,
	waits: boolean,
): Promise<SentBatch[]> =>
	await sendBatches(hub, entries, {
		endpoint,
		list,
		timeLimit: waits ? timeLimitOf(parameters) : undefined,
		signal: cancelSignal(node),
		// the hub has no list of batches, should n8n be killed before the end
		taken(batchId, part) {
			const [first, last] = [part.at(0), part.at(-1)].map((entry) => entry?.identity.sku);
			const message = `The hub took batch ${batchId}: ${part.length} entries, ${first} to ${last}`;
			node.logger.info(printable(message), {
				workflowId: node.getWorkflow().id,
				executionId: node.getExecutionId(),
				node: node.getNode().name,
			});
		},
	});

export const sendAndWait = async <Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	entries: Entry[],
	target: Target<Name>,
): Promise<EntryResult[]> => (await send(context, entries, target, true)).flatMap(resultsOf);

/** Of syncs of SKUs: an entry is found by its own. */
export const bySku = {
	keyOf: ({ sku }: Identity) => String(sku),
	identityIn: (sku: string) => ({ sku }),
};

/** A sync of what the hub holds of SKUs that sends what differs in such batches. */
export const inBatches = <Name extends EndpointName>(
	kind: Omit<BatchKind<Name>, 'option' | 'arrange'>,
) => ({
	...kind,
	...bySku,
	endpoints: [kind.endpoint, 'batchGet', 'productList', 'productGet', 'variationGet'] as const,
	createsMissing: false,
	read: readProducts,
	send: async (context: OperationContext<Name | 'batchGet'>, entries: Entry[]) =>
		await sendAndWait(context, entries, kind),
});
