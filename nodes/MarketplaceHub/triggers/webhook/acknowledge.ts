import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { connectHub } from '../../api/hub';
import { acknowledgeOrder, otherRoute } from '../../api/queue/acknowledge';
import { type AccountState, nodeKeyOf } from '../../api/state/accountState';
import { printable } from '../../api/values/text';
import { toHubError } from '../../shared/nodeErrors';
import { requestsAbout } from './find';

type TriggerContext = IExecuteFunctions | IWebhookFunctions;

/** An order that its acknowledgement is to take out of the queue, whether the workflow starts with it or not. */
interface OrderToAcknowledge {
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
export async function takeOutOfQueue(
	context: TriggerContext,
	state: AccountState,
	{ idPedido, fingerprint, due: { idInterno, status } }: OrderToAcknowledge,
): Promise<void> {
	try {
		const trigger = state.webhookTrigger(nodeKeyOf(context));
		if (trigger.emitted.standing(idPedido, fingerprint) === 'older') return;
		if (status === undefined) throw new HubError('invalid', noStatus);
		const hub = connectHub(context);
		const send = async () => await acknowledgeOrder(hub, idPedido, { idInterno, status });
		const result = await trigger.acknowledge(
			{ idPedido, fingerprint, acknowledge: send },
			requestsAbout(idPedido, context, hub),
		);
		if (result === 'notMoved') throw otherRoute();
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
