import type { SentBatch } from '../../api/batches/follow';
import { readNotes } from '../../api/batches/notes';
import { sendBatches } from '../../api/batches/sendBatches';
import { cancelSignal } from '../../api/context';
import type { EndpointName } from '../../api/endpoints';
import { type EntryResult, type Row, itemsOf, skuOf } from '../../api/rows/row';
import { printable } from '../../api/values/text';
import { timeLimitOf } from '../common/timeLimit';
import type { OperationContext } from '../operation';

/** One of the hub's three batch endpoints; its notes name a row by `identity.sku`. */
export interface BatchTarget<Name extends EndpointName> {
	endpoint: Name;
	/** Name of the list in the request, e.g. `estoques`. */
	list: string;
}

interface BatchRows<Name extends EndpointName> extends BatchTarget<Name> {
	/** Finds the row of a product's leader, which has to be registered before it. */
	leaderOf?: (row: Row) => Row | undefined;
}

/** @returns a result for each batch that the hub took */
export async function sendWithoutWaiting<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	target: BatchRows<Name>,
): Promise<EntryResult[]> {
	const batches = await sendInBatches(context, rows, target);
	return batches.map(({ rows: sent, batchId }) => {
		const json = { batchId, skus: sent.map(({ identity }) => skuOf(identity)) };
		return { itemIndexes: itemsOf(sent), json, about: sent[0] };
	});
}

/**
 * Sends rows in batches and notes on each its result.
 * @returns further results; `about` names the row of each, if any
 */
export async function sendAndWait<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	target: BatchRows<Name>,
): Promise<EntryResult[]> {
	const timeLimit = timeLimitOf(context.parameters);
	const batches = await sendInBatches(context, rows, { ...target, timeLimit });
	return batches.flatMap(readNotes);
}

const sendInBatches = async <Name extends EndpointName>(
	{ hub, node }: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	{ endpoint, list, leaderOf, timeLimit }: BatchRows<Name> & { timeLimit?: number },
): Promise<SentBatch[]> =>
	await sendBatches(hub, rows, {
		...{ endpoint, list, leaderOf, timeLimit },
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
