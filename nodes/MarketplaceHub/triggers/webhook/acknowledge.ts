import omit from 'lodash/omit';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { findHubError, HubError } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { acknowledgeOrder, otherRoute } from '../../api/orderQueue';
import { pageSize } from '../../api/pagination';
import type { AccountState } from '../../api/state';
import { timing } from '../../api/timing';
import { printable } from '../../api/values/text';
import { toHubError } from '../../shared/nodeErrors';
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
		if (stored.success) void acknowledgeIfDue(context, stored.data);
		return { json: item.json, ...omit(item, 'acknowledgement') };
	});
}

/**
 * Removes a stored order from the queue where that is due, unless a notification with another content of
 * it has come, whose own execution acknowledges it. Never rejects: n8n's log says why an order stays in
 * the queue.
 */
export async function acknowledgeIfDue(
	context: IExecuteFunctions | IWebhookFunctions,
	stored: StoredOrder,
): Promise<void> {
	await acknowledgeNewest(context, stored).catch((error: unknown) => {
		const reason = printable(toHubError(error, false).message);
		context.logger.warn(`Order ${stored.idPedido} stays in the hub's queue: ${reason}`, {
			workflowId: context.getWorkflow().id,
		});
	});
}

const noStatus =
	'the hub takes no acknowledgement with its status. Set a Fallback Status, or let Order Queue: Acknowledge give one';

async function acknowledgeNewest(
	context: IExecuteFunctions | IWebhookFunctions,
	{ idPedido, fingerprint, due }: StoredOrder,
): Promise<void> {
	const hub = connectHub(context);
	const { state } = await hub.account();
	const isNewest = state.webhook.emitted.begin(orderKey(context, idPedido), fingerprint);
	if (!isNewest || due === undefined) return;
	const { idInterno, status } = due;
	if (status === undefined) throw new HubError('invalid', noStatus);
	const waiting = { context, state, hub, idPedido, fingerprint, due: { idInterno, status } };
	await state.webhook.acknowledgements
		.of(`${idPedido} ${fingerprint}`)
		.run(async () => await acknowledgeWaiting(waiting));
}

/** An order to acknowledge. */
interface WaitingOrder {
	context: IExecuteFunctions | IWebhookFunctions;
	state: AccountState;
	hub: Hub<'acknowledge'>;
	idPedido: string;
	fingerprint: string;
	due: { idInterno: string; status: string };
}

/**
 * Acknowledges an order. The queue is read first for one whose content was acknowledged before, and for
 * any where too many answers were 404.
 * @throws HubError where the order still waits after a 404, once for the same content
 */
async function acknowledgeWaiting(order: WaitingOrder): Promise<void> {
	const { state, idPedido, fingerprint } = order;
	const { notWaiting, reported } = state.webhook.acknowledgements;
	const wasAcknowledged = notWaiting.get(idPedido) === fingerprint;
	let answer = wasAcknowledged ? undefined : await send(order);
	if (answer === undefined || answer === 'notSent')
		answer = await sendIfWaiting(order, wasAcknowledged);
	if (answer !== 'notFound' || reported.get(idPedido) === fingerprint) return;
	if (!(await isInQueue(order))) return;
	reported.set(idPedido, fingerprint);
	throw otherRoute();
}

/**
 * What became of an acknowledgement. Not sent: `gone`, since the order is not in the queue any more; `outdated`,
 * since newer content of it has come.
 */
type Answer = 'removed' | 'gone' | 'outdated' | 'notFound' | 'notSent';

/**
 * Sends an acknowledgement in its turn.
 * @param despite404 whether to send it although too many answers were 404
 */
async function send(
	{ context, state, hub, idPedido, fingerprint, due }: WaitingOrder,
	{ despite404 = false } = {},
): Promise<Answer> {
	const { acknowledgements, emitted, notFound } = state.webhook;
	return await acknowledgements.turns.run(async () => {
		if (!emitted.isNewest(orderKey(context, idPedido), fingerprint)) return 'outdated';
		if (notFound.isReached && !despite404) return 'notSent';
		const answer = await notFound
			.run(async () => await acknowledgeOrder(hub, idPedido, due))
			.then(() => 'removed' as const, toNotFound);
		// also after a 404: the order is not in the queue, as it should be
		const lifetime = answer === 'removed' ? Infinity : timing.minute;
		acknowledgements.notWaiting.set(idPedido, fingerprint, lifetime);
		return answer;
	});
}

/**
 * Sends an acknowledgement unless the queue no longer shows the order. The read of the queue is in no turn, so it
 * holds up no other order.
 * @param wasAcknowledged whether it was acknowledged before; one that was not may stand beyond the first hundred
 */
async function sendIfWaiting(order: WaitingOrder, wasAcknowledged: boolean): Promise<Answer> {
	const { context, state, idPedido } = order;
	const { rows, total = Infinity } = await recentQueue(context, state);
	const isGone = !rows.some(isOrder(idPedido)) && (wasAcknowledged || total <= pageSize);
	return isGone ? 'gone' : await send(order, { despite404: true });
}

function toNotFound(error: unknown): 'notFound' {
	if (findHubError(error)?.httpStatus === 404) return 'notFound';
	throw error;
}

/** Whether the queue shows the order; not where it cannot be read. */
const isInQueue = async ({ context, state, idPedido }: WaitingOrder): Promise<boolean> =>
	await recentQueue(context, state).then(
		({ rows }) => rows.some(isOrder(idPedido)),
		() => false,
	);
