import omit from 'lodash/omit';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { findHubError, HubError } from '../../api/errors';
import { connectHub } from '../../api/hub';
import { acknowledgeOrder } from '../../api/orderQueue';
import { nodeKeyOf } from '../identity';

const dueAcknowledgement = z.object({
	idPedido: z.string(),
	idInterno: z.string(),
	/** Undefined for one that the hub does not take. */
	status: z.string().optional(),
	/** Of the order's content that is acknowledged. */
	fingerprint: z.string(),
});

/** What an item that starts the workflow carries beside its `json` until the execution begins. */
export type DueAcknowledgement = z.infer<typeof dueAcknowledgement>;

/**
 * The trigger's turn in an execution that n8n has stored: the orders are acknowledged meanwhile.
 * @returns the items as the workflow gets them
 */
export function beginExecution(context: IExecuteFunctions): INodeExecutionData[] {
	return context.getInputData().map((item) => {
		const due = dueAcknowledgement.safeParse(item.acknowledgement);
		if (due.success) void acknowledge(context, due.data);
		return { json: item.json, ...omit(item, 'acknowledgement') };
	});
}

const noStatus =
	'the hub takes no acknowledgement with its status. Set a Fallback Status, or let Order Queue: Acknowledge give one';

/**
 * Removes an order from the queue, unless a notification with another content of it has come, whose own
 * execution acknowledges it. Never rejects: n8n's log says why an order stays in the queue.
 */
export async function acknowledge(
	context: IExecuteFunctions | IWebhookFunctions,
	{ idPedido, idInterno, status, fingerprint }: DueAcknowledgement,
): Promise<void> {
	const send = async () => {
		const hub = connectHub(context);
		const { acknowledgements, emittedOrders } = (await hub.account()).state;
		const emitted = emittedOrders.get(`${nodeKeyOf(context)} ${idPedido}`);
		if (emitted?.fingerprint === fingerprint) emitted.isStored = true;
		else if (emitted !== undefined) return;
		if (status === undefined) throw new HubError('invalid', noStatus);
		const body = { idInterno, status };
		await acknowledgements.run(async () => await acknowledgeOrder(hub, idPedido, body));
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
