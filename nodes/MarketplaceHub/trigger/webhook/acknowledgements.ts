import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { findHubError } from '../../api/errors';
import { acknowledgeOrder } from '../../api/queue';
import type { Hub } from '../../api/request';
import { lanes } from '../lane';

/** Acknowledgements sent at the same time for an account. */
const laneOf = lanes(3);
const longestLine = 10_000;

/**
 * ms between the reply and the acknowledgement. n8n stores the execution before it replies; older
 * releases (2.8) begin to store it right after.
 */
const storingTime = 500;

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

/**
 * Removes an order from the queue, after what is already under way. Never rejects: an order that
 * stays in the queue is not lost, and n8n's log says why it stayed.
 */
export async function acknowledgeLater(context: IWebhookFunctions, hub: Hub, account: string, idPedido: string, status: string): Promise<void> {
	await sleep(storingTime);
	const lane = laneOf(account);
	const sent = lane.waiting >= longestLine
		? Promise.reject(new Error('too many acknowledgements are waiting'))
		: lane.run(async () => await acknowledgeOrder(hub, idPedido, { idInterno: idPedido, status }, { signal: AbortSignal.timeout(timeLimit) }));
	await sent.catch((error: unknown) => {
		const reason = findHubError(error)?.message ?? String(error);
		context.logger.warn(`Order ${idPedido} stays in the hub's queue: ${reason}`, { workflowId: context.getWorkflow().id });
	});
}
