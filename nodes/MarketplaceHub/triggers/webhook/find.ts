import type { FunctionsBase, IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { orAborted } from '../../api/async';
import type { HubContext } from '../../api/context';
import { findHubError, HubError, isNotFound } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { readQueue } from '../../api/orderQueue';
import { readOrder } from '../../api/reads';
import { type AccountState, nodeKeyOf } from '../../api/state';
import { timing } from '../../api/timing';
import type { WaitingRead } from '../../api/webhookState';
import { plainId } from '../../api/values/ids';
import { type Notification, orderIdIn } from './notification';

/** Tells an order at one trigger node from all others of this n8n. */
export const orderKey = (context: FunctionsBase, idPedido: string): string =>
	`${nodeKeyOf(context)} ${idPedido}`;

export interface FoundOrder {
	state: AccountState;
	idPedido: string;
	order: IDataObject;
}

/** Why there is no order. */
export interface UnreadOrder {
	reason: string;
	/** Where the notification names an order of this hub. */
	idPedido?: string;
}

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
		const idPedido = orderIdIn(account, urlLeitura);
		const asked = { context, hub, state: account.state, idPedido, signal };
		return await readInTime(asked).then(
			(order) => ({ state: account.state, idPedido, order }),
			(error: unknown) => noteUnread(asked, error),
		);
	} catch (error) {
		return { reason: unreadReason(error) };
	}
}

/** An order that a call asks for. */
interface AskedOrder {
	context: IWebhookFunctions;
	hub: Hub<'orderGet'>;
	state: AccountState;
	idPedido: string;
	signal: AbortSignal;
}

/**
 * Reads an order by its ID or, where it is not to be asked for by that, in the queue.
 * @throws HubError where it cannot be read, or not before the signal
 */
async function readInTime(asked: AskedOrder): Promise<IDataObject> {
	const read = readById(asked).then((order) => order ?? readInQueue(asked));
	return await orAborted(read, asked.signal);
}

/** Notes that an order could not be read, unless the hub does not know it, and says why. */
function noteUnread({ context, state, idPedido }: AskedOrder, error: unknown): UnreadOrder {
	if (!isUnknown(error)) state.webhook.emitted.noteUnreadable(orderKey(context, idPedido));
	return { reason: unreadReason(error), idPedido };
}

/** Whether the hub, or its queue, has said that it does not know the order. */
function isUnknown(error: unknown): boolean {
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
async function readById({
	context,
	hub,
	state,
	idPedido,
	signal,
}: AskedOrder): Promise<IDataObject | undefined> {
	const { reads, notFound } = state.webhook;
	const key = orderKey(context, idPedido);
	const waiting = reads.waiting.get(key);
	if (waiting !== undefined) {
		// not sent yet; each call still stops waiting at its own signal
		waiting.signal = signal;
		return await waiting.order;
	}
	const read: WaitingRead = {
		signal,
		order: reads.turns.run(async () => {
			reads.waiting.delete(key);
			if (notFound.isReached || reads.unknownOrders.get(idPedido)) return undefined;
			const answer = notFound.run(async () => await readOrder(hub, idPedido, read.signal));
			return await answer.catch((error: unknown) => {
				if (isNotFound(error)) reads.unknownOrders.set(idPedido, true, timing.minute);
				throw error;
			});
		}),
	};
	reads.waiting.set(key, read);
	return await read.order;
}

async function readInQueue({ context, state, idPedido }: AskedOrder): Promise<IDataObject> {
	const { rows } = await readSharedQueue(context, state);
	const order = rows.find((row) => hasId(row, idPedido));
	if (order !== undefined) return order;
	throw new HubError(
		'refused',
		`Order ${idPedido} is not in the hub's queue, and was not asked for by its ID: within the last minute the hub did not know it, or many others (404)`,
	);
}

/** Reads the queue; calls that come before the read begins share it. */
export const readSharedQueue = async (context: HubContext, { webhook: { reads } }: AccountState) =>
	await reads.queue.run(
		async () => await readQueue(connectHub(context, { deadline: timing.requestTimeout })),
	);

/** Whether an order of the queue has this ID. */
export const hasId = (order: IDataObject, idPedido: string): boolean =>
	plainId(order.idPedido) === plainId(idPedido);
