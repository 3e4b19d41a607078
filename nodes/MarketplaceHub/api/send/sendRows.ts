import { catchHubError, isFatal } from '../errors';
import { notSentAfter } from '../http/failures';
import type { Row } from '../rows/row';
import { type Dependencies, RowOrder } from './rowOrder';

/** How the rows of a write go out. */
export interface RowSender<Sent extends Row> extends Dependencies<Sent> {
	/** Most rows of one request. */
	most: number;
	/** Sends one request. A rejection is the failure of its rows, unless the execution was cancelled. */
	send(rows: Sent[]): Promise<void>;
	/** Told after each request how many rows it had. */
	gone?(rows: number): void;
	/** Resolves when the outcome of a request that was sent is known; left out where its answer tells. */
	settled?(rows: readonly Sent[]): Promise<void>;
}

/**
 * Sends rows in as few requests as possible, one after another, in the order given. A row waits only for the
 * rows that it has to come after. A request that fails does not stop the others, unless it shows that the hub
 * is out of reach: then the rest is not sent.
 */
export async function sendRows<Sent extends Row>(
	rows: readonly Sent[],
	sender: RowSender<Sent>,
): Promise<void> {
	const order = await RowOrder.of(rows, sender);
	const unsettled = new Set<Promise<void>>();
	for (;;) {
		const part = order.take(sender.most);
		if (part.length === 0) {
			if (unsettled.size > 0) await Promise.race(unsettled);
			else if (!order.releaseFirst()) return;
			continue;
		}
		const failure = await catchHubError(sender.send(part));
		sender.gone?.(part.length);
		if (failure !== undefined) {
			part.forEach((row) => (row.failure = failure));
			if (isFatal(failure)) {
				const notSent = notSentAfter(failure);
				order.waiting.forEach((row) => (row.failure = notSent));
				return;
			}
		}
		const awaited = part.filter(order.isAwaited);
		if (sender.settled === undefined || failure !== undefined) order.settle(awaited);
		else if (awaited.length > 0) {
			const settling = sender.settled(part).then(() => {
				unsettled.delete(settling);
				order.settle(awaited);
			});
			unsettled.add(settling);
			// rows above that wait for it are told
			settling.catch(() => undefined);
		}
	}
}
