import type { IDataObject } from 'n8n-workflow';
import type { Account } from '../../api/auth/account';
import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { recordOf } from '../../api/schemas/answers';
import { order as orderSchema } from '../../api/schemas/records';
import { orAborted } from '../../api/async/wait';
import { lanes } from '../../api/async/limiter';

/** Orders read at the same time for an account. */
const laneOf = lanes(5);
/** Reads that may wait for their turn; more than n8n itself handles at once. */
const longestLine = 2_000;

/** One read that several notifications of the same order wait for. */
interface SharedRead {
	order: Promise<IDataObject>;
	interested: number;
	giveUp: AbortController;
}

/** Reads that have not begun, by account and order: only those can still be joined. */
const waiting = new Map<string, SharedRead>();

/**
 * Reads an order (reference: Orders), a few at a time. Notifications of one order share a read that
 * has not begun; one that is under way may already carry what the order was before, so it is not
 * shared. A read that nobody waits for any more is given up.
 * @throws HubError, of kind `timeLimit` when the deadline passes first
 */
export async function readOrder(
	hub: Hub,
	account: Account,
	idPedido: string,
	deadline: AbortSignal,
): Promise<IDataObject> {
	const key = `${account.key} ${idPedido}`;
	const read = waiting.get(key) ?? lineUp(hub, account.key, key, idPedido);
	read.interested++;
	try {
		return await orAborted(read.order, deadline);
	} finally {
		if (--read.interested === 0) {
			read.giveUp.abort();
			if (waiting.get(key) === read) waiting.delete(key);
		}
	}
}

function lineUp(hub: Hub, account: string, key: string, id: string): SharedRead {
	const lane = laneOf(account);
	if (lane.waiting >= longestLine)
		throw new HubError('timeLimit', 'Too many orders are waiting to be read');
	const giveUp = new AbortController();
	const { signal } = giveUp;
	let begun = false;
	const order = lane.run(async () => {
		begun = true;
		if (waiting.get(key)?.giveUp === giveUp) waiting.delete(key);
		signal.throwIfAborted();
		return await orAborted(
			hub.request('orderGet', { path: { id }, signal }, recordOf(orderSchema)),
			signal,
		);
	});
	order.catch(() => undefined);
	const read = { order, interested: 0, giveUp };
	if (!begun) waiting.set(key, read);
	return read;
}
