import omit from 'lodash/omit';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { findHubError, HubError } from '../../api/errors';
import { connectHub } from '../../api/hub';
import { acknowledgeOrder } from '../../api/orderQueue';
import { pageSize } from '../../api/pagination';
import { type AccountState, nodeKeyOf } from '../../api/state';
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
		const emitted = state.emittedOrders.get(`${nodeKeyOf(context)} ${idPedido}`);
		if (emitted?.fingerprint === fingerprint) emitted.isStored = true;
		else if (emitted !== undefined) return;
		if (due === undefined) return;
		const { idInterno, status } = due;
		if (status === undefined) throw new HubError('invalid', noStatus);
		await state.acknowledgements.run(async () => {
			if (!(await mayWait(context, state, idPedido, fingerprint))) return;
			await state.notFound.run(
				async () => await acknowledgeOrder(hub, idPedido, { idInterno, status }),
			);
		});
		state.acknowledgedOrders.set(idPedido, fingerprint);
	};
	await send().catch((error: unknown) => {
		const failure = findHubError(error);
		// 404: it is not in the queue, which is all that is wanted
		if (failure?.httpStatus === 404) return;
		const reason = failure?.message ?? String(error);
		context.logger.warn(`Order ${idPedido} stays in the hub's queue: ${reason}`, {
			workflowId: context.getWorkflow().id,
		});
	});
}

/**
 * Whether an order may wait in the queue, so that its acknowledgement is worth a request. The queue is
 * read for one whose content was acknowledged before, and for any where too many answers were 404.
 */
async function mayWait(
	context: IExecuteFunctions | IWebhookFunctions,
	state: AccountState,
	idPedido: string,
	fingerprint: string,
): Promise<boolean> {
	const wasAcknowledged = state.acknowledgedOrders.get(idPedido) === fingerprint;
	if (!wasAcknowledged && !state.notFound.isReached) return true;
	const { rows, total = Infinity } = await recentQueue(context, state);
	if (rows.some(isOrder(idPedido))) return true;
	return !wasAcknowledged && total > pageSize;
}
