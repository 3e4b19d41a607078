import omit from 'lodash/omit';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { findHubError, HubError } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { acknowledgeOrder } from '../../api/orderQueue';
import { pageSize } from '../../api/pagination';
import { type AccountState, nodeKeyOf } from '../../api/state';
import { timing } from '../../api/timing';
import { knownAddress } from './address';
import { isOrder, recentQueue } from './find';

const storedOrder = z.object({
	idPedido: z.string(),
	/** Of the order's content. */
	fingerprint: z.string(),
	/** What the hub is told; left out where it is not told by the execution. */
	due: z.object({ idInterno: z.string(), status: z.string().optional() }).optional(),
});

/**
 * An order and what is due to it. An item that starts the workflow carries it beside its `json` until
 * the execution begins. The status is undefined for one that the hub does not take.
 */
export type StoredOrder = z.infer<typeof storedOrder>;

/**
 * The trigger's turn in an execution that n8n has stored: the orders are acknowledged meanwhile.
 * @returns the items as the workflow gets them
 */
export function beginExecution(context: IExecuteFunctions): INodeExecutionData[] {
	const warning = knownAddress(context.getNode());
	if (warning !== undefined)
		context.addExecutionHints({ type: 'warning', location: 'outputPane', message: warning });
	return context.getInputData().map((item) => {
		const stored = storedOrder.safeParse(item.acknowledgement);
		if (stored.success) void acknowledge(context, stored.data);
		return { json: item.json, ...omit(item, 'acknowledgement') };
	});
}

const noStatus =
	'the hub takes no acknowledgement with its status. Set a Fallback Status, or let Order Queue: Acknowledge give one';

/**
 * Removes a stored order from the queue where that is due, unless a notification with another content of
 * it has come, whose own execution acknowledges it. Never rejects: n8n's log says why an order stays in
 * the queue.
 */
export async function acknowledge(
	context: IExecuteFunctions | IWebhookFunctions,
	{ idPedido, fingerprint, due }: StoredOrder,
): Promise<void> {
	const send = async () => {
		const hub = connectHub(context);
		const { state } = await hub.account();
		const emitted = state.webhook.emittedOrders.get(`${nodeKeyOf(context)} ${idPedido}`);
		if (emitted?.fingerprint === fingerprint) emitted.isStored = true;
		else if (emitted !== undefined) return;
		if (due === undefined) return;
		const { idInterno, status } = due;
		if (status === undefined) throw new HubError('invalid', noStatus);
		const waiting = { idPedido, fingerprint, hub, due: { idInterno, status } };
		await state.webhook
			.sharedAcknowledgement(`${idPedido} ${fingerprint}`)
			.run(async () => await acknowledgeWaiting(context, state, waiting));
	};
	await send().catch((error: unknown) => {
		const reason = findHubError(error)?.message ?? String(error);
		context.logger.warn(`Order ${idPedido} stays in the hub's queue: ${reason}`, {
			workflowId: context.getWorkflow().id,
		});
	});
}

/** An order to acknowledge, by a hub that is connected for it. */
interface WaitingOrder {
	idPedido: string;
	fingerprint: string;
	hub: Hub<'acknowledge'>;
	due: { idInterno: string; status: string };
}

/**
 * Acknowledges an order. The queue is read first for one whose content was acknowledged before, and for
 * any where too many answers were 404: outside of the line, so that it holds up no other order.
 */
async function acknowledgeWaiting(
	context: IExecuteFunctions | IWebhookFunctions,
	state: AccountState,
	{ idPedido, fingerprint, hub, due }: WaitingOrder,
): Promise<void> {
	const { acknowledgements, acknowledgedOrders, notFound } = state.webhook;
	const wasAcknowledged = acknowledgedOrders.get(idPedido) === fingerprint;
	const send = async () => {
		const lifetime = await notFound
			.run(async () => await acknowledgeOrder(hub, idPedido, due))
			.then(() => Infinity, lifetimeOfNotFound);
		acknowledgedOrders.set(idPedido, fingerprint, lifetime);
	};
	const isSent = await acknowledgements.run(async () => {
		if (wasAcknowledged || notFound.isReached) return false;
		await send();
		return true;
	});
	if (isSent) return;
	const { rows, total = Infinity } = await recentQueue(context, state);
	const showsAll = total <= pageSize;
	if (rows.some(isOrder(idPedido)) || !(showsAll || wasAcknowledged))
		await acknowledgements.run(send);
}

/** How long an order counts as acknowledged that was not in the queue, which is all that is wanted. */
function lifetimeOfNotFound(error: unknown): number {
	if (findHubError(error)?.httpStatus === 404) return timing.minute;
	throw error;
}
