import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { HubError } from '../../api/errors';
import { connectHub } from '../../api/hub';
import type { AccountState } from '../../api/state';
import { printable } from '../../api/values/text';
import { toHubError } from '../../shared/nodeErrors';
import { acknowledgeWaiting } from './acknowledgeWaiting';
import { knownAddress } from './address';
import { orderKey } from './find';

const carriedOrder = z.object({
	idPedido: z.string(),
	/** Of the order's content. */
	fingerprint: z.string(),
	/** Acknowledgement that the execution sends; left out where it sends none. */
	due: z.object({ idInterno: z.string(), status: z.string().optional() }).optional(),
});

/** The order that an item carries beside its `json` until the execution begins. */
export type CarriedOrder = z.infer<typeof carriedOrder>;

/** An order whose acknowledgement is due; the status is undefined for one that the hub does not take. */
type DueOrder = Required<CarriedOrder>;

/**
 * The trigger's turn in an execution that n8n has stored: the orders are acknowledged meanwhile.
 * @returns the items as the workflow gets them
 */
export function beginExecution(context: IExecuteFunctions): INodeExecutionData[] {
	const warning = knownAddress(context.getNode());
	if (warning !== undefined)
		context.addExecutionHints({ type: 'warning', location: 'outputPane', message: warning });
	return context.getInputData().map(({ acknowledgement, ...item }) => {
		const carried = carriedOrder.safeParse(acknowledgement);
		if (carried.success) void beginOrder(context, carried.data);
		return item;
	});
}

/** Notes that n8n has stored an order's execution, and acknowledges the order where that is due. Never rejects. */
async function beginOrder(
	context: IExecuteFunctions,
	{ idPedido, fingerprint, due }: CarriedOrder,
): Promise<void> {
	try {
		const { state } = await connectHub(context).account();
		state.webhook.emitted.noteStored(orderKey(context, idPedido), fingerprint);
		if (due !== undefined)
			await acknowledgeIfNewest(context, state, { idPedido, fingerprint, due });
	} catch (error) {
		logWhyItStays(context, idPedido, error);
	}
}

/** Acknowledges an order that starts no execution. Never rejects. */
export async function acknowledgeAtOnce(
	context: IWebhookFunctions,
	state: AccountState,
	order: DueOrder,
): Promise<void> {
	await acknowledgeIfNewest(context, state, order).catch((error: unknown) =>
		logWhyItStays(context, order.idPedido, error),
	);
}

/** Says in n8n's log why an order stays in the queue. */
function logWhyItStays(
	context: IExecuteFunctions | IWebhookFunctions,
	idPedido: string,
	error: unknown,
): void {
	const reason = printable(toHubError(error, false).message);
	context.logger.warn(`Order ${idPedido} stays in the hub's queue: ${reason}`, {
		workflowId: context.getWorkflow().id,
	});
}

const noStatus =
	'the hub takes no acknowledgement with its status. Set a Fallback Status, or let Order Queue: Acknowledge give one';

/**
 * Removes an order from the queue, unless a notification with another content of it has come, whose own
 * execution acknowledges it.
 */
async function acknowledgeIfNewest(
	context: IExecuteFunctions | IWebhookFunctions,
	state: AccountState,
	{ idPedido, fingerprint, due: { idInterno, status } }: DueOrder,
): Promise<void> {
	const { acknowledgements, emitted } = state.webhook;
	if (!emitted.isNewest(orderKey(context, idPedido), fingerprint)) return;
	if (status === undefined) throw new HubError('invalid', noStatus);
	const hub = connectHub(context);
	const waiting = { context, state, hub, idPedido, fingerprint, due: { idInterno, status } };
	await acknowledgements
		.of(`${idPedido} ${fingerprint}`)
		.run(async () => await acknowledgeWaiting(waiting));
}
