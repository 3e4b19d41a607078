import type { IDataObject } from 'n8n-workflow';
import type { Limiter } from '../async';
import { findHubError, type HubError, isNotFound } from '../errors';
import type { FailureLimit } from './failureLimit';
import { plainId } from '../values/ids';

/** The orders that the queue shows first. */
export interface QueueView {
	orders: readonly IDataObject[];
	/** Whether no others wait. */
	isWhole: boolean;
}

export const orderIn = ({ orders }: QueueView, idPedido: string): IDataObject | undefined =>
	orders.find((order) => plainId(order.idPedido) === plainId(idPedido));

/** An acknowledgement that is to be sent. */
interface Acknowledging<Result> {
	idPedido: string;
	request: () => Promise<Result>;
	look: () => Promise<QueueView>;
	/** Whether it has left the queue before: then it is sent only where the queue shows the order again. */
	hasLeft?: boolean;
	/** Where acknowledgements wait for each other. */
	turns: Limiter;
}

function orAnswered404(error: unknown): HubError {
	const failure = findHubError(error);
	if (failure !== undefined && isNotFound(failure)) return failure;
	throw error;
}

/**
 * Acknowledges an order: once the limit is reached, only one that may wait.
 * @returns the failure of an answer 404; `notWaiting` where nothing was sent
 * @throws HubError of any other failure, also of a look
 */
export async function acknowledgeWithin<Result extends string>(
	limit: FailureLimit,
	{ idPedido, request, look, hasLeft = false, turns }: Acknowledging<Result>,
): Promise<Result | HubError | 'notWaiting'> {
	const send = async () => await limit.run(request).catch(orAnswered404);
	const sent = hasLeft
		? undefined
		: await turns.run(async () => (limit.isReached ? undefined : await send()));
	if (sent !== undefined) return sent;
	// in no turn, so that it holds up no other order
	const view = await look();
	// beyond the orders that the queue shows, another one may wait
	const mayWait = orderIn(view, idPedido) !== undefined || (!view.isWhole && !hasLeft);
	return mayWait ? await turns.run(send) : 'notWaiting';
}
