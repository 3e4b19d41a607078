import countBy from 'lodash/countBy';
import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { type AcknowledgeStatus, type QueuedOrder, stayingOrders } from '../../api/orderQueue';
import { pageSize, type ReadPage } from '../../api/pagination';
import { printable } from '../../api/values/text';
import type { QueueOrders } from './orders';

/** Writes into n8n's log. */
export function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(printable(message), {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
}

/** Says in n8n's log which handled orders stay in the queue, because the hub takes no acknowledgement with their status. */
export function logUntakenStatuses(
	context: IPollFunctions,
	orders: readonly IDataObject[],
	fallbackStatus: AcknowledgeStatus | undefined,
): void {
	const staying = stayingOrders(orders, fallbackStatus);
	if (staying.length === 0) return;
	const ids = staying.slice(0, 20).map(({ idPedido }) => String(idPedido));
	warn(
		context,
		`The hub takes no acknowledgement with the status of these orders, so each stays in the hub's queue: ${ids.join(', ')}. Set a Fallback Status, or acknowledge them with Order Queue: Acknowledge`,
	);
}

/**
 * Says that nothing of the first hundred moves: in n8n's log, and as a failed execution if one has failed
 * since this was last said. (A poll that throws would keep n8n from publishing the workflow.)
 */
export function warnOfBlockedQueue(
	context: IPollFunctions,
	queueOrders: QueueOrders,
	{ rows, unreadable }: ReadPage<QueuedOrder>,
): void {
	const { running = 0, done = 0 } = countBy(rows, (order) => queueOrders.phaseOf(order));
	const resting = rows.length - running - done;
	const message = `The first ${pageSize} orders of the hub's queue stay in it for now, and later orders cannot be seen`;
	const description = `${resting} come again because their execution failed, the executions of ${running} still run, ${done} wait for your workflow's acknowledgement, and ${unreadable} cannot be worked on. Order Queue: Acknowledge removes an order that your workflow can never store.`;
	warn(context, `${message}: ${description}`);
	if (resting > 0 && queueOrders.takeFailure())
		context.__emitError(new NodeOperationError(context.getNode(), message, { description }));
}
