import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { deadlineIn } from '../../api/async/wait';
import { findHubError } from '../../api/errors';
import { acknowledgeOrder, type Acknowledged } from '../../api/orderQueue';
import type { Hub } from '../../api/hub';
import { timing } from '../../api/timing';
import type { AccountState } from '../../api/state';

/** Acknowledgements of an account that may wait for their turn. */
const longestLine = 10_000;

/** ms until an acknowledgement is given up, waits included. */
const timeLimit = 120_000;

/**
 * Resolves when the reply to the call has been sent: true when it was a 200, so that n8n has stored
 * the execution. A call that its sender breaks off earlier gives false.
 */
export async function replySent(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (typeof response.once !== 'function') return true;
	// it was broken off before: neither event comes any more
	if (response.destroyed) return false;
	return await new Promise((resolve) => {
		response.once('finish', () => resolve(response.statusCode === 200));
		response.once('close', () => resolve(false));
	});
}

/** The acknowledgement of one notification's order. */
export interface Acknowledgement {
	/**
	 * Removes the order from the queue, unless a newer notification of it has come: then the queue may
	 * hold an update that this one does not know, and the newer one acknowledges. Never rejects: an
	 * order that stays in the queue is not lost, and n8n's log says why it stayed.
	 */
	send(body: Acknowledged): Promise<void>;
	/** Leaves the order in the queue. */
	forgo(): void;
}

/** Notes that a notification of an order has come, before the order is read. */
export function beginAcknowledgement(
	context: IWebhookFunctions,
	hub: Hub,
	{ acknowledgements: { limiter, newest } }: AccountState,
	idPedido: string,
): Acknowledgement {
	const turn = Symbol(idPedido);
	newest.set(idPedido, turn);
	const forgo = () => {
		if (newest.get(idPedido) === turn) newest.delete(idPedido);
	};
	const acknowledge = async (body: Acknowledged) => {
		if (newest.get(idPedido) !== turn) return;
		const signal = deadlineIn(timeLimit);
		await acknowledgeOrder(hub, idPedido, body, { signal });
	};
	return {
		forgo,
		async send(body) {
			await sleep(timing.storing);
			try {
				if (limiter.waiting >= longestLine)
					throw new Error('too many acknowledgements are waiting');
				await limiter.run(async () => await acknowledge(body));
			} catch (error) {
				const failure = findHubError(error);
				// 404: it is not in the queue, which is all that is wanted
				if (failure?.httpStatus === 404) return forgo();
				const reason = failure?.message ?? String(error);
				context.logger.warn(`Order ${idPedido} stays in the hub's queue: ${reason}`, {
					workflowId: context.getWorkflow().id,
				});
			}
			forgo();
		},
	};
}
