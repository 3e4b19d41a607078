import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { mapConcurrently } from '../../api/async/mapConcurrently';
import { catchHubError, type HubError } from '../../api/errors';
import { acknowledgeableStatus, acknowledgeOrder } from '../../api/orderQueue';
import type { Hub } from '../../api/hub';
import type { QueueSettings } from './settings';

/** Acknowledgements under way at once. */
const concurrency = 5;

/**
 * Removes the orders from the queue. One that is not there any more counts as removed.
 * @returns whether all are; n8n's log says what is not
 * @throws HubError of kind `cancelled`
 */
export async function acknowledgeAll(
	context: IPollFunctions,
	hub: Hub,
	orders: readonly IDataObject[],
	{ fallbackStatus }: QueueSettings,
): Promise<boolean> {
	const refusals = await mapConcurrently(
		orders,
		concurrency,
		async (order): Promise<HubError | undefined> => {
			const idPedido = String(order.idPedido);
			const status = acknowledgeableStatus(order.status, fallbackStatus);
			const refusal = await catchHubError(
				acknowledgeOrder(hub, idPedido, { idInterno: idPedido, status }),
			);
			return refusal?.httpStatus === 404 ? undefined : refusal;
		},
	);
	const [first, ...others] = refusals.filter((refusal) => refusal !== undefined);
	if (first === undefined) return true;
	warn(
		context,
		`${others.length + 1} orders stay in the hub's queue until the next poll: ${first.message}`,
	);
	return false;
}

/** Writes to n8n's log. */
export function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(message, {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
}
