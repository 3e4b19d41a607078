import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { findHubError, HubError } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { acknowledgeOrder, otherRouteIfShown } from '../../api/orderQueue';
import { pageSize } from '../../api/pagination';
import type { AccountState } from '../../api/state';
import { timing } from '../../api/timing';
import { printable } from '../../api/values/text';
import { toHubError } from '../../shared/nodeErrors';
import { knownAddress } from './address';
import { hasId, orderKey, readSharedQueue } from './find';

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
		if (due !== undefined) await acknowledgeNewest(context, state, { idPedido, fingerprint, due });
	} catch (error) {
		warnOfStaying(context, idPedido, error);
	}
}

/** Acknowledges an order that starts no execution. Never rejects. */
export async function acknowledgeAtOnce(
	context: IWebhookFunctions,
	state: AccountState,
	order: DueOrder,
): Promise<void> {
	await acknowledgeNewest(context, state, order).catch((error: unknown) =>
		warnOfStaying(context, order.idPedido, error),
	);
}

/** Says in n8n's log why an order stays in the queue. */
function warnOfStaying(
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
async function acknowledgeNewest(
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
 * What became of an acknowledgement. Settled: the order has left the queue, or newer content of it has come.
 * Not sent: too many answers were 404.
 */
type Answer = 'settled' | 'notFound' | 'notSent';

/**
 * Acknowledges an order. The queue is read first for one whose content was acknowledged before, and for
 * any where too many answers were 404.
 * @throws HubError where the order still waits after a 404, once for the same content
 */
async function acknowledgeWaiting(order: WaitingOrder): Promise<void> {
	const { context, state, idPedido, fingerprint } = order;
	const { notWaiting, reported } = state.webhook.acknowledgements;
	const wasAcknowledged = notWaiting.get(idPedido) === fingerprint;
	let answer: Answer = wasAcknowledged ? 'notSent' : await send(order);
	if (answer === 'notSent') answer = await sendIfWaiting(order, wasAcknowledged);
	if (answer !== 'notFound' || reported.get(idPedido) === fingerprint) return;
	// by its ID: its content may have come from another list of the hub, which shows it in another way
	const look = readSharedQueue(context, state);
	const failure = await otherRouteIfShown(look, (shown) => hasId(shown, idPedido));
	if (failure === undefined) return;
	reported.set(idPedido, fingerprint);
	throw failure;
}

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
		if (!emitted.isNewest(orderKey(context, idPedido), fingerprint)) return 'settled';
		if (notFound.isReached && !despite404) return 'notSent';
		const answer = await notFound
			.run(async () => await acknowledgeOrder(hub, idPedido, due))
			.then(() => 'settled' as const, toNotFound);
		// also after a 404: the order is not in the queue, as it should be
		const lifetime = answer === 'settled' ? Infinity : timing.minute;
		acknowledgements.notWaiting.set(idPedido, fingerprint, lifetime);
		return answer;
	});
}

function toNotFound(error: unknown): 'notFound' {
	if (findHubError(error)?.httpStatus === 404) return 'notFound';
	throw error;
}

/**
 * Sends an acknowledgement unless the queue no longer shows the order. The read of the queue is in no turn, so it
 * holds up no other order.
 * @param wasAcknowledged whether it was acknowledged before; one that was not may stand beyond the first hundred
 */
async function sendIfWaiting(order: WaitingOrder, wasAcknowledged: boolean): Promise<Answer> {
	const { context, state, idPedido } = order;
	const { rows, total = Infinity } = await readSharedQueue(context, state);
	const isShown = rows.some((row) => hasId(row, idPedido));
	const isGone = !isShown && (wasAcknowledged || total <= pageSize);
	return isGone ? 'settled' : await send(order, { despite404: true });
}
