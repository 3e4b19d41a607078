import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deadlineIn, monotonicNow } from '../../api/async';
import { HubError } from '../../api/errors';
import { hasStatus } from '../../shared/filters';
import { type Acknowledgement, acknowledgementOf, fingerprintOf } from '../../api/orderQueue';
import type { EmittedOrder } from '../../api/webhookState';
import { positiveDigits } from '../../api/values/ids';
import { acknowledgeAtOnce, type CarriedOrder } from './acknowledge';
import { admissionOf } from './admission';
import { findOrder, type FoundOrder, orderKey, unreadReason } from './find';
import { type Notification, readNotification, unverifiedOrderId } from './notification';
import { readSettings, type WebhookSettings } from './properties';

/**
 * Answers a notification with 200, `idInterno` and `status`, whatever it holds, and starts the workflow
 * with its order, or with the notification and why that cannot be read. Never rejects: n8n would answer
 * 500 and the hub would switch the webhook off.
 */
export async function receiveNotification(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	return await receive(context).catch((error: unknown) => {
		if (!context.getResponseObject().headersSent) replyTo(context, [], undefined);
		return start({ notification: {}, reason: unreadReason(error) });
	});
}

async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	const signal = readLimitIn(settings.readTimeLimit);
	const admission = await admissionOf(context, settings, signal);
	if (admission === 'refused') {
		// only callers other than the hub see it: the hub uses the URL as it was pasted
		respond(context, 403, '{"message":"Forbidden"}');
		return noResponse;
	}
	const notification = await readNotification(context);
	const found =
		admission === 'admitted'
			? await findOrder(context, notification, signal)
			: { reason: `${admission.unclear}: the order was neither read nor acknowledged` };
	if ('reason' in found) {
		const ids = [found.idPedido, unverifiedOrderId(notification.urlLeitura), notification.id];
		replyTo(context, ids, settings.fallbackStatus);
		return start({ notification: notification.json, ...found });
	}
	const acknowledgement = acknowledgementOf(found, settings.fallbackStatus);
	replyTo(context, [acknowledgement.idInterno], acknowledgement.status);
	return react(context, settings, notification, found, acknowledgement);
}

/** A signal that ends the reading for a call in `ms`. */
function readLimitIn(ms: number): AbortSignal {
	const seconds = ms / 1_000;
	const late = () =>
		new HubError('timeLimit', `The order could not be read within ${seconds} seconds`);
	return deadlineIn(ms, late);
}

/**
 * Starts the workflow with an order, unless its status is not wanted or its content has started the
 * workflow already. Content that the order had before another one is no repetition.
 */
function react(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	notification: Notification,
	{ state, idPedido, order }: FoundOrder,
	acknowledgement: Acknowledgement,
): IWebhookResponseData {
	const { emitted } = state.webhook;
	const key = orderKey(context, idPedido);
	const fingerprint = fingerprintOf(order);
	const isWanted = hasStatus(settings.statuses, order.status);
	const { starts, acknowledges } = reactionTo(fingerprint, emitted.get(key), {
		isWanted,
		onReceipt: settings.acknowledges,
		isAcknowledgedByHub: notification.isAcknowledgedByHub,
	});
	const due = acknowledges ? acknowledgement : undefined;
	if (!starts) {
		emitted.noteContent(key, fingerprint);
		if (due !== undefined) void acknowledgeAtOnce(context, state, { idPedido, fingerprint, due });
		return noResponse;
	}
	const window = context.getMode() === 'manual' ? 0 : settings.duplicateWindow;
	emitted.add(key, { fingerprint, willAcknowledge: acknowledges }, window);
	const asNotified = { idPedido: order.idPedido ?? idPedido, status: order.status };
	return start(settings.fullOrder ? order : { ...asNotified, notification: notification.json }, {
		idPedido,
		fingerprint,
		due,
	});
}

/** What follows from a notification about an order. */
interface Reaction {
	/** Whether it starts the workflow. */
	starts: boolean;
	/** Whether the order is acknowledged: by the execution that starts, at once where none does. */
	acknowledges: boolean;
}

/**
 * Decides about a notification about an order with this content.
 * @param known with what content the order last started the workflow
 */
function reactionTo(
	fingerprint: string,
	known: EmittedOrder | undefined,
	call: { isWanted: boolean; onReceipt: boolean; isAcknowledgedByHub: boolean },
): Reaction {
	const acknowledges = call.onReceipt && !call.isAcknowledgedByHub;
	const isDuplicate = known?.fingerprint === fingerprint && known.duplicateUntil > monotonicNow();
	if (!call.isWanted || (isDuplicate && known.isStored)) return { starts: false, acknowledges };
	// its execution has not begun: where that will not acknowledge it, one of this call does
	if (isDuplicate && (known.willAcknowledge || !acknowledges))
		return { starts: false, acknowledges: false };
	// an earlier execution that has not begun leaves its acknowledgement to this one
	const isOwed = call.onReceipt && known?.willAcknowledge === true && !known.isStored;
	return { starts: true, acknowledges: acknowledges || isOwed };
}

/** The call is answered, and no workflow starts. */
const noResponse: IWebhookResponseData = { noWebhookResponse: true };

const start = (json: IDataObject, acknowledgement?: CarriedOrder): IWebhookResponseData => ({
	...noResponse,
	workflowData: [[{ json, acknowledgement }]],
});

/** Answers a call with JSON text, before n8n has stored an execution: that may take minutes. */
function respond(context: IWebhookFunctions, statusCode: number, json: string): void {
	const response = context.getResponseObject();
	response.statusCode = statusCode;
	response.setHeader('Content-Type', 'application/json; charset=utf-8');
	response.end(json);
}

/**
 * Answers a notification as the hub demands (reference: Events, rule 1).
 * @param ids candidates for the order's number, the best first; 1 when none can be it
 * @param status any will do where none is known
 */
function replyTo(context: IWebhookFunctions, ids: readonly unknown[], status = 'novo'): void {
	const idInterno = ids.map(positiveDigits).find((digits) => digits !== undefined) ?? '1';
	respond(context, 200, `{"idInterno":${idInterno},"status":${JSON.stringify(status)}}`);
}
