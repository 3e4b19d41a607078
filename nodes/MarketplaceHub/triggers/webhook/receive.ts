import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deadlineIn, orAborted } from '../../api/async/wait';
import { orderIdIn, unverifiedOrderId } from '../../api/orderAddress';
import { findHubError } from '../../api/errors';
import { acknowledgeableStatus, idInternoOf } from '../../api/orderQueue';
import { triggerFallback } from '../../shared/orderStatus';
import { connectHub } from '../../api/hub';
import { stateOf } from '../../api/auth/account';
import type { AccountState } from '../../api/state';
import { fingerprintOf } from '../fingerprint';
import { nodeKeyOf } from '../nodeKey';
import { beginAcknowledgement, replySent, type Acknowledgement } from './acknowledgements';
import { isAdmitted, turnAway } from './admission';
import { claimEmission } from './duplicates';
import { readNotification, type Notification } from './notification';
import { readOrder } from './orderReads';
import { replyTo } from './reply';
import { readSettings, type WebhookSettings } from './settings';

/** What the hub writes in place of an address when it acknowledges by itself (reference: Webhook notification). */
const acknowledgedByHub = 'confirmacao-automatica';

/**
 * Answers a notification with 200, `idInterno` and `status`, whatever it holds, and starts the
 * workflow with the order it is about, or with the notification and the reason when the order
 * cannot be read. Never rejects: n8n would answer 500 and the hub would switch the webhook off.
 */
export async function receiveNotification(
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	return await answer(context).catch((error: unknown) => ({
		webhookResponse: { idInterno: 1, status: triggerFallback(undefined) },
		workflowData: [[{ json: { notification: {}, reason: reasonOf(error) } }]],
	}));
}

async function answer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	if (!(await isAdmitted(context, settings))) return turnAway(context);
	const notification = await readNotification(context);
	const found = await findOrder(context, notification, settings);
	if ('reason' in found) {
		const ids = [found.idPedido, unverifiedOrderId(notification.urlLeitura), notification.id];
		return {
			webhookResponse: replyTo(context, ids, settings.fallbackStatus),
			workflowData: [[{ json: { notification: notification.json, ...found } }]],
		};
	}
	return await emit(context, settings, notification, found);
}

interface FoundOrder {
	state: AccountState;
	idPedido: string;
	order: IDataObject;
	acknowledgement: Acknowledgement;
	deadline: AbortSignal;
}

/** The order a notification is about, or why there is none, within the read time limit. */
async function findOrder(
	context: IWebhookFunctions,
	{ urlLeitura }: Notification,
	{ readTimeLimit }: WebhookSettings,
): Promise<FoundOrder | { reason: string; idPedido?: string }> {
	if (urlLeitura === '')
		return { reason: 'The call is not a notification of the hub: it has no `urlLeitura`' };
	const deadline = deadlineIn(readTimeLimit);
	let verified: string | undefined;
	let acknowledgement: Acknowledgement | undefined;
	const find = async (): Promise<FoundOrder> => {
		const hub = connectHub(context);
		const account = await orAborted(hub.account(), deadline);
		const state = stateOf(account);
		const idPedido = (verified = orderIdIn(account, urlLeitura));
		const begun = (acknowledgement = beginAcknowledgement(context, hub, state, idPedido));
		const order = await readOrder(hub, state, idPedido, deadline);
		return { state, idPedido, order, acknowledgement: begun, deadline };
	};
	return await find().catch((error: unknown) => {
		acknowledgement?.forgo();
		const late = findHubError(error)?.kind === 'timeLimit';
		const reason = late
			? `The order could not be read within ${readTimeLimit / 1_000} seconds`
			: reasonOf(error);
		return verified === undefined ? { reason } : { reason, idPedido: verified };
	});
}

async function emit(
	context: IWebhookFunctions,
	settings: WebhookSettings,
	notification: Notification,
	{ state, idPedido, order, acknowledgement, deadline }: FoundOrder,
): Promise<IWebhookResponseData> {
	const status = acknowledgeableStatus(order.status) ?? settings.fallbackStatus;
	const webhookResponse = replyTo(context, [order.idInterno, order.idPedido, idPedido], status);
	const sent = replySent(context);
	const acknowledges =
		settings.acknowledges && notification.urlConfirmacaoLeitura !== acknowledgedByHub;
	const idInterno = idInternoOf([order.idInterno]) ?? idPedido;
	const acknowledge = async () => {
		if (acknowledges && (await sent)) await acknowledgement.send({ idInterno, status });
		else acknowledgement.forgo();
	};
	if (settings.statuses.size > 0 && !settings.statuses.has(String(order.status))) {
		void acknowledge();
		return { webhookResponse };
	}
	if (settings.duplicateWindow > 0 && context.getMode() !== 'manual') {
		const claim = claimEmission(
			state,
			`${nodeKeyOf(context)} ${idPedido}`,
			fingerprintOf(order),
			settings.duplicateWindow,
		);
		if (claim.first) void sent.then(claim.settle);
		else if (await orAborted(claim.stored, deadline).catch(() => false)) {
			void acknowledge();
			return { webhookResponse };
		}
	}
	void acknowledge();
	const json = settings.fullOrder
		? order
		: {
				idPedido: order.idPedido ?? idPedido,
				status: order.status,
				notification: notification.json,
			};
	return { webhookResponse, workflowData: [[{ json }]] };
}

const reasonOf = (error: unknown) => findHubError(error)?.message ?? 'The order could not be read';
