import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { monotonicNow } from '../../api/async';
import { timeLimitIn } from '../../api/http/runLimit';
import {
	type AcknowledgeStatus,
	fingerprintOf,
	idInternoOf,
	statusToAcknowledge,
} from '../../api/orderQueue';
import type { EmittedOrder } from '../../api/triggerState';
import { hasStatus } from '../../shared/filters';
import { acknowledgeIfDue, type StoredOrder } from './acknowledge';
import { admissionOf } from './admission';
import { findOrder, type FoundOrder, orderKey, type Unread, unreadReason } from './find';
import { type Notification, readNotification, unverifiedOrderId } from './notification';
import { readSettings, type WebhookSettings } from './properties';

/** Status of a reply where none is known: the hub demands one (reference: Events, rule 1). */
const anyStatus = 'novo';

/** Word that stands for the address when the hub acknowledges by itself (reference: Webhook notification). */
const acknowledgedByHub = 'confirmacao-automatica';

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
	const signal = timeLimitIn(settings.readTimeLimit);
	const admission = await admissionOf(context, settings, signal);
	if (admission === 'refused') {
		// only callers other than the hub see it: the hub uses the URL as it was pasted
		respond(context, 403, '{"message":"Forbidden"}');
		return noResponse;
	}
	const notification = await readNotification(context);
	const found: Unread | FoundOrder =
		admission === 'admitted'
			? await findOrder(context, notification, settings, signal)
			: { reason: `${admission.unclear}: the order was neither read nor acknowledged` };
	if ('reason' in found) {
		const ids = [found.idPedido, unverifiedOrderId(notification.urlLeitura), notification.id];
		replyTo(context, ids, settings.fallbackStatus);
		return start({ notification: notification.json, ...found });
	}
	const { order, idPedido } = found;
	const status = statusToAcknowledge(order.status, settings.fallbackStatus);
	replyTo(context, [order.idInterno, order.idPedido, idPedido], status);
	return react(context, settings, notification, found, status);
}

/** The call is answered, and no workflow starts. */
const noResponse: IWebhookResponseData = { noWebhookResponse: true };

const start = (json: IDataObject, acknowledgement?: StoredOrder): IWebhookResponseData => ({
	...noResponse,
	workflowData: [[{ json, acknowledgement }]],
});

/**
 * What follows from a notification about an order with this content.
 * @param known with what content the order last started the workflow
 */
function reactionTo(
	fingerprint: string,
	known: EmittedOrder | undefined,
	{ isWanted, acknowledges }: { isWanted: boolean; acknowledges: boolean },
): 'start' | 'acknowledge' | 'nothing' {
	if (!isWanted) return 'acknowledge';
	if (known?.fingerprint !== fingerprint || known.duplicateUntil <= monotonicNow()) return 'start';
	if (known.isStored) return 'acknowledge';
	// its execution has not begun: where that will not acknowledge it, one of this call does
	return known.willAcknowledge || !acknowledges ? 'nothing' : 'start';
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
	status: AcknowledgeStatus | undefined,
): IWebhookResponseData {
	const { emitted } = state.webhook;
	const key = orderKey(context, idPedido);
	const known = emitted.get(key);
	const fingerprint = fingerprintOf(order);
	const acknowledgement = { idInterno: idInternoOf([order.idInterno]) ?? idPedido, status };
	const stored = (isDue: boolean): StoredOrder => ({
		idPedido,
		fingerprint,
		due: isDue ? acknowledgement : undefined,
	});
	const acknowledges =
		settings.acknowledges && notification.urlConfirmacaoLeitura !== acknowledgedByHub;
	const isWanted = hasStatus(settings.statuses, order.status);
	const reaction = reactionTo(fingerprint, known, { isWanted, acknowledges });
	emitted.noteRead(key, fingerprint);
	if (!isWanted) emitted.keepOnly(key, fingerprint);
	if (reaction === 'acknowledge') void acknowledgeIfDue(context, stored(acknowledges));
	if (reaction !== 'start') return noResponse;
	// an earlier execution that has not begun leaves its acknowledgement to this one
	const isOwed = settings.acknowledges && known?.willAcknowledge === true && !known.isStored;
	const willAcknowledge = acknowledges || isOwed;
	const window = context.getMode() === 'manual' ? 0 : settings.duplicateWindow;
	emitted.add(key, { fingerprint, willAcknowledge }, window);
	const asNotified = { idPedido: order.idPedido ?? idPedido, status: order.status };
	return start(
		settings.fullOrder ? order : { ...asNotified, notification: notification.json },
		stored(willAcknowledge),
	);
}

/** Answers a call with JSON text, before n8n has stored an execution: that may take minutes. */
function respond(context: IWebhookFunctions, statusCode: number, json: string): void {
	const response = context.getResponseObject();
	response.statusCode = statusCode;
	response.setHeader('Content-Type', 'application/json; charset=utf-8');
	response.end(json);
}

/** @param ids candidates for the order's number, the best first; 1 when none can be it */
function replyTo(context: IWebhookFunctions, ids: readonly unknown[], status = anyStatus): void {
	const idInterno = idInternoOf(ids) ?? '1';
	respond(context, 200, `{"idInterno":${idInterno},"status":${JSON.stringify(status)}}`);
}
