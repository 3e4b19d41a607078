import { eachWithPauses } from '../../api/async';
import type { SentBatch } from '../../api/send/follow';
import { readNotes } from '../../api/send/notes';
import { type BatchTarget, sendBatches } from '../../api/send/sendBatches';
import { cancelSignal } from '../../api/context';
import type { EndpointName } from '../../api/endpoints';
import { type EntryResult, type FurtherResult, type Row, itemsOf, skuOf } from '../../api/rows/row';
import { printable } from '../../api/values/text';
import { timeLimitOf } from '../form/timeLimit';
import type { OperationContext } from '../operation';
import { progressOf } from './progress';

/** @returns a result for each batch that the hub took */
export async function sendWithoutWaiting<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	target: BatchTarget<Name>,
): Promise<EntryResult[]> {
	const batches = await sendAndLog(context, rows, target);
	return batches.map(({ rows: sent, batchId }) => {
		const json = { batchId, skus: sent.map(({ identity }) => skuOf(identity)) };
		return { itemIndexes: itemsOf(sent), json, about: sent[0] };
	});
}

/** Sends rows in batches and notes on each its result. */
export async function sendAndWait<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	target: BatchTarget<Name>,
): Promise<FurtherResult[]> {
	const timeLimit = timeLimitOf(context.parameters);
	const batches = await sendAndLog(context, rows, { ...target, timeLimit });
	const further: FurtherResult[] = [];
	await eachWithPauses(batches, (batch) => {
		for (const result of readNotes(batch)) further.push(result);
	});
	return further;
}

const sendAndLog = async <Name extends EndpointName>(
	{ hub, node }: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	target: BatchTarget<Name> & { timeLimit?: number },
): Promise<SentBatch[]> => {
	const progress = progressOf(node, rows.length, true);
	return await sendBatches(hub, rows, {
		...target,
		signal: cancelSignal(node),
		// the hub lists no batches: if n8n is killed before the end, its log has their IDs
		taken(batchId, part) {
			const [first, last] = [part.at(0), part.at(-1)].map((row) => row?.identity.sku);
			const message = `The hub took batch ${batchId}: ${part.length} entries, ${first} to ${last}`;
			node.logger.info(printable(message), {
				workflowId: node.getWorkflow().id,
				executionId: node.getExecutionId(),
				node: node.getNode().name,
			});
			progress.sent(part.length);
		},
		followed: (part) => progress.processed(part.length),
	});
};
