import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { deadlineIn, followerOf } from '../../api/async';
import { HubError } from '../../api/errors';
import { hasStatus } from '../../shared/filters';
import { acknowledgementOf } from '../../api/queue/acknowledge';
import { nodeKeyOf } from '../../api/state/accountState';
import { takeOutOfQueue } from './acknowledge';
import { admissionOf } from './admission';
import type { CarriedOrder } from './execution';
import { type Entry, findOrder, type FoundOrder, unreadReason } from './find';
import { type Notification, readNotifications } from './notification';
import { readSettings, type WebhookSettings } from './settings';
import { type Reaction, reactionTo, startsWorkflow } from './reaction';
import { refuseCall, replyAbout, replyTo } from './reply';

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
		refuseCall(context);
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
	const items: INodeExecutionData[] = [];
	for (const { notification, found } of withoutRepeats(entries)) {
		if ('reason' in found) {
			items.push(itemOf({ notification: notification.json, ...found }));
			continue;
		}
		const reaction = reactionOf(context, settings, notification, found);
		carryOut(context, settings, found, reaction);
		if (startsWorkflow(reaction)) items.push(orderItem(settings, notification, found, reaction));
	}
	return start(items);
}

/** Entries that were read as the same order with the same content are one, which the hub acknowledges if all say so. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
	const different = new Map<unknown, Entry>();
	for (const entry of entries) {
		const { found } = entry;
		const content = 'reason' in found ? entry : `${found.idPedido} ${found.fingerprint}`;
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

/** What a notification about an order brings about. Changes nothing. */
function reactionOf(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	{ isAcknowledgedByHub }: Notification,
	{ state, idPedido, fingerprint, order }: FoundOrder,
): Reaction {
	const { emitted } = state.webhookTrigger(nodeKeyOf(context));
	const onReceipt = isAcknowledgedByHub ? 'hub' : 'trigger';
	return reactionTo(
		settings.acknowledges ? onReceipt : 'workflow',
		hasStatus(settings.statuses, order.status),
		emitted.lastStart(idPedido, fingerprint),
	);
}

/**
 * Notes for later calls what an order brings about, and acknowledges it where no execution will. Content that the
 * order had before another one is no repetition.
 */
function carryOut(
	context: IWebhookFunctions,
	{ duplicateWindow, fallbackStatus }: WebhookSettings,
	found: FoundOrder,
	reaction: Reaction,
): void {
	const { state, idPedido, fingerprint } = found;
	const { emitted } = state.webhookTrigger(nodeKeyOf(context));
	if (startsWorkflow(reaction)) {
		const willAcknowledge = reaction === 'startAndAcknowledge';
		const window = context.getMode() === 'manual' ? 0 : duplicateWindow;
		return emitted.noteStart(idPedido, { fingerprint, willAcknowledge }, window);
	}
	emitted.noteContent(idPedido, fingerprint);
	if (reaction !== 'acknowledge') return;
	const due = acknowledgementOf(found, fallbackStatus);
	void takeOutOfQueue(context, state, { idPedido, fingerprint, due });
}

/** The item with which an order starts the workflow. */
function orderItem(
	{ fullOrder, fallbackStatus }: WebhookSettings,
	{ json }: Notification,
	found: FoundOrder,
	reaction: Reaction,
): INodeExecutionData {
	const { idPedido, fingerprint, order } = found;
	const asNotified = {
		idPedido: order.idPedido ?? idPedido,
		status: order.status,
		notification: json,
	};
	const isDue = reaction === 'startAndAcknowledge';
	return itemOf(fullOrder ? order : asNotified, {
		idPedido,
		fingerprint,
		due: isDue ? acknowledgementOf(found, fallbackStatus) : undefined,
	});
}

/** The call is answered, and no workflow starts. */
const noResponse: IWebhookResponseData = { noWebhookResponse: true };

const itemOf = (json: IDataObject, carried?: CarriedOrder): INodeExecutionData => ({
	json,
	carried,
});

/** All items are one execution; none starts none. */
const start = (items: INodeExecutionData[]): IWebhookResponseData =>
	items.length === 0 ? noResponse : { ...noResponse, workflowData: [items] };
