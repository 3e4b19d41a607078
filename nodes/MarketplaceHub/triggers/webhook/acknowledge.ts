import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { deadlineIn, monotonicNow } from '../../api/async';
import { catchHubError, HubError, isNotFound } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { acknowledgeOrder, fingerprintOf, otherRouteIfShown } from '../../api/queue/queue';
import { pageSize } from '../../api/pagination';
import { type AccountState, nodeKeyOf } from '../../api/state/accountState';
import { timing } from '../../api/timing';
import { printable } from '../../api/values/text';
import type { QueuedContent, WebhookTriggerState } from '../../api/state/webhookState';
import { toHubError } from '../../shared/nodeErrors';
import { findInQueue, readAnywhere } from './find';

type TriggerContext = IExecuteFunctions | IWebhookFunctions;

/** An order whose acknowledgement is due. */
interface DueOrder {
	idPedido: string;
	/** Of the order's content. */
	fingerprint: string;
	/**
	 * The body of the order's acknowledgement; the status is undefined where the hub does not take the order's
	 * own.
	 */
	due: { idInterno: string; status?: string };
}

/**
 * Removes an order from the queue, unless a notification with another content of it has come, whose own
 * execution acknowledges it. Never rejects: n8n's log says why the order stays.
 */
export async function acknowledge(
	context: TriggerContext,
	state: AccountState,
	{ idPedido, fingerprint, due: { idInterno, status } }: DueOrder,
): Promise<void> {
	try {
		const trigger = state.webhookTrigger(nodeKeyOf(context));
		if (trigger.emitted.standing(idPedido, fingerprint) === 'older') return;
		if (status === undefined) throw new HubError('invalid', noStatus);
		const hub = connectHub(context);
		const content = state.webhook.queuedContent(idPedido, fingerprint);
		const due = { idInterno, status };
		const order = { context, hub, state, trigger, idPedido, content, due };
		await content.sending.run(async () => await sendOrLook(order));
	} catch (error) {
		logWhyItStays(context, idPedido, error);
	}
}

const noStatus =
	'the hub takes no acknowledgement with its status. Set a Fallback Status, or let Order Queue: Acknowledge give one';

/** Says in n8n's log why an order stays in the queue. */
export function logWhyItStays(context: TriggerContext, idPedido: string, error: unknown): void {
	const { message, outcome } = toHubError(error, false);
	const what = outcome === 'unknown' ? 'may stay' : 'stays';
	context.logger.warn(printable(`Order ${idPedido} ${what} in the hub's queue: ${message}`), {
		workflowId: context.getWorkflow().id,
	});
}

/** An order whose acknowledgement is to be sent. */
interface WaitingOrder {
	context: TriggerContext;
	hub: Hub<'acknowledge' | 'orderGet'>;
	state: AccountState;
	trigger: WebhookTriggerState;
	idPedido: string;
	content: QueuedContent;
	due: { idInterno: string; status: string };
}

type SendResult =
	/** The order has left the queue, or newer content of it has come. */
	| 'settled'
	/** The hub answered 404. */
	| 'notFound'
	/** Nothing was sent: the hub failed too often. */
	| 'lookFirst'
	/** Nothing was sent: for a later call the order could not be read, so it may have changed. */
	| 'unsure';

/**
 * Sends an acknowledgement, where that is unsure after another look at the order: a forged call whose read takes too
 * long must not keep the order in the queue.
 * @throws HubError where it stays unsure
 */
async function sendOrLook(order: WaitingOrder): Promise<void> {
	if ((await sendCarefully(order)) !== 'unsure') return;
	const signal = deadlineIn(timing.requestTimeout);
	const { idPedido, content, trigger } = order;
	const { fingerprint } = content;
	if (fingerprintOf(await readAnywhere({ ...order, signal })) === fingerprint)
		trigger.emitted.noteContent(idPedido, fingerprint);
	if ((await sendCarefully(order)) === 'unsure')
		throw new HubError(
			'obstacle',
			'it may have changed since its execution began: a later call came about it, for which it could not be read',
		);
}

/**
 * Sends an acknowledgement without causing too many answers 404, which can cost the App Token (reference: Limits):
 *
 * | this content had left | limit reached | the queue shows the order         | acknowledgement |
 * | --------------------- | ------------- | --------------------------------- | --------------- |
 * | no                    | no            | not read                          | sent            |
 * | no                    | yes           | yes, or not all orders that wait  | sent            |
 * | no                    | yes           | no                                | left out        |
 * | yes                   | not asked     | yes                               | sent            |
 * | yes                   | not asked     | no                                | left out        |
 *
 * @throws HubError where the queue shows the order after a 404, once for the same content
 */
async function sendCarefully(order: WaitingOrder): Promise<SendResult> {
	const hadLeft = order.content.outUntil > monotonicNow();
	let result: SendResult = hadLeft ? 'lookFirst' : await send(order);
	if (result === 'lookFirst' && (await mayWait(order, hadLeft)))
		result = await send(order, { hasLooked: true });
	if (result === 'notFound') await throwIfShown(order);
	return result;
}

/**
 * Sends an acknowledgement in its turn.
 * @param hasLooked whether the queue was read first: then it is sent despite the limit
 */
async function send(
	{ hub, state, trigger, idPedido, content, due }: WaitingOrder,
	{ hasLooked = false } = {},
): Promise<SendResult> {
	const { acknowledgeTurns, failures } = state.webhook;
	return await acknowledgeTurns.run(async () => {
		const standing = trigger.emitted.standing(idPedido, content.fingerprint);
		if (standing !== 'newest') return standing === 'unsure' ? 'unsure' : 'settled';
		if (failures.isReached && !hasLooked) return 'lookFirst';
		const sending = failures.acknowledge(async () => await acknowledgeOrder(hub, idPedido, due));
		const failure = await catchHubError(sending);
		if (failure === undefined) {
			content.outUntil = Infinity;
			return 'settled';
		}
		if (!isNotFound(failure)) throw failure;
		// the order is not in the queue, as it should be
		content.outUntil = monotonicNow() + timing.minute;
		return 'notFound';
	});
}

/**
 * Looks whether an order may still wait in the queue. The read is in no turn, so it holds up no other order.
 * @param hadLeft whether this content had left it; one that had not may stand beyond the first hundred
 */
async function mayWait(
	{ context, state, idPedido }: WaitingOrder,
	hadLeft: boolean,
): Promise<boolean> {
	const { order, total } = await findInQueue(context, state, idPedido);
	return order !== undefined || (!hadLeft && total > pageSize);
}

/** Throws, once for the same content, where the queue shows an order that the hub has answered 404 for. */
async function throwIfShown({ context, state, idPedido, content }: WaitingOrder): Promise<void> {
	if (content.isReported) return;
	// by its ID: its content may have come from another list of the hub, which shows it in another way
	const look = findInQueue(context, state, idPedido);
	const failure = await otherRouteIfShown(look.then(({ order }) => order !== undefined));
	if (failure === undefined) return;
	content.isReported = true;
	throw failure;
}
