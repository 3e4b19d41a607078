import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { orAborted } from '../../api/async';
import { type Notification, orderIdIn, readNotification, unverifiedOrderId } from './notification';
import { findHubError } from '../../api/errors';
import { acknowledgeableStatus, type AcknowledgeStatus, idInternoOf } from '../../api/orderQueue';
import { connectHub } from '../../api/hub';
import { recordOf } from '../../api/schemas/answers';
import { order as orderSchema } from '../../api/schemas/records';
import type { AccountState } from '../../api/state';
import { fingerprintOf, nodeKeyOf } from '../identity';
import { acknowledge, type DueAcknowledgement } from './acknowledgement';
import { isAdmitted } from './admission';
import { readSettings, type WebhookSettings } from './settings';
import { timeLimitIn } from '../../api/http/deliver';

/** What the reply says where no status is known: the hub demands one (reference: Events, rule 1). */
const anyStatus = 'novo';

/** What the hub writes in place of an address when it acknowledges by itself (reference: Webhook notification). */
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
		return start({ notification: {}, reason: reasonOf(error) });
	});
}

async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	if (!(await isAdmitted(context, settings))) {
		// only callers other than the hub see it: the hub uses the URL as it was pasted
		respond(context, 403, '{"message":"Forbidden"}');
		return nothing;
	}
	const notification = await readNotification(context);
	const found = await findOrder(context, notification, settings);
	if ('reason' in found) {
		const ids = [found.idPedido, unverifiedOrderId(notification.urlLeitura), notification.id];
		replyTo(context, ids, settings.fallbackStatus);
		return start({ notification: notification.json, ...found });
	}
	const { order, idPedido } = found;
	const status = acknowledgeableStatus(order.status) ?? settings.fallbackStatus;
	replyTo(context, [order.idInterno, order.idPedido, idPedido], status);
	return emit(context, settings, notification, found, status);
}

/** The call is answered, and no workflow starts. */
const nothing: IWebhookResponseData = { noWebhookResponse: true };

const start = (json: IDataObject, acknowledgement?: DueAcknowledgement): IWebhookResponseData => ({
	...nothing,
	workflowData: [[{ json, acknowledgement }]],
});

interface FoundOrder {
	state: AccountState;
	idPedido: string;
	order: IDataObject;
}

/** The order a notification is about, or why there is none, within the read time limit. */
async function findOrder(
	context: IWebhookFunctions,
	{ urlLeitura }: Notification,
	{ readTimeLimit }: WebhookSettings,
): Promise<FoundOrder | { reason: string; idPedido?: string }> {
	if (urlLeitura === '')
		return { reason: 'The call is not a notification of the hub: it has no `urlLeitura`' };
	const signal = timeLimitIn(readTimeLimit);
	let idPedido = '';
	try {
		const hub = connectHub(context);
		const account = await orAborted(hub.account(), signal);
		const { state } = account;
		idPedido = orderIdIn(account, urlLeitura);
		const input = { path: { id: idPedido }, signal };
		const answer = recordOf(orderSchema, 'idPedido', idPedido);
		const order = await orAborted(
			state.orderReads.run(
				async () => await orAborted(hub.request('orderGet', input, answer), signal),
			),
			signal,
		);
		return { state, idPedido, order };
	} catch (error) {
		const late = findHubError(error)?.kind === 'timeLimit';
		const reason = late
			? `The order could not be read within ${readTimeLimit / 1_000} seconds`
			: reasonOf(error);
		return { reason, ...(idPedido !== '' && { idPedido }) };
	}
}

/**
 * Starts the workflow with an order, unless its status is not wanted or its content has started the
 * workflow already. Content that the order had before another one is no repetition.
 */
function emit(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	notification: Notification,
	{ state: { emittedOrders }, idPedido, order }: FoundOrder,
	status: AcknowledgeStatus | undefined,
): IWebhookResponseData {
	const fingerprint = fingerprintOf(order);
	const key = `${nodeKeyOf(context)} ${idPedido}`;
	const known = emittedOrders.get(key);
	const isRepeated = known?.fingerprint === fingerprint;
	const window = context.getMode() === 'manual' ? 0 : settings.duplicateWindow;
	if (!isRepeated) emittedOrders.set(key, { fingerprint, isStored: false }, window);

	const acknowledges =
		settings.acknowledges && notification.urlConfirmacaoLeitura !== acknowledgedByHub;
	const idInterno = idInternoOf([order.idInterno]) ?? idPedido;
	const due = acknowledges ? { idPedido, idInterno, status, fingerprint } : undefined;
	const isWanted = settings.statuses.size === 0 || settings.statuses.has(String(order.status));
	if (isRepeated || !isWanted) {
		if (due && (known?.isStored || !isWanted)) void acknowledge(context, due);
		return nothing;
	}
	const { json } = notification;
	return start(
		settings.fullOrder
			? order
			: { idPedido: order.idPedido ?? idPedido, status: order.status, notification: json },
		due,
	);
}

const reasonOf = (error: unknown) => findHubError(error)?.message ?? 'The order could not be read';

/** Answers a call with JSON text, before n8n has stored an execution: that may take minutes. */
function respond(context: IWebhookFunctions, statusCode: number, json: string): void {
	const response = context.getResponseObject();
	response.statusCode = statusCode;
	response.setHeader('Content-Type', 'application/json; charset=utf-8');
	response.end(json);
}

/** @param ids what may be the order's number, the best first; 1 when none of them can be it */
function replyTo(context: IWebhookFunctions, ids: readonly unknown[], status = anyStatus): void {
	const idInterno = idInternoOf(ids) ?? '1';
	respond(context, 200, `{"idInterno":${idInterno},"status":${JSON.stringify(status)}}`);
}
