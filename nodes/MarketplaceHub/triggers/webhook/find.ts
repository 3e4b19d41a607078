import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { orAborted, SharedWork } from '../../api/async';
import type { HubContext } from '../../api/context';
import { findHubError, HubError, isNotFound } from '../../api/errors';
import { connectHub, type Hub } from '../../api/hub';
import { fingerprintOf, readQueue } from '../../api/queue/queue';
import { readOrder } from '../../api/reads';
import { type AccountState, nodeKeyOf } from '../../api/state/accountState';
import { timing } from '../../api/timing';
import { plainId } from '../../api/values/ids';
import { isRefusedId, type WebhookTriggerState } from '../../api/state/webhookState';
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
		const trigger = state.webhookTrigger(nodeKeyOf(context));
		const idPedido = orderIdIn(account, urlLeitura);
		return await findAsked({ context, hub, state, trigger, idPedido, signal });
	} catch (error) {
		return { reason: unreadReason(error) };
	}
}

/** An order that is to be read. */
interface AskedOrder {
	context: HubContext;
	hub: Hub<'orderGet'>;
	state: AccountState;
	trigger: WebhookTriggerState;
	idPedido: string;
	signal: AbortSignal;
}

async function findAsked(asked: AskedOrder): Promise<FoundOrder | UnreadOrder> {
	const { state, trigger, idPedido, signal } = asked;
	try {
		const order = await orAborted(readAnywhere(asked), signal);
		return { state, idPedido, order, fingerprint: fingerprintOf(order) };
	} catch (error) {
		if (!isNotFound(error)) trigger.emitted.noteUnreadable(idPedido);
		return { reason: unreadReason(error), idPedido };
	}
}

/**
 * Reads an order by its ID or, where it is not to be asked for by that, in the queue.
 * @throws HubError with status 404 where hub or queue do not know the order
 */
export async function readAnywhere(asked: AskedOrder): Promise<IDataObject> {
	const { context, state, idPedido } = asked;
	const order = (await readTogether(asked)) ?? (await findInQueue(context, state, idPedido)).order;
	if (order !== undefined) return order;
	throw new HubError(
		'refused',
		`Order ${idPedido} is not in the hub's queue, and was not asked for by its ID: the hub refused it a moment ago, or failed at too many others within a minute or a day (404). A Webhook Secret in the credential keeps strangers from causing that`,
		{ httpStatus: 404 },
	);
}

/**
 * Reads an order by its ID in its turn, together with the calls that wait for the same read; one that has
 * been sent may show what the order was before a later call.
 */
async function readTogether(asked: AskedOrder): Promise<IDataObject | undefined> {
	const { state, trigger, idPedido } = asked;
	const { waitingReads } = trigger;
	const read = waitingReads.get(idPedido) ?? new SharedWork(0, state.webhook.readTurns);
	waitingReads.set(idPedido, read);
	return await read.run(async () => {
		waitingReads.delete(idPedido);
		return await readById(asked);
	});
}

/** @returns undefined where the hub refused the ID, or failed at too many others, a moment ago */
async function readById({
	hub,
	state,
	idPedido,
	signal,
}: AskedOrder): Promise<IDataObject | undefined> {
	const { failures, refusedIds } = state.webhook;
	if (failures.isReached || refusedIds.get(idPedido)) return undefined;
	const answer = failures.read(async () => await readOrder(hub, idPedido, signal));
	return await answer.catch((error: unknown) => {
		if (isRefusedId(error)) refusedIds.set(idPedido, true, timing.minute);
		throw error;
	});
}

/**
 * Looks for an order in the queue; calls that come before the look begins share it.
 * @returns the order, where it is among the first hundred, and how many wait: Infinity if the hub does not say
 */
export async function findInQueue(
	context: HubContext,
	{ webhook }: AccountState,
	idPedido: string,
): Promise<{ order?: IDataObject; total: number }> {
	const { rows, total = Infinity } = await webhook.queueLooks.run(
		async () => await readQueue(connectHub(context, { deadline: timing.requestTimeout })),
	);
	const order = rows.find((row) => plainId(row.idPedido) === plainId(idPedido));
	return { order, total };
}
