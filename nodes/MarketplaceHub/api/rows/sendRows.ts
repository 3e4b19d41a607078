import { HubError, isFatal, toFailure } from '../errors';
import { notSentAfter } from '../http/failures';
import type { EntryResult, Row } from './row';
import { type Dependencies, RowOrder } from './rowOrder';

/** How the rows of a write go out. */
export interface RowSender<Sent extends Row> extends Dependencies<Sent> {
	/** Most rows of one request. */
	most: number;
	/**
	 * Sends one request. A rejection is the failure of its rows, unless the execution was cancelled.
	 * @returns further results; `about` names the row of each, if any
	 */
	send(rows: Sent[]): Promise<readonly EntryResult[] | void>;
	/** Resolves when the outcome of a request that was sent is known; left out where its answer tells. */
	settled?(rows: readonly Sent[]): Promise<void>;
}

/**
 * Sends rows in as few requests as possible, one after another, in the order given. A row waits only for
 * those that it has to come after. A request that fails does not stop the others, unless it shows that
 * the hub is out of reach: then the rest is not sent.
 * @returns the further results of all requests
 */
export async function sendRows<Sent extends Row>(
	rows: readonly Sent[],
	sender: RowSender<Sent>,
): Promise<EntryResult[]> {
	const further: EntryResult[] = [];
	const order = new RowOrder(rows, sender);
	const unsettled = new Set<Promise<void>>();
	for (;;) {
		const part = order.take(sender.most);
		if (part.length === 0) {
			if (unsettled.size > 0) await Promise.race(unsettled);
			else if (!order.releaseFirst()) return further;
			continue;
		}
		const answer = await sender.send(part).catch(toFailure);
		if (answer instanceof HubError) {
			part.forEach((row) => (row.failure = answer));
			if (isFatal(answer)) {
				const notSent = notSentAfter(answer);
				order.waiting.forEach((row) => (row.failure = notSent));
				return further;
			}
		} else for (const result of answer ?? []) further.push(result);
		const awaited = part.filter(order.isAwaited);
		if (sender.settled === undefined || answer instanceof HubError) order.settle(awaited);
		else if (awaited.length > 0) {
			const settling = sender.settled(part).then(() => {
				unsettled.delete(settling);
				order.settle(awaited);
			});
			unsettled.add(settling);
			// whoever waits for it above is told
			settling.catch(() => undefined);
		}
	}
}
