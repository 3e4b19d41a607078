import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { deadlineIn, followerOf } from '../../api/async';
import { HubError } from '../../api/errors';
import { hasStatus } from '../../shared/filters';
import { acknowledgementOf, fingerprintOf } from '../../api/orderQueue';
import { nodeKeyOf } from '../../api/state';
import { positiveDigits } from '../../api/values/ids';
import { acknowledge } from './acknowledge';
import { admissionOf } from './admission';
import type { CarriedOrder } from './execution';
import { findOrder, type FoundOrder, unreadReason, type UnreadOrder } from './find';
import { type Notification, readNotifications, unverifiedOrderId } from './notification';
import { readSettings, type WebhookSettings } from './properties';
import { reactionTo } from './reaction';

/**
 * Answers a call with 200, `idInterno` and `status`, whatever it holds, and starts the workflow with the order of
 * each notification in it, or with the notification and why that cannot be read. Never rejects: n8n would answer
 * 500 and the hub would switch the webhook off.
 */
export async function receiveNotification(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	return await receive(context).catch((error: unknown) => {
		if (!context.getResponseObject().headersSent) replyTo(context, []);
		return start([itemOf({ notification: {}, reason: unreadReason(error) })]);
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
	const notifications = await readNotifications(context);
	const entries = await Promise.all(
		notifications.map(async (notification): Promise<Entry> => {
			const { reason } = notification;
			if (reason !== undefined) return { notification, found: { reason } };
			if (admission !== 'admitted') return { notification, found: admission };
			return { notification, found: await findOrder(context, notification, followerOf(signal)) };
		}),
	);
	replyAbout(context, settings, entries);
	return start(withoutRepeats(entries).flatMap((entry) => reactTo(context, settings, entry)));
}

/** A notification of a call, and its order or why there is none. */
interface Entry {
	notification: Notification;
	found: FoundOrder | UnreadOrder;
}

/** Entries that were read as the same order with the same content are one, which the hub acknowledges if all say so. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
	const different = new Map<unknown, Entry>();
	for (const entry of entries) {
		const { found } = entry;
		const content = 'reason' in found ? entry : `${found.idPedido} ${fingerprintOf(found.order)}`;
		const { notification } = different.get(content) ?? entry;
		const isAcknowledgedByHub =
			notification.isAcknowledgedByHub && entry.notification.isAcknowledgedByHub;
		different.set(content, { found, notification: { ...notification, isAcknowledgedByHub } });
	}
	return [...different.values()];
}

/** A signal that ends the reading for a call in `ms`. */
function readLimitIn(ms: number): AbortSignal {
	const seconds = ms / 1_000;
	const late = () =>
		new HubError('timeLimit', `The order could not be read within ${seconds} seconds`);
	return deadlineIn(ms, late);
}

/** Answers a call about its first order that was read, else with what its notifications say. */
function replyAbout(
	context: IWebhookFunctions,
	{ fallbackStatus }: WebhookSettings,
	entries: readonly Entry[],
): void {
	for (const { found } of entries) {
		if ('reason' in found) continue;
		const { idInterno, status } = acknowledgementOf(found, fallbackStatus);
		return replyTo(context, [idInterno], status);
	}
	const ids = entries.flatMap(({ notification: { id, urlLeitura }, found }) => [
		found.idPedido,
		unverifiedOrderId(urlLeitura),
		id,
	]);
	replyTo(context, ids, fallbackStatus);
}

/**
 * The item with which an entry starts the workflow, as `reactionTo` decides, or none: then its order is acknowledged
 * where that is due. Content that the order had before another one is no repetition.
 */
function reactTo(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	{ notification: { isAcknowledgedByHub, json }, found }: Entry,
): INodeExecutionData[] {
	if ('reason' in found) return [itemOf({ notification: json, ...found })];
	const { state, idPedido, order } = found;
	const acknowledgement = acknowledgementOf({ idPedido, order }, settings.fallbackStatus);
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
		return [];
	}
	const willAcknowledge = reaction === 'startAndAcknowledge';
	const window = context.getMode() === 'manual' ? 0 : settings.duplicateWindow;
	emitted.noteStart(idPedido, { fingerprint, willAcknowledge }, window);
	const asNotified = { idPedido: order.idPedido ?? idPedido, status: order.status };
	return [
		itemOf(settings.fullOrder ? order : { ...asNotified, notification: json }, {
			...content,
			due: willAcknowledge ? acknowledgement : undefined,
		}),
	];
}

/** The call is answered, and no workflow starts. */
const noResponse: IWebhookResponseData = { noWebhookResponse: true };

const itemOf = (json: IDataObject, acknowledgement?: CarriedOrder): INodeExecutionData => ({
	json,
	acknowledgement,
});

/** All items are one execution; none starts none. */
const start = (items: INodeExecutionData[]): IWebhookResponseData =>
	items.length === 0 ? noResponse : { ...noResponse, workflowData: [items] };

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
