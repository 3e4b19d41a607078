import type { IDataObject } from 'n8n-workflow';
import { HubError, isNotFound } from '../errors';
import type { Hub } from '../hub';
import { anything } from '../schemas/reads/answers';
import { orderStatuses } from '../schemas/reads/records';
import { acknowledgeWithin } from '../state/acknowledgeWithin';
import { readNumericId } from '../values/addressIds';
import { positiveDigits } from '../values/ids';
import { viewQueue } from './readQueue';

/** Statuses accepted when acknowledging (reference: States and transitions). */
export type AcknowledgeStatus = (typeof orderStatuses)[number];

/** The status where the hub accepts it in an acknowledgement, else `fallback`. */
export const acknowledgeableStatus = (
	status: unknown,
	fallback?: AcknowledgeStatus,
): AcknowledgeStatus | undefined => orderStatuses.find((known) => known === status) ?? fallback;

/** The body of an acknowledgement (reference: Orders, queue removal). */
export interface Acknowledgement {
	/** The order's number in the integrator's system, else the hub's; as text to keep all its digits. */
	idInterno: string;
	/** The status that the integrator has imported; undefined where the hub takes none. */
	status?: AcknowledgeStatus;
}

/** The acknowledgement of an order as it was read. */
export const acknowledgementOf = (
	{ idPedido, order }: { idPedido: string; order: IDataObject },
	fallback?: AcknowledgeStatus,
): Acknowledgement => ({
	idInterno: positiveDigits(order.idInterno) ?? idPedido,
	status: acknowledgeableStatus(order.status, fallback),
});

/** The orders that stay in the queue, because the hub takes no acknowledgement with their status. */
export const stayingOrders = (
	orders: readonly IDataObject[],
	fallback?: AcknowledgeStatus,
): IDataObject[] =>
	orders.filter(({ status }) => acknowledgeableStatus(status, fallback) === undefined);

/**
 * Removes an order from the update queue, so that its later updates can come (reference: Events).
 * @param idInterno the order's number in the integrator's system, as text to keep all its digits
 * @param status the status that the integrator has imported
 * @throws HubError of kind `invalid` before sending; 404 when the order was not waiting
 */
export async function acknowledgeOrder(
	hub: Hub<'acknowledge'>,
	idPedido: string,
	{ idInterno, status }: { idInterno: string; status: string },
): Promise<void> {
	const id = readNumericId('idPedido', idPedido);
	const number = positiveDigits(idInterno);
	if (number === undefined)
		throw new HubError(
			'invalid',
			`Internal ID (\`idInterno\`) must be a whole number from 1 to 999999999999999999, got '${idInterno}'`,
			{
				description:
					"Give the order's number in your system, or leave it empty: then the hub's order ID is sent.",
			},
		);
	if (acknowledgeableStatus(status) === undefined)
		throw new HubError(
			'invalid',
			`Status (\`status\`) must be one of ${orderStatuses.join(', ')}, got '${status}'`,
			{ description: 'Give the status with which your system has stored the order.' },
		);
	const body = { idInterno: BigInt(number), status };
	await hub.request('acknowledge', { path: { id }, body }, anything).catch((error: unknown) => {
		if (!(error instanceof HubError) || !isNotFound(error)) throw error;
		throw error.with({
			kind: 'refused',
			message: `Order ${idPedido} was not waiting in the queue (404: ${error.error ?? ''})`,
			description: `It may have been acknowledged before, or the hub acknowledges by itself. ${error.description ?? ''}`,
		});
	});
}

/**
 * `acknowledgeOrder` without causing too many refusals, which can cost the App Token (reference: Limits): beyond a
 * bound only an order is acknowledged that the queue shows, or that may wait all the same: behind the first hundred,
 * or while the queue cannot be read.
 */
export async function acknowledgeIfWaiting(
	hub: Hub<'acknowledge' | 'queueList'>,
	idPedido: string,
	acknowledgement: { idInterno: string; status: string },
): Promise<void> {
	const { failures, looks, turns } = (await hub.account()).state.queueAcknowledgements;
	const sent = await acknowledgeWithin(failures, {
		idPedido,
		async request() {
			await acknowledgeOrder(hub, idPedido, acknowledgement);
			return 'sent';
		},
		async look() {
			const view = looks.run(async () => await viewQueue(hub));
			return await view.catch(() => ({ orders: [], isWhole: false }));
		},
		turns,
	});
	if (sent instanceof HubError) throw sent;
	if (sent === 'notWaiting')
		throw new HubError('refused', `Order ${idPedido} was not waiting in the queue (404)`, {
			description:
				'The queue does not show it. No acknowledgement was sent, because the hub has refused many within a minute or a day.',
			httpStatus: 404,
		});
}

/** Advice where the hub seems to know another route for acknowledging. */
export const routeAdvice =
	"If the hub's route for acknowledging differs, set it under Customize Routes in the credential";

/**
 * The failure of an acknowledgement that the hub has answered with 404 while its queue shows the order.
 * @param isShown whether it does, by a look that began after the answer
 * @returns undefined where the queue does not show the order, or cannot be read
 */
export async function otherRouteIfShown(isShown: Promise<boolean>): Promise<HubError | undefined> {
	return (await isShown.catch(() => false)) ? otherRoute() : undefined;
}

/** The failure of an acknowledgement that has not moved the order, though the hub says that it does not wait. */
export const otherRoute = (): HubError =>
	new HubError('refused', `the hub answered 404 to its acknowledgement. ${routeAdvice}`, {
		httpStatus: 404,
	});
