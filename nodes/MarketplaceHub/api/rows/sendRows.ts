import { HubError, isFatal, toFailure } from '../errors';
import { notSentAfter } from '../http/failures';
import type { Row } from './row';
import { type Blocker, RowOrder } from './rowOrder';

/** How the rows of a write go out. */
interface SendOptions<Sent extends Row, Told> {
	/** Most rows of one request. */
	most: number;
	/** Sends one request. A rejection is the failure of its rows, unless the execution was cancelled. */
	send: (rows: Sent[]) => Promise<readonly Told[] | void>;
	/** The rows that a row waits for; left out where none waits. */
	blockersOf?: (row: Sent) => readonly Blocker[];
	/** Why a row must not be sent because of one that it has waited for. */
	obstacle?: (blocker: Row, why: Blocker['why']) => HubError | undefined;
	/** Resolves when the outcome of a row is known; left out where its answer tells. */
	settled?: (row: Sent) => Promise<void>;
}

/**
 * Sends rows in as few requests as possible, one after another, in input order. A row waits only for
 * those that it has to come after. A request that fails does not stop the others, unless it shows that
 * the hub is out of reach: then the rest is not sent.
 * @returns what `send` has told of all requests
 */
export async function sendRows<Sent extends Row, Told = never>(
	rows: readonly Sent[],
	{
		most,
		send,
		blockersOf = () => [],
		obstacle = () => undefined,
		settled,
	}: SendOptions<Sent, Told>,
): Promise<Told[]> {
	const told: Told[] = [];
	const order = new RowOrder(rows, blockersOf, obstacle);
	const unsettled = new Set<Promise<void>>();
	for (;;) {
		const part = order.take(most);
		if (part.length === 0) {
			if (unsettled.size > 0) await Promise.race(unsettled);
			else if (!order.releaseFirst()) return told;
			continue;
		}
		const answer = (await send(part).catch(toFailure)) ?? [];
		const failure = answer instanceof HubError ? answer : undefined;
		if (answer instanceof HubError) part.forEach((row) => (row.failure = answer));
		else for (const one of answer) told.push(one);
		if (failure !== undefined && isFatal(failure)) {
			const notSent = notSentAfter(failure);
			order.waiting.forEach((row) => (row.failure = notSent));
			return told;
		}
		const awaited = part.filter(order.isAwaited);
		if (settled === undefined || failure !== undefined) order.settle(awaited);
		else if (awaited[0] !== undefined) {
			const settling = settled(awaited[0]).then(() => {
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
