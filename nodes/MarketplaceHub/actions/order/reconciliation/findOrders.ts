import compact from 'lodash/compact';
import difference from 'lodash/difference';
import pick from 'lodash/pick';
import uniq from 'lodash/uniq';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../../../api/async';
import { orNotFound } from '../../../api/errors';
import { readsAtOnce } from '../../../api/http/runLimit';
import type { Hub } from '../../../api/hub';
import {
	type ChannelNames,
	channelNames,
	channelsOfOrder,
} from '../../../api/orders/orderChannels';
import { OrderList } from '../../../api/orders/list';
import { mostSingleReads, readOrder } from '../../../api/reads';
import { isBlank } from '../../../api/values/blanks';
import { plainId } from '../../../api/values/ids';
import {
	groupRows,
	type Matching,
	matchRows,
	readable,
	type RowGroup,
	unmatched,
} from './matchRows';
import type { Period } from './period';
import { type InputRow, namesOrder } from './inputRows';

/** Fields of an order that a result has. */
const paths = [
	...['idPedido', 'idPedidoCanal', 'referenciaPedidoCanal', 'idInterno'],
	...['dataEmissao', 'dataIntegracao', 'status', 'moeda'],
	...['canal', 'cliente.nome', 'cliente.cpfCnpj', 'valores.total'],
];

/** The fields of an order that are read, matched and put out. */
const keeps = (order: IDataObject) => pick(order, paths);

/** A row may name an order without an issue date, too. */
const kept = { keeps, withUndated: true };

/** The hub's orders for the rows of the input. */
export interface FoundOrders {
	/** All rows beside the orders of the period and its lookback, and the orders that were found by their ID. */
	recent: Matching;
	/** Rows that name none of the period beside the orders before it. */
	older: Matching;
	/** Rows whose order the hub does not have. */
	absent: readonly RowGroup[];
	/** Rows whose order was not found, and that may be older than all that was read. */
	unfound: readonly RowGroup[];
	/** The same where the list did not settle, so that it may have left their order out. */
	unclear: readonly RowGroup[];
	/** Channels that rows name and the hub does not know. */
	unknownChannels: string[];
}

/**
 * Reads the orders of the period. Rows that name none of them are looked for among older orders, and then
 * by their ID.
 */
export async function findOrders(
	hub: Hub<'orderList' | 'orderGet' | 'channels'>,
	rows: readonly InputRow[],
	{ from, zone }: Period,
): Promise<FoundOrders> {
	const list = new OrderList(hub, zone);
	const listed = await list.find({ wanted: { after: from }, newestFirst: false, ...kept });
	const channels = await channelsOfRows(hub, listed, rows);
	const groups = groupRows(rows);
	const recent = matchRows(groups, listed, channels);

	const left = compact(unmatched(recent).map(readable));
	const older = matchRows(left, await olderOrders(list, from, left), channels);

	const unnamed = unmatched(older);
	const isSettled = !hub.report.lacksSome('orderList');
	const hasReadAll = older.orders.length < mostOlder && isSettled;
	const { found, absent } = hasReadAll
		? { found: [], absent: unnamed }
		: await lookUp(hub, unnamed);
	const open = difference(unmatched(matchRows(unnamed, found, channels)), absent);
	const [unfound, unclear] = isSettled ? [open, []] : [[], open];
	return {
		// an order that the list has left out may be meant by other rows, too
		recent: found.length === 0 ? recent : matchRows(groups, [...listed, ...found], channels),
		older,
		absent,
		unfound,
		unclear,
		unknownChannels: [...channels].flatMap(([name, names]) => (names.size > 0 ? [] : [name])),
	};
}

/** How many orders before the period are looked through for orders of the input that the period does not hold. */
export const mostOlder = 1_000;

const olderOrders = async (list: OrderList, from: string, left: readonly RowGroup[]) =>
	left.length === 0
		? []
		: await list.find({ wanted: { before: from }, newestFirst: true, limit: mostOlder, ...kept });

interface LookedUp {
	found: IDataObject[];
	/** Rows whose ID the hub does not have. */
	absent: RowGroup[];
}

/** Asks the hub for the orders whose ID the rows give, each once, if these are few. */
async function lookUp(hub: Hub<'orderGet'>, left: readonly RowGroup[]): Promise<LookedUp> {
	const known = left.filter(([{ field }]) => field === 'idPedido');
	if (known.length > mostSingleReads) return { found: [], absent: [] };
	const ids = uniq(known.map(([{ id }]) => id)).filter(namesOrder);
	const answers = await mapConcurrently(ids, readsAtOnce, async (id) => {
		const order = await orNotFound(readOrder(hub, id));
		return [id, order && keeps(order)] as const;
	});
	const byId = new Map(answers);
	return {
		found: uniqBy(compact([...byId.values()]), 'idPedido'),
		absent: known.filter(([{ id }]) => byId.get(id) === undefined),
	};
}

/** Finds the names that orders give the channels of the rows: in these orders, else in the hub's list. */
async function channelsOfRows(
	hub: Hub<'channels'>,
	orders: readonly IDataObject[],
	rows: readonly InputRow[],
): Promise<ChannelNames> {
	const given = uniq(
		rows.flatMap((row) => (isBlank(row.given?.canal) ? [] : String(row.given?.canal))),
	);
	const ofOrders = new Set(given.length === 0 ? [] : orders.flatMap(channelsOfOrder));
	return await channelNames(hub, given, (name) => ofOrders.has(plainId(name)));
}
