import { HubError, isFatal, toFailure } from '../errors';
import { notSentAfter } from '../http/failures';
import type { Row } from './row';
import { type Blocker, type Dependencies, RowOrder } from './rowOrder';

/** How the rows of a write go out. */
export interface RowSender<Sent extends Row, Told = never> extends Dependencies<Sent> {
	/** Most rows of one request. */
	most: number;
	/** Sends one request. A rejection is the failure of its rows, unless the execution was cancelled. */
	send(rows: Sent[]): Promise<readonly Told[] | void>;
	/** Resolves when the outcome of a row is known; left out where its answer tells. */
	settled?(row: Sent): Promise<void>;
}

/**
 * Sends rows in as few requests as possible, one after another, in input order. A row waits only for
 * those that it has to come after. A request that fails does not stop the others, unless it shows that
 * the hub is out of reach: then the rest is not sent.
 * @returns what `send` has told of all requests
 */
export async function sendRows<Sent extends Row, Told = never>(
	rows: readonly Sent[],
	sender: RowSender<Sent, Told>,
): Promise<Told[]> {
	const told: Told[] = [];
	const order = new RowOrder(rows, sender);
	const unsettled = new Set<Promise<void>>();
	for (;;) {
		const part = order.take(sender.most);
		if (part.length === 0) {
			if (unsettled.size > 0) await Promise.race(unsettled);
			else if (!order.releaseFirst()) return told;
			continue;
		}
		const answer = await sender.send(part).catch(toFailure);
		if (answer instanceof HubError) {
			part.forEach((row) => (row.failure = answer));
			if (isFatal(answer)) {
				const notSent = notSentAfter(answer);
				order.waiting.forEach((row) => (row.failure = notSent));
				return told;
			}
		} else for (const one of answer ?? []) told.push(one);
		const awaited = part.filter(order.isAwaited);
		if (sender.settled === undefined || answer instanceof HubError) order.settle(awaited);
		else if (awaited[0] !== undefined) {
			const settling = sender.settled(awaited[0]).then(() => {
				unsettled.delete(settling);
				order.settle(awaited);
			});
			unsettled.add(settling);
			// whoever waits for it below is told
			settling.catch(() => undefined);
		}
	}
}

/** Rows wait for the row before them of the same key: two values of one thing never share a request. */
export function afterSameKey(
	rows: readonly Row[],
	keyOf: (row: Row) => string,
): (row: Row) => Blocker[] {
	const before = new Map<Row, Row>();
	const last = new Map<string, Row>();
	for (const row of rows) {
		const key = keyOf(row);
		const earlier = last.get(key);
		if (earlier !== undefined) before.set(row, earlier);
		last.set(key, row);
	}
	return (row) => {
		const earlier = before.get(row);
		return earlier === undefined ? [] : [{ row: earlier, why: 'older', joins: false }];
	};
}
