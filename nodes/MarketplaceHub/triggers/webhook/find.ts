import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { orAborted } from '../../api/async';
import type { HubContext } from '../../api/context';
import { findHubError, isNotFound } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { viewQueue } from '../../api/queue/readQueue';
import { readOrder } from '../../api/reads';
import { type AccountState, nodeKeyOf } from '../../api/state/accountState';
import type { OrderRequests } from '../../api/state/webhookCalls';
import { timing } from '../../api/timing';
import { fingerprintOf } from '../../api/values/fingerprint';
import { type Notification, orderIdIn } from './notification';

export interface FoundOrder {
	state: AccountState;
	idPedido: string;
	order: IDataObject;
	/** Of its content. */
	fingerprint: string;
}

/** Why there is no order. */
export interface UnreadOrder {
	reason: string;
	/** Where the notification names an order of this hub. */
	idPedido?: string;
}

/** A notification of a call, and its order or why there is none. */
export interface Entry {
	notification: Notification;
	found: FoundOrder | UnreadOrder;
}

/** Words for an item whose order could not be read. */
export const unreadReason = (error: unknown): string =>
	findHubError(error)?.message ?? 'The order could not be read';

/**
 * The order a notification is about (reference: Orders), or why there is none. Never rejects.
 * @param signal ends the reading, with the reason
 */
export async function findOrder(
	context: IWebhookFunctions,
	{ urlLeitura }: Notification,
	signal: AbortSignal,
): Promise<FoundOrder | UnreadOrder> {
	if (urlLeitura === '')
		return { reason: 'The call is not a notification of the hub: it has no `urlLeitura`' };
	const hub = connectHub(context);
	try {
		const account = await orAborted(hub.account(), signal);
		const { state } = account;
		const idPedido = orderIdIn(account, urlLeitura);
		return await findById(context, hub, state, idPedido, signal);
	} catch (error) {
		return { reason: unreadReason(error) };
	}
}

async function findById(
	context: IWebhookFunctions,
	hub: Hub<'orderGet'>,
	state: AccountState,
	idPedido: string,
	signal: AbortSignal,
): Promise<FoundOrder | UnreadOrder> {
	const trigger = state.webhookTrigger(nodeKeyOf(context));
	const requests = requestsAbout(idPedido, context, hub);
	try {
		const order = await orAborted(trigger.read(idPedido, requests, signal), signal);
		return { state, idPedido, order, fingerprint: fingerprintOf(order) };
	} catch (error) {
		if (!isNotFound(error)) trigger.emitted.noteUnreadable(idPedido);
		return { reason: unreadReason(error), idPedido };
	}
}

/** What the trigger asks of the hub about an order. */
export const requestsAbout = (
	idPedido: string,
	context: HubContext,
	hub: Hub<'orderGet'>,
): OrderRequests => ({
	read: async (signal) => await readOrder(hub, idPedido, signal),
	readQueue: async () => await viewQueue(connectHub(context, { deadline: timing.requestTimeout })),
});
