import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../api/entries';
import type { BatchId } from '../../api/batchReading';

/**
 * Writes each batch that the hub takes to n8n's log: the output with its ID is lost when n8n is killed
 * before the node has ended, and the hub has no list of batches.
 */
export const batchLog =
	(node: IExecuteFunctions) =>
	(batchId: BatchId, entries: readonly Entry[]): void => {
		const [first, last] = [entries.at(0), entries.at(-1)].map((entry) => entry?.identity.sku);
		const message = `The hub took batch ${batchId}: ${entries.length} entries, ${first} to ${last}`;
		node.logger.info(message, {
			workflowId: node.getWorkflow().id,
			executionId: node.getExecutionId(),
			node: node.getNode().name,
		});
	};
