import omit from 'lodash/omit';
import type { INodeProperties } from 'n8n-workflow';
import { itemsOf, readNotes, type SentBatch } from '../../api/batches/results';
import { sendBatches } from '../../api/batches/send';
import type { EndpointName } from '../../api/endpoints';
import type { EntryResult, Identity, Row } from '../../api/entries';
import { batchNote } from '../../api/schemas/records';
import { cancelSignal } from '../../api/http/send';
import { readProducts } from '../../api/sync/products';
import { printable } from '../../api/values/text';
import type { ColumnsName } from '../../shared/columns';
import { shownFor } from '../../shared/properties';
import { defineOperation, type Operation, type OperationContext } from '../operation';
import type { Parameters } from '../parameters';
import { checkRows, inRowOrder, resultOfRow, unfailed, type EntryKind } from './entries';
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
	/** Finds the row of the leader of a product, in a list of products. */
	leadersIn?: LeadersIn;
}

/** Of the rows of a run, the one that has to be registered before a row. */
export type LeadersIn = (rows: readonly Row[]) => (row: Row) => Row | undefined;

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
			const rows = checkRows(context, itemIndexes, kind);
			const leaderOf = kind.leadersIn?.(rows);
			if (context.parameters.flag('waitForResult', 0)) {
				const others = await sendAndWait(context, unfailed(rows), kind, leaderOf);
				const results = [...rows.map(resultOfRow), ...others];
				return withPending(context.parameters, inRowOrder(results));
			}
			const batches = await send(context, unfailed(rows), { ...kind, leaderOf });
			const taken = batches.filter(({ failure }) => failure === undefined).map(resultOfBatch);
			const failed = rows.filter((row) => row.failure !== undefined);
			return inRowOrder([...failed.map(resultOfRow), ...taken]);
		},
	});

/** Not waiting for the result: one for the batch. */
function resultOfBatch({ rows, batchId }: SentBatch): EntryResult {
	const json = { batchId, skus: rows.map(({ identity }) => String(identity.sku)) };
	return { itemIndexes: itemsOf(rows), position: rows[0]?.position, json };
}

type Target<Name extends EndpointName> = Pick<BatchKind<Name>, 'endpoint' | 'list'>;

const send = async <Name extends EndpointName>(
	{ hub, node }: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	sending: Target<Name> & { timeLimit?: number; leaderOf?: (row: Row) => Row | undefined },
): Promise<SentBatch[]> =>
	await sendBatches(hub, rows, {
		...sending,
		signal: cancelSignal(node),
		// the hub has no list of batches, should n8n be killed before the end
		taken(batchId, part) {
			const [first, last] = [part.at(0), part.at(-1)].map((row) => row?.identity.sku);
			const message = `The hub took batch ${batchId}: ${part.length} entries, ${first} to ${last}`;
			node.logger.info(printable(message), {
				workflowId: node.getWorkflow().id,
				executionId: node.getExecutionId(),
				node: node.getNode().name,
			});
		},
	});

/**
 * Sends rows in batches and notes on each what became of it.
 * @returns results of what the hub notes about none of them
 */
export async function sendAndWait<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	{ endpoint, list }: Target<Name>,
	leaderOf?: (row: Row) => Row | undefined,
): Promise<EntryResult[]> {
	const timeLimit = timeLimitOf(context.parameters);
	const batches = await send(context, rows, { endpoint, list, timeLimit, leaderOf });
	return batches.flatMap(readNotes);
}

/** Of syncs of SKUs: a row is found by its own. */
export const bySku = {
	keyOf: ({ sku }: Identity) => String(sku),
	identityIn: (sku: string) => ({ sku }),
};

/** A sync of what the hub holds of SKUs that sends what differs in such batches. */
export const inBatches = <Name extends EndpointName>(
	kind: Omit<BatchKind<Name>, 'option' | 'leadersIn'>,
) => ({
	...kind,
	...bySku,
	endpoints: [kind.endpoint, 'batchGet', 'productList', 'productGet', 'variationGet'] as const,
	createsMissing: false,
	read: readProducts,
	send: async (context: OperationContext<Name | 'batchGet'>, rows: Row[]) =>
		await sendAndWait(context, rows, kind),
});
