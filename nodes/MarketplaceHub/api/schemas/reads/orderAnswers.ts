import memoize from 'lodash/memoize';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isDeeper } from '../../values/depth';
import { entriesOf, isRecord } from '../../values/objects';
import { positiveDigits } from '../../values/ids';
import { isCancelled, isReturned } from '../../values/statuses';
import { listed, shorten } from '../../values/text';
import { preprocess, refine, transform } from '../effects';
import { anyList, isId, optionalRecordOf, recordOf, type Reader } from './answers';
import { orderRecord } from './records';
import { readRecord, type RecordSchema } from './recordSchema';

/** Levels of a record; n8n copies and stores items recursively, and the reference's records have four. */
const deepest = 100;

/** A record of a page that cannot be worked on: it is none, or nested too deep for n8n. */
export class UnreadableRecord {
	/** @param name its name for messages */
	constructor(readonly name: string) {}
}

/** Names records that are left out, for a hint or a log. */
export const leftOut = (names: Iterable<string>): string =>
	`Left out, because n8n cannot work on them (no record, without an ID, or nested more than ${deepest} levels deep): ${listed(names)}. Ask the hub's support to correct them.`;

/** With a list for its items where the hub writes one item alone, or an object of them. */
const withItemList = (order: unknown): unknown =>
	isRecord(order) && isRecord(order.itens)
		? { ...order, itens: entriesOf(order.itens, 'sku') }
		: order;

/** The fields that say what a status means for the sale; the vocabulary of the hub is open. */
const meaningOf = (status: unknown) => ({
	isCancelled: isCancelled(status),
	isReturned: isReturned(status),
});

/** The order itself, changed in place: with the meaning of its status. */
const withMeaning = (order: IDataObject, meaning = meaningOf): IDataObject =>
	Object.assign(order, meaning(order.status));

const shallow = refine(
	z.unknown(),
	(value) => !isDeeper(value, deepest),
	`Nested more than ${deepest} levels deep`,
);

/**
 * One order, with `isCancelled` and `isReturned`.
 * @param asked the order that was asked for; any order when left out
 */
export const orderOf = (...asked: readonly string[]): Reader<IDataObject> =>
	transform(
		transform(shallow, withItemList).pipe(recordOf(orderRecord, 'idPedido', ...asked)),
		(order) => withMeaning(order),
	);

/** `orderOf`, of an answer that may be no order. */
export const optionalOrderOf = (...asked: readonly string[]): Reader<IDataObject | undefined> =>
	transform(
		preprocess(withItemList, optionalRecordOf(orderRecord, 'idPedido', ...asked)),
		(order) => order && withMeaning(order),
	);

/** The orders under `pedidos` of an answer; an order that cannot be worked on keeps no other from coming. */
export const ordersOf = (
	schema: RecordSchema,
	{ needsId = false } = {},
): Reader<Array<IDataObject | UnreadableRecord>> =>
	transform(z.object({ pedidos: anyList }), ({ pedidos }) => {
		// a page has many orders and few statuses
		const meaning = memoize(meaningOf);
		return pedidos.map((row) => {
			const isWorkable = isRecord(row) && (!needsId || positiveDigits(row.idPedido) !== undefined);
			if (isWorkable && !isDeeper(row, deepest))
				return withMeaning(readRecord(withItemList(row), schema), meaning);
			const id = isRecord(row) && isId(row.idPedido) ? String(row.idPedido) : 'without an ID';
			return new UnreadableRecord(`order ${shorten(id, 20)}`);
		});
	});
