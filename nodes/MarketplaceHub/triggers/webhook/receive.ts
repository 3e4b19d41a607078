import omit from 'lodash/omit';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { z } from 'zod';
import { orAborted } from '../../api/async';
import { findHubError, HubError } from '../../api/errors';
import { timeLimitIn } from '../../api/http/deliver';
import { connectHub } from '../../api/hub';
import {
	acknowledgeableStatus,
	acknowledgeOrder,
	type AcknowledgeStatus,
	fingerprintOf,
	idInternoOf,
} from '../../api/orderQueue';
import { readOrder } from '../../api/records';
import { type AccountState, nodeKeyOf } from '../../api/state';
import { hasStatus } from '../../api/statusFilter';
import { knownAddress } from './address';
import { admissionOf } from './admission';
import { type Notification, orderIdIn, readNotification, unverifiedOrderId } from './notification';
import { readSettings, type WebhookSettings } from './properties';

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
	const signal = timeLimitIn(settings.readTimeLimit);
	const admission = await admissionOf(context, settings, signal);
	if (admission === 'refused') {
		// only callers other than the hub see it: the hub uses the URL as it was pasted
		respond(context, 403, '{"message":"Forbidden"}');
		return nothing;
	}
	const notification = await readNotification(context);
	const found: NotFound | FoundOrder =
		admission === 'admitted'
			? await findOrder(context, notification, settings, signal)
			: { reason: `${admission.unclear}: the order was neither read nor acknowledged` };
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

interface NotFound {
	reason: string;
	idPedido?: string;
}

/** The order a notification is about, or why there is none, within the read time limit. */
async function findOrder(
	context: IWebhookFunctions,
	{ urlLeitura }: Notification,
	{ readTimeLimit }: WebhookSettings,
	signal: AbortSignal,
): Promise<NotFound | FoundOrder> {
	if (urlLeitura === '')
		return { reason: 'The call is not a notification of the hub: it has no `urlLeitura`' };
	let idPedido = '';
	try {
		const hub = connectHub(context, { deadline: readTimeLimit });
		const account = await orAborted(hub.account(), signal);
		const { state } = account;
		idPedido = orderIdIn(account, urlLeitura);
		const reading = state.orderReads.run(async () => await readOrder(hub, idPedido));
		return { state, idPedido, order: await orAborted(reading, signal) };
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
	const isWanted = hasStatus(settings.statuses, order.status);
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

const dueAcknowledgement = z.object({
	idPedido: z.string(),
	idInterno: z.string(),
	/** Undefined for one that the hub does not take. */
	status: z.string().optional(),
	/** Of the order's content that is acknowledged. */
	fingerprint: z.string(),
});

/** What an item that starts the workflow carries beside its `json` until the execution begins. */
type DueAcknowledgement = z.infer<typeof dueAcknowledgement>;

/**
 * The trigger's turn in an execution that n8n has stored: the orders are acknowledged meanwhile.
 * @returns the items as the workflow gets them
 */
export function beginExecution(context: IExecuteFunctions): INodeExecutionData[] {
	const warning = knownAddress(context.getNode());
	if (warning !== undefined)
		context.addExecutionHints({ type: 'warning', location: 'outputPane', message: warning });
	return context.getInputData().map((item) => {
		const due = dueAcknowledgement.safeParse(item.acknowledgement);
		if (due.success) void acknowledge(context, due.data);
		return { json: item.json, ...omit(item, 'acknowledgement') };
	});
}

const noStatus =
	'the hub takes no acknowledgement with its status. Set a Fallback Status, or let Order Queue: Acknowledge give one';

/**
 * Removes an order from the queue, unless a notification with another content of it has come, whose own
 * execution acknowledges it. Never rejects: n8n's log says why an order stays in the queue.
 */
async function acknowledge(
	context: IExecuteFunctions | IWebhookFunctions,
	{ idPedido, idInterno, status, fingerprint }: DueAcknowledgement,
): Promise<void> {
	const send = async () => {
		const hub = connectHub(context);
		const { acknowledgements, emittedOrders } = (await hub.account()).state;
		const emitted = emittedOrders.get(`${nodeKeyOf(context)} ${idPedido}`);
		if (emitted?.fingerprint === fingerprint) emitted.isStored = true;
		else if (emitted !== undefined) return;
		if (status === undefined) throw new HubError('invalid', noStatus);
		const body = { idInterno, status };
		await acknowledgements.run(async () => await acknowledgeOrder(hub, idPedido, body));
	};
	await send().catch((error: unknown) => {
		const failure = findHubError(error);
		// 404: it is not in the queue, which is all that is wanted
		if (failure?.httpStatus === 404) return;
		const reason = failure?.message ?? String(error);
		context.logger.warn(`Order ${idPedido} stays in the hub's queue: ${reason}`, {
			workflowId: context.getWorkflow().id,
		});
	});
}
