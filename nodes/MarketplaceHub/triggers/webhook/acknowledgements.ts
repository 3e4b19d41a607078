import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { findHubError } from '../../api/errors';
import { acknowledgeOrder } from '../../api/orderQueue';
import type { Hub } from '../../api/hub';
import { timing } from '../../api/timing';
import { lanes } from '../../api/async/limiter';

/** Acknowledgements sent at the same time for an account. */
const laneOf = lanes(3);
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
	return await new Promise((resolve) => {
		response.once('finish', () => resolve(response.statusCode === 200));
		response.once('close', () => resolve(false));
	});
}

/** The notification of an order that came last, by account and order, while it is dealt with. */
const newest = new Map<string, symbol>();

/** The acknowledgement of one notification's order. */
export interface Acknowledgement {
	/**
	 * Removes the order from the queue, unless a newer notification of it has come: then the queue may
	 * hold an update that this one does not know, and the newer one acknowledges. Never rejects: an
	 * order that stays in the queue is not lost, and n8n's log says why it stayed.
	 */
	send(status: string): Promise<void>;
	/** Leaves the order in the queue. */
	forgo(): void;
}

/** Notes that a notification of an order has come, before the order is read. */
export function beginAcknowledgement(
	context: IWebhookFunctions,
	hub: Hub,
	account: string,
	idPedido: string,
): Acknowledgement {
	const key = `${account} ${idPedido}`;
	const turn = Symbol(idPedido);
	newest.set(key, turn);
	const forgo = () => {
		if (newest.get(key) === turn) newest.delete(key);
	};
	const acknowledge = async (status: string) => {
		if (newest.get(key) !== turn) return;
		const signal = AbortSignal.timeout(timeLimit);
		await acknowledgeOrder(hub, idPedido, { idInterno: idPedido, status }, { signal });
	};
	return {
		forgo,
		async send(status) {
			await sleep(timing.storing);
			const lane = laneOf(account);
			const sent =
				lane.waiting >= longestLine
					? Promise.reject(new Error('too many acknowledgements are waiting'))
					: lane.run(async () => await acknowledge(status));
			await sent.catch((error: unknown) => {
				const reason = findHubError(error)?.message ?? String(error);
				context.logger.warn(`Order ${idPedido} stays in the hub's queue: ${reason}`, {
					workflowId: context.getWorkflow().id,
				});
			});
			forgo();
		},
	};
}
