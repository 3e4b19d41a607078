import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deadlineIn } from '../../api/async';
import { HubError } from '../../api/errors';
import { hasStatus } from '../../shared/filters';
import { acknowledgementOf, fingerprintOf } from '../../api/orderQueue';
import { nodeKeyOf } from '../../api/state';
import { positiveDigits } from '../../api/values/ids';
import { acknowledge } from './acknowledge';
import { admissionOf } from './admission';
import type { CarriedOrder } from './execution';
import { findOrder, type FoundOrder, unreadReason, type UnreadOrder } from './find';
import { type Notification, readNotification, unverifiedOrderId } from './notification';
import { readSettings, type WebhookSettings } from './properties';
import { reactionTo } from './reaction';

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
		admission === 'admitted' ? await findOrder(context, notification, signal) : admission;
	if ('reason' in found) return startUnread(context, settings, notification, found);
	return takeOrder(context, settings, notification, found);
}

/** A signal that ends the reading for a call in `ms`. */
function readLimitIn(ms: number): AbortSignal {
	const seconds = ms / 1_000;
	const late = () =>
		new HubError('timeLimit', `The order could not be read within ${seconds} seconds`);
	return deadlineIn(ms, late);
}

/** Answers a call without its order, and starts the workflow with the notification and the reason. */
function startUnread(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	{ id, urlLeitura, json }: Notification,
	unread: UnreadOrder,
): IWebhookResponseData {
	replyTo(context, [unread.idPedido, unverifiedOrderId(urlLeitura), id], settings.fallbackStatus);
	return start({ notification: json, ...unread });
}

/**
 * Answers a call with its order, and starts the workflow with that or acknowledges it, as `reactionTo` decides.
 * Content that the order had before another one is no repetition.
 */
function takeOrder(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	{ isAcknowledgedByHub, json }: Notification,
	{ state, idPedido, order }: FoundOrder,
): IWebhookResponseData {
	const acknowledgement = acknowledgementOf({ idPedido, order }, settings.fallbackStatus);
	replyTo(context, [acknowledgement.idInterno], acknowledgement.status);

	const { emitted } = state.webhookTrigger(nodeKeyOf(context));
	const fingerprint = fingerprintOf(order);
	const onReceipt = isAcknowledgedByHub ? 'hub' : 'trigger';
	const reaction = reactionTo(
		settings.acknowledges ? onReceipt : 'workflow',
		hasStatus(settings.statuses, order.status),
		emitted.lastStart(idPedido, fingerprint),
	);
	const content = { idPedido, fingerprint };
	if (reaction === 'nothing' || reaction === 'acknowledge') {
		emitted.noteContent(idPedido, fingerprint);
		if (reaction === 'acknowledge')
			void acknowledge(context, state, { ...content, due: acknowledgement });
		return noResponse;
	}
	const willAcknowledge = reaction === 'startAndAcknowledge';
	const window = context.getMode() === 'manual' ? 0 : settings.duplicateWindow;
	emitted.noteStart(idPedido, { fingerprint, willAcknowledge }, window);
	const asNotified = { idPedido: order.idPedido ?? idPedido, status: order.status };
	return start(settings.fullOrder ? order : { ...asNotified, notification: json }, {
		...content,
		due: willAcknowledge ? acknowledgement : undefined,
	});
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
