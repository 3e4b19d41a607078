import compact from 'lodash/compact';
import countBy from 'lodash/countBy';
import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { type AcknowledgeStatus, stayingOrders } from '../../api/queue/acknowledge';
import { pageSize } from '../../api/pagination';
import type { DrainedPage } from '../../api/queue/drain';
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
	{ orders, page: { rows, unreadable } }: Pick<DrainedPage, 'orders' | 'page'>,
): void {
	const phases = countBy(orders, (order) => queueOrders.phaseOf(order));
	const { resting = 0, running = 0, done = 0, ready = 0 } = phases;
	const told = [
		resting > 0 && `${resting} come again because their execution failed`,
		running > 0 && `the executions of ${running} still run`,
		done > 0 && `${done} wait for your workflow's acknowledgement`,
		ready > 0 && `${ready} have a status that is filtered out`,
		rows.length > orders.length && `${rows.length - orders.length} could not be acknowledged`,
		unreadable > 0 && `${unreadable} cannot be worked on`,
	];
	const message = `The first ${pageSize} orders of the hub's queue stay in it for now, and later orders cannot be seen`;
	const description = `${compact(told).join(', ')}. Order Queue: Acknowledge removes an order that your workflow can never store.`;
	warn(context, `${message}: ${description}`);
	if (resting > 0 && queueOrders.takeFailure())
		context.__emitError(new NodeOperationError(context.getNode(), message, { description }));
}
