import type { FunctionsBase, IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { orAborted } from '../../api/async';
import { findHubError, HubError } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { readQueue } from '../../api/orderQueue';
import { readOrder } from '../../api/reads';
import { plainId } from '../../api/values/ids';
import { type AccountState, nodeKeyOf } from '../../api/state';
import { timing } from '../../api/timing';
import { type Notification, orderIdIn } from './notification';
import type { WebhookSettings } from './properties';

/** Tells an order at one trigger node from all others of this n8n. */
export const orderKey = (context: FunctionsBase, idPedido: string): string =>
	`${nodeKeyOf(context)} ${idPedido}`;

export interface FoundOrder {
	state: AccountState;
	idPedido: string;
	order: IDataObject;
}

export interface Unread {
	reason: string;
	idPedido?: string;
}

/**
 * The order a notification is about (reference: Orders), or why there is none, within the read time
 * limit. Never rejects.
 * @param signal ends the reading
 */
export async function findOrder(
	context: IWebhookFunctions,
	{ urlLeitura }: Notification,
	{ readTimeLimit }: WebhookSettings,
	signal: AbortSignal,
): Promise<Unread | FoundOrder> {
	if (urlLeitura === '')
		return { reason: 'The call is not a notification of the hub: it has no `urlLeitura`' };
	let idPedido = '';
	try {
		const hub = connectHub(context, { deadline: readTimeLimit });
		const account = await orAborted(hub.account(), signal);
		const { state } = account;
		idPedido = orderIdIn(account, urlLeitura);
		const found = async () =>
			(await readAlone(hub, state, orderKey(context, idPedido), idPedido)) ??
			(await readInQueue(context, state, idPedido));
		const order = await orAborted(found(), signal).catch((error: unknown) => {
			if (!isNotFound(error)) state.webhook.emitted.noteUnread(orderKey(context, idPedido));
			throw error;
		});
		return { state, idPedido, order };
	} catch (error) {
		const late = findHubError(error)?.kind === 'timeLimit';
		const reason = late
			? `The order could not be read within ${readTimeLimit / 1_000} seconds`
			: unreadReason(error);
		return { reason, ...(idPedido !== '' && { idPedido }) };
	}
}

/** Whether the hub, or its queue, has said that it does not know the order. */
function isNotFound(error: unknown): boolean {
	const { kind, httpStatus = 404 } = findHubError(error) ?? {};
	return kind === 'refused' && httpStatus === 404;
}

export const unreadReason = (error: unknown): string =>
	findHubError(error)?.message ?? 'The order could not be read';

/**
 * Reads an order together with the calls that wait for the same read; one that has been sent may show
 * what the order was before a later call.
 * @returns undefined where the hub did not know the order or too many others a moment ago
 */
async function readAlone(
	hub: Hub<'orderGet'>,
	{ webhook: { reads, notFound } }: AccountState,
	key: string,
	idPedido: string,
): Promise<IDataObject | undefined> {
	const read = async () => await readOrder(hub, idPedido);
	const waiting = reads.waiting.get(key);
	if (waiting !== undefined) {
		// the newest call has the latest deadline
		waiting.read = read;
		return await waiting.order;
	}
	const order = reads.turns.run(async () => {
		const last = reads.waiting.get(key)?.read ?? read;
		reads.waiting.delete(key);
		if (notFound.isReached || reads.unknownOrders.get(idPedido)) return undefined;
		return await notFound.run(last).catch((error: unknown) => {
			if (findHubError(error)?.httpStatus === 404)
				reads.unknownOrders.set(idPedido, true, timing.minute);
			throw error;
		});
	});
	reads.waiting.set(key, { read, order });
	return await order;
}

/** Reads the queue; calls that come before the read begins share it. */
export const recentQueue = async (
	context: Parameters<typeof connectHub>[0],
	{ webhook: { reads } }: AccountState,
) =>
	await reads.queue.run(
		async () => await readQueue(connectHub(context, { deadline: timing.requestTimeout })),
	);

/** Whether a record of the queue is the order with this ID. */
export const isOrder =
	(idPedido: string) =>
	(order: IDataObject): boolean =>
		plainId(order.idPedido) === plainId(idPedido);

async function readInQueue(
	context: IWebhookFunctions,
	state: AccountState,
	idPedido: string,
): Promise<IDataObject> {
	const { rows } = await recentQueue(context, state);
	const order = rows.find(isOrder(idPedido));
	if (order !== undefined) return order;
	throw new HubError(
		'refused',
		`Order ${idPedido} is not in the hub's queue, and was not asked for by its ID: within the last minute the hub did not know it, or many others (404)`,
	);
}
