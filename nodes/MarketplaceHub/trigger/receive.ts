import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { orderIdIn } from '../api/addresses';
import { findHubError } from '../api/errors';
import { acknowledgeableStatus, acknowledgeOrder } from '../api/queue';
import { connectHub } from '../api/request';
import { recordOf } from '../api/schemas/answers';
import { order as orderShape } from '../api/schemas/records';

/** What the hub writes in place of an address when it acknowledges by itself (reference: Webhook notification). */
const acknowledgedByHub = 'confirmacao-automatica';

/** ms for reading the order before the hub is answered without it. */
const readTimeLimit = 5_000;

const notificationSchema = z
	.object({ urlLeitura: z.string().catch(''), urlConfirmacaoLeitura: z.string().catch('') })
	.passthrough();

/** The reply that keeps the hub's webhook switched on (reference: Events, rule 1). */
interface Acknowledgement extends IDataObject {
	idInterno: number;
	status: string;
}

/**
 * Answers a notification with 200, `idInterno` and `status`, whatever it holds, and starts the
 * workflow with the order it is about, or with the notification and the reason when the order
 * cannot be read. Never throws: n8n would answer 500 and the hub would switch the webhook off.
 */
export async function receiveNotification(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = notificationSchema.safeParse(context.getBodyData());
	const notification = body.success ? body.data : { urlLeitura: '', urlConfirmacaoLeitura: '' };
	const { reply, json } = await readOrder(context, notification).catch((error: unknown) => ({
		reply: { idInterno: 0, status: 'novo' },
		json: { notification: notification as IDataObject, reason: findHubError(error)?.message ?? 'The order could not be read' },
	}));
	return { webhookResponse: reply, workflowData: [[{ json }]] };
}

async function readOrder(
	context: IWebhookFunctions,
	notification: z.infer<typeof notificationSchema>,
): Promise<{ reply: Acknowledgement; json: IDataObject }> {
	const hub = connectHub(context);
	const account = await hub.account();
	const idPedido = orderIdIn(account, notification.urlLeitura);
	const limits = { timeout: readTimeLimit, signal: AbortSignal.timeout(readTimeLimit) };
	const order = await hub.request('orderGet', { ...limits, path: { id: idPedido } }, recordOf(orderShape));
	const status = acknowledgeableStatus(order.status);
	if (notification.urlConfirmacaoLeitura !== acknowledgedByHub) {
		await acknowledgeOrder(hub, idPedido, { idInterno: idPedido, status }, limits);
	}
	return { reply: { idInterno: Number(idPedido), status }, json: order };
}
