import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isNotFound } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { acknowledgeOrder, otherRouteIfShown } from '../../api/orderQueue';
import { pageSize } from '../../api/pagination';
import type { AccountState } from '../../api/state';
import { timing } from '../../api/timing';
import { hasId, orderKey, readSharedQueue } from './find';

/** An order whose acknowledgement is to be sent. */
interface WaitingOrder {
	context: IExecuteFunctions | IWebhookFunctions;
	state: AccountState;
	hub: Hub<'acknowledge'>;
	idPedido: string;
	/** Of the order's content. */
	fingerprint: string;
	due: { idInterno: string; status: string };
}

type Outcome =
	/** The order has left the queue, or newer content of it has come. */
	| 'settled'
	/** The hub answered 404. */
	| 'notFound'
	/** Nothing was sent: too many answers were 404. */
	| 'lookFirst';

/**
 * Acknowledges an order without causing too many answers 404, which can cost the App Token (reference: Limits):
 *
 * | this content had left | too many 404 | the queue shows the order         | acknowledgement |
 * | --------------------- | ------------ | --------------------------------- | --------------- |
 * | no                    | no           | not read                          | sent            |
 * | no                    | yes          | yes, or not all orders that wait  | sent            |
 * | no                    | yes          | no                                | left out        |
 * | yes                   | not asked    | yes                               | sent            |
 * | yes                   | not asked    | no                                | left out        |
 *
 * @throws HubError where the queue shows the order after a 404, once for the same content
 */
export async function acknowledgeWaiting(order: WaitingOrder): Promise<void> {
	const { state, idPedido, fingerprint } = order;
	const hadLeft = state.webhook.acknowledgements.notWaiting.get(idPedido) === fingerprint;
	let outcome: Outcome = hadLeft ? 'lookFirst' : await send(order);
	if (outcome === 'lookFirst' && (await mayWait(order, hadLeft)))
		outcome = await send(order, { hasLooked: true });
	if (outcome === 'notFound') await throwIfShown(order);
}

/**
 * Sends an acknowledgement in its turn.
 * @param hasLooked whether the queue was read first: then it is sent despite too many answers 404
 */
async function send(
	{ context, state, hub, idPedido, fingerprint, due }: WaitingOrder,
	{ hasLooked = false } = {},
): Promise<Outcome> {
	const { acknowledgements, emitted, notFound } = state.webhook;
	return await acknowledgements.turns.run(async () => {
		if (!emitted.isNewest(orderKey(context, idPedido), fingerprint)) return 'settled';
		if (notFound.isReached && !hasLooked) return 'lookFirst';
		const outcome = await notFound
			.run(async () => await acknowledgeOrder(hub, idPedido, due))
			.then(() => 'settled' as const, toNotFound);
		// also after a 404: the order is not in the queue, as it should be
		const lifetime = outcome === 'settled' ? Infinity : timing.minute;
		acknowledgements.notWaiting.set(idPedido, fingerprint, lifetime);
		return outcome;
	});
}

function toNotFound(error: unknown): 'notFound' {
	if (isNotFound(error)) return 'notFound';
	throw error;
}

/**
 * Looks whether an order may still wait in the queue. The read is in no turn, so it holds up no other order.
 * @param hadLeft whether this content had left it; one that had not may stand beyond the first hundred
 */
async function mayWait(
	{ context, state, idPedido }: WaitingOrder,
	hadLeft: boolean,
): Promise<boolean> {
	const { rows, total = Infinity } = await readSharedQueue(context, state);
	const isShown = rows.some((row) => hasId(row, idPedido));
	return isShown || (!hadLeft && total > pageSize);
}

/** Throws, once for the same content, where the queue shows an order that the hub has answered 404 for. */
async function throwIfShown({
	context,
	state,
	idPedido,
	fingerprint,
}: WaitingOrder): Promise<void> {
	const { reported } = state.webhook.acknowledgements;
	if (reported.get(idPedido) === fingerprint) return;
	const look = readSharedQueue(context, state);
	// by its ID: its content may have come from another list of the hub, which shows it in another way
	const failure = await otherRouteIfShown(look, (shown) => hasId(shown, idPedido));
	if (failure === undefined) return;
	reported.set(idPedido, fingerprint);
	throw failure;
}
