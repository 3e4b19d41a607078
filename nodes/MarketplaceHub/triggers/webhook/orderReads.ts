import type { IDataObject } from 'n8n-workflow';
import { orAborted } from '../../api/async/wait';
import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { recordOf } from '../../api/schemas/answers';
import { order as orderSchema } from '../../api/schemas/records';
import type { AccountState, SharedOrderRead } from '../../api/state';

/** Reads of an account that may wait for their turn; more than n8n itself handles at once. */
const longestLine = 2_000;

/**
 * Reads an order (reference: Orders), a few at a time. Notifications of one order share a read that
 * has not begun; one that is under way may already carry what the order was before, so it is not
 * shared. A read that nobody waits for any more is given up.
 * @throws HubError, of kind `timeLimit` when the deadline passes first
 */
export async function readOrder(
	hub: Hub<'orderGet'>,
	{ orderReads }: AccountState,
	idPedido: string,
	deadline: AbortSignal,
): Promise<IDataObject> {
	const { waiting } = orderReads;
	const read = waiting.get(idPedido) ?? lineUp(hub, orderReads, idPedido);
	read.interested++;
	try {
		return await orAborted(read.order, deadline);
	} finally {
		if (--read.interested === 0) {
			read.giveUp.abort();
			if (waiting.get(idPedido) === read) waiting.delete(idPedido);
		}
	}
}

function lineUp(
	hub: Hub<'orderGet'>,
	{ limiter, waiting }: AccountState['orderReads'],
	id: string,
): SharedOrderRead {
	if (limiter.waiting >= longestLine) {
		throw new HubError('timeLimit', 'Too many orders are waiting to be read');
	}
	const giveUp = new AbortController();
	const { signal } = giveUp;
	let begun = false;
	const order = limiter.run(async () => {
		begun = true;
		if (waiting.get(id)?.giveUp === giveUp) waiting.delete(id);
		signal.throwIfAborted();
		const reading = hub.request(
			'orderGet',
			{ path: { id }, signal },
			recordOf(orderSchema, 'idPedido', id),
		);
		return await orAborted(reading, signal);
	});
	order.catch(() => undefined);
	const read = { order, interested: 0, giveUp };
	if (!begun) waiting.set(id, read);
	return read;
}
