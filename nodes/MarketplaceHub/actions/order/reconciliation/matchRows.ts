import groupBy from 'lodash/groupBy';
import partition from 'lodash/partition';
import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../../api/errors';
import {
	type ChannelNames,
	channelsOfOrder,
	lacksChannelNames,
} from '../../../api/orders/orderChannels';
import { marketplaceNumbers } from '../../../api/reads';
import { isBlank } from '../../../api/values/blanks';
import { plainId } from '../../../api/values/ids';
import { addTo } from '../../../api/values/lists';
import { isOfPeriod, type Period } from './period';
import type { InputRow } from './inputRows';

/** Rows that name an order in the same way. */
export type RowGroup = [InputRow, ...InputRow[]];

/** Orders of the hub, and which of them the rows may mean. */
export interface Matching {
	orders: readonly IDataObject[];
	groups: readonly MatchedGroup[];
}

interface MatchedGroup {
	rows: RowGroup;
	/** The orders that each of the rows may mean. */
	orders: readonly IDataObject[];
}

/** Puts rows together that name an order in the same way. */
export const groupRows = (rows: readonly InputRow[]): RowGroup[] =>
	Object.values(groupBy(rows, (row) => JSON.stringify(namingOf(row)))) as RowGroup[];

/** Pairs of a row and an order with its number; more would fill n8n's memory. A number is that of few orders. */
const mostPairs = 2_000_000;

/**
 * Finds the orders that rows may mean.
 * @param channels the names of the channels that rows give; an unknown channel rules out no order
 * @throws HubError of kind `invalid` where many rows give the number of many orders
 */
export function matchRows(
	groups: readonly RowGroup[],
	orders: readonly IDataObject[],
	channels: ChannelNames,
): Matching {
	const byKey = new Map<string, IDataObject[]>();
	for (const order of orders) for (const key of keysOf(order)) addTo(byKey, key, order);
	let pairs = 0;
	const matched = groups.map((rows): MatchedGroup => {
		const [{ field, id }] = rows;
		const alike = byKey.get(numberKey(field, id)) ?? [];
		pairs += rows.length * alike.length;
		if (pairs > mostPairs) throw tooManyAlike(field, id);
		return { rows, orders: ordersNamed(rows[0], alike, channels) };
	});
	return { orders, groups: matched };
}

const tooManyAlike = (field: string, id: string) =>
	new HubError('invalid', `Many rows give the number of many orders, such as \`${field}\` ${id}`, {
		outcome: undefined,
		description:
			'Such rows cannot be told apart. Give each its Hub Order ID (idPedido), or correct the column.',
	});

/** The rows that name none of the orders. */
export const unmatched = ({ groups }: Matching): RowGroup[] =>
	groups.filter(({ orders }) => orders.length === 0).map(({ rows }) => rows);

/** Without rows that cannot be read. */
export function readable(rows: readonly InputRow[]): RowGroup | undefined {
	const [first, ...others] = rows.filter(({ given }) => given !== undefined);
	return first && [first, ...others];
}

const numberKey = (field: string, id: unknown) => `${field} ${plainId(id)}`;

/** How an order may be named; the hub may write 0 for a number that there is not yet. */
function keysOf(order: IDataObject): string[] {
	const keys = (field: string, ids: unknown[]) =>
		ids.filter((id) => !isBlank(id) && Number(id) !== 0).map((id) => numberKey(field, id));
	return uniq([
		...keys('idPedido', [order.idPedido]),
		...keys('idPedidoCanal', marketplaceNumbers(order)),
		...keys('idInterno', [order.idInterno]),
	]);
}

/** How a row names its order: the marketplace's numbers are text, in which zeros and case count. */
const namingOf = ({ field, id, isText, given }: InputRow) =>
	field === 'idPedidoCanal' && isText
		? [numberKey(field, id), id, given?.canal]
		: [numberKey(field, id), '', given?.canal];

/**
 * The orders that a row may mean.
 * @param alike the orders with its number
 */
function ordersNamed(
	{ field, id, isText, given }: InputRow,
	alike: IDataObject[],
	channels: ChannelNames,
): IDataObject[] {
	// the hub gives each order an ID of its own
	const names = field === 'idPedido' ? undefined : channels.get(String(given?.canal));
	const inChannel = names?.size ? ordersIn(names, alike) : alike;
	if (field !== 'idPedidoCanal' || !isText) return inChannel;
	const written = inChannel.filter(({ idPedidoCanal, referenciaPedidoCanal }) =>
		[idPedidoCanal, referenciaPedidoCanal].some((number) => String(number).trim() === id),
	);
	return written.length > 0 ? written : inChannel;
}

/**
 * The orders of a channel; where there are none, the orders that may belong to it, since they do not name their
 * channel fully.
 */
function ordersIn(names: ReadonlySet<string>, orders: IDataObject[]): IDataObject[] {
	const named = orders.filter((order) => channelsOfOrder(order).some((name) => names.has(name)));
	return named.length > 0 ? named : orders.filter(lacksChannelNames);
}

/** Rows by the order that they mean. */
type RowsOf = Map<IDataObject, InputRow[]>;

/**
 * Decides which order a row answers for. Where it may mean several, it means none that other rows name
 * alone; if that leaves several, or none, each of them is ambiguous.
 * @returns rows by the order that they alone mean, and by each of the orders that they may mean
 */
export function assignRows(
	{ groups }: Matching,
	period: Period,
): { clear: RowsOf; ambiguous: RowsOf } {
	const clear: RowsOf = new Map();
	const ambiguous: RowsOf = new Map();
	const named = groups.filter(({ orders }) => orders.length > 0);
	const [single, several] = partition(named, ({ orders }) => orders.length === 1);
	for (const { rows, orders } of single) addRows(clear, orders, rows);
	const taken = new Set(clear.keys());
	for (const { rows, orders } of several) {
		const free = orders.filter((order) => !taken.has(order));
		const meant = free.length === 0 ? orders : free;
		if (meant.length === 1) addRows(clear, meant, rows);
		else if (meant.some((order) => isOfPeriod(order, period))) addRows(ambiguous, meant, rows);
	}
	return { clear, ambiguous };
}

function addRows(rowsOf: RowsOf, orders: readonly IDataObject[], rows: RowGroup): void {
	for (const order of orders) for (const row of rows) addTo(rowsOf, order, row);
}
