import omit from 'lodash/omit';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { findHubError, HubError } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { acknowledgeOrder } from '../../api/orderQueue';
import { pageSize } from '../../api/pagination';
import type { AccountState } from '../../api/state';
import { timing } from '../../api/timing';
import { knownAddress } from './address';
import { isOrder, orderKey, recentQueue } from './find';

const storedOrder = z.object({
	idPedido: z.string(),
	/** Of the order's content. */
	fingerprint: z.string(),
	/** Acknowledgement that the execution sends; left out where it sends none. */
	due: z.object({ idInterno: z.string(), status: z.string().optional() }).optional(),
});

/**
 * An order and the acknowledgement that is due. An item that starts the workflow carries it beside its `json` until
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
		if (stored.success) void acknowledgeStored(context, stored.data);
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
export async function acknowledgeStored(
	context: IExecuteFunctions | IWebhookFunctions,
	{ idPedido, fingerprint, due }: StoredOrder,
): Promise<void> {
	const send = async () => {
		const hub = connectHub(context);
		const { state } = await hub.account();
		const isNewest = state.webhook.noteBegun(orderKey(context, idPedido), fingerprint);
		if (!isNewest || due === undefined) return;
		const { idInterno, status } = due;
		if (status === undefined) throw new HubError('invalid', noStatus);
		const waiting = { idPedido, fingerprint, hub, due: { idInterno, status } };
		await state.webhook.acknowledgements
			.of(`${idPedido} ${fingerprint}`)
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
 * any where too many answers were 404: outside of the line, so that it holds up no other order. After a
 * 404 it is read once to see whether the order is gone.
 * @throws HubError where the order still waits after a 404, once for the same content
 */
async function acknowledgeWaiting(
	context: IExecuteFunctions | IWebhookFunctions,
	state: AccountState,
	{ idPedido, fingerprint, hub, due }: WaitingOrder,
): Promise<void> {
	const { acknowledgements, notFound } = state.webhook;
	const wasAcknowledged = acknowledgements.notWaiting.get(idPedido) === fingerprint;
	const send = async () => {
		const answer = await notFound
			.run(async () => await acknowledgeOrder(hub, idPedido, due))
			.then(() => 'removed' as const, toNotFound);
		// not to be in the queue is all that is wanted
		const lifetime = answer === 'removed' ? Infinity : timing.minute;
		acknowledgements.notWaiting.set(idPedido, fingerprint, lifetime);
		return answer;
	};
	const sendAtOnce = async () => (wasAcknowledged || notFound.isReached ? undefined : await send());
	const sendIfWaiting = async () => {
		const { rows, total = Infinity } = await recentQueue(context, state);
		const isGone = !rows.some(isOrder(idPedido)) && (wasAcknowledged || total <= pageSize);
		return isGone ? undefined : await acknowledgements.turns.run(send);
	};
	const answer = (await acknowledgements.turns.run(sendAtOnce)) ?? (await sendIfWaiting());
	if (answer !== 'notFound' || acknowledgements.reported.get(idPedido) === fingerprint) return;
	if (!(await isInQueue(context, state, idPedido))) return;
	acknowledgements.reported.set(idPedido, fingerprint);
	throw new HubError('refused', otherRoute);
}

const otherRoute =
	"the hub answered 404 to its acknowledgement. If the hub's route for acknowledging differs, set it under Customize Routes in the credential";

function toNotFound(error: unknown): 'notFound' {
	if (findHubError(error)?.httpStatus === 404) return 'notFound';
	throw error;
}

/** Whether the queue shows the order; not where it cannot be read. */
const isInQueue = async (
	context: Parameters<typeof recentQueue>[0],
	state: AccountState,
	idPedido: string,
): Promise<boolean> =>
	await recentQueue(context, state).then(
		({ rows }) => rows.some(isOrder(idPedido)),
		() => false,
	);
