import get from 'lodash/get';
import groupBy from 'lodash/groupBy';
import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../../api/hub';
import { channelsOfOrder } from '../../api/orderList';
import { marketplaceNumbers, recentChannels } from '../../api/reads';
import { plainId } from '../../api/values/ids';
import type { Values } from '../../api/schemas/fields';
import { toComparable } from '../../api/reading/comparable';
import { isBlank } from '../../api/values/checks';
import { addTo } from '../../api/values/lists';
import type { InputRow } from './reconciliationInput';

/** Rows that name an order in the same way. */
export type SameRows = [InputRow, ...InputRow[]];

/** An order of the hub, compared with the input. */
interface Match {
	order: IDataObject;
	/** `ambiguous`: a row may mean it or another order. */
	result: 'missing' | 'statusDiffers' | 'totalDiffers' | 'same' | 'ambiguous';
	itemIndexes: number[];
	/** Values of the input; of several rows, of the one that differs most. */
	given?: Values;
}

export interface Matching {
	matches: Match[];
	/** Orders outside of the period that rows name. */
	outside: IDataObject[];
	/** Rows that name none of the orders, without those that cannot be read. */
	left: SameRows[];
}

/**
 * Compares orders with the rows of the input. A row answers for one order: where it may mean several,
 * it means none that other rows name alone; if that leaves several, or none, each of them is ambiguous.
 * If no row of an order can be read, the order gets no result: the failures of the rows tell of it.
 * @param isOfPeriod orders outside the period are left out, unless they may be meant in place of one in it
 */
export function matchOrders(
	orders: readonly IDataObject[],
	rows: readonly InputRow[],
	channels: ChannelNames,
	isOfPeriod: (order: IDataObject) => boolean,
): Matching {
	const groups = groupsOf(orders, rows, channels);
	const { clear, ambiguous } = assign(groups, isOfPeriod);
	const matches = orders.flatMap((order): Match[] => {
		const several = ambiguous.get(order) ?? [];
		if (several.length === 0 && !isOfPeriod(order)) return [];
		return compared(order, clear.get(order) ?? [], several);
	});
	const left = groups.filter(({ named }) => named.length === 0);
	const outside = groups.filter(({ named }) => !named.some(isOfPeriod));
	return {
		matches,
		outside: outside.flatMap(({ named }) => named.slice(0, 1)),
		left: left.flatMap(({ rows: same }) => readableRows(same)),
	};
}

/** Rows that name an order in the same way, and the orders that they may mean. */
interface Group {
	rows: SameRows;
	named: IDataObject[];
}

function groupsOf(
	orders: readonly IDataObject[],
	rows: readonly InputRow[],
	channels: ChannelNames,
): Group[] {
	const byKey = new Map<string, IDataObject[]>();
	for (const order of orders) for (const key of keysOf(order)) addTo(byKey, key, order);
	const alike = Object.values(groupBy(rows, (row) => JSON.stringify(namingOf(row))));
	return alike.map(([first, ...others]) => {
		const same = [first, ...others] as SameRows;
		return { rows: same, named: ordersNamed(same[0], byKey, channels) };
	});
}

/** @returns rows by the order that they alone may mean, and by each of the orders that they may mean */
function assign(groups: readonly Group[], isOfPeriod: (order: IDataObject) => boolean) {
	const clear = new Map<IDataObject, InputRow[]>();
	const ambiguous = new Map<IDataObject, InputRow[]>();
	for (const { rows, named } of groups)
		if (named[0] !== undefined && named.length === 1) addRows(clear, named[0], rows);
	const taken = new Set(clear.keys());
	for (const { rows, named } of groups) {
		if (named.length < 2) continue;
		const free = named.filter((order) => !taken.has(order));
		const meant = free.length === 0 ? named : free;
		if (meant[0] !== undefined && meant.length === 1) addRows(clear, meant[0], rows);
		else if (meant.some(isOfPeriod)) meant.forEach((order) => addRows(ambiguous, order, rows));
	}
	return { clear, ambiguous };
}

/** These rows may mean an order. */
const addRows = (rows: Map<IDataObject, InputRow[]>, order: IDataObject, same: SameRows) =>
	same.forEach((row) => addTo(rows, order, row));

const numberKey = (field: string, id: unknown) => `${field} ${plainId(id)}`;

/** Whether the seller's system has given the order its ID; the hub may write 0 before. */
const hasInternalId = ({ idInterno }: IDataObject) =>
	!isBlank(idInterno) && Number(idInterno) !== 0;

/** How an order may be named. */
const keysOf = (order: IDataObject): string[] =>
	uniq([
		numberKey('idPedido', order.idPedido),
		...marketplaceNumbers(order).map((id) => numberKey('idPedidoCanal', id)),
		...(hasInternalId(order) ? [numberKey('idInterno', order.idInterno)] : []),
	]);

/** How a row names its order: the marketplace's numbers are text, in which zeros and case count. */
const namingOf = ({ field, id, isText, given }: InputRow) =>
	field === 'idPedidoCanal' && isText
		? [numberKey(field, id), id, given?.canal]
		: [numberKey(field, id), '', given?.canal];

/** The orders that a row may mean. */
function ordersNamed(
	{ field, id, isText, given }: InputRow,
	byKey: ReadonlyMap<string, IDataObject[]>,
	channels: ChannelNames,
): IDataObject[] {
	const alike = byKey.get(numberKey(field, id)) ?? [];
	// the hub gives each order an ID of its own
	const names = field === 'idPedido' ? undefined : channels.get(String(given?.canal));
	const inChannel = names
		? alike.filter((order) => channelsOfOrder(order).some((name) => names.has(name)))
		: alike;
	if (field !== 'idPedidoCanal' || !isText) return inChannel;
	const written = inChannel.filter(({ idPedidoCanal, referenciaPedidoCanal }) =>
		[idPedidoCanal, referenciaPedidoCanal].some((number) => String(number).trim() === id),
	);
	return written.length > 0 ? written : inChannel;
}

const readableRows = (rows: readonly InputRow[]): SameRows[] => {
	const [first, ...others] = rows.filter(({ given }) => given !== undefined);
	return first === undefined ? [] : [[first, ...others]];
};

/** @param own rows that mean this order, @param ambiguous rows that may mean it or another one */
function compared(order: IDataObject, own: InputRow[], ambiguous: InputRow[]): Match[] {
	const itemIndexes = uniq([...own, ...ambiguous].map(({ itemIndex }) => itemIndex));
	if (ambiguous.length > 0) {
		const given = [...ambiguous, ...own].find((row) => row.given !== undefined)?.given;
		return [{ order, result: 'ambiguous', itemIndexes, given }];
	}
	if (own.length === 0) return [{ order, result: 'missing', itemIndexes }];
	const [same] = readableRows(own);
	if (same === undefined) return [];
	const results = same.map(({ given }) => ({ given, result: compareOrder(order, given) }));
	const worst =
		results.find(({ result }) => result === 'statusDiffers') ??
		results.find(({ result }) => result === 'totalDiffers') ??
		results[0];
	return [{ order, itemIndexes, result: 'same', ...worst }];
}

function compareOrder(order: IDataObject, given: Values = {}): Match['result'] {
	const isOther = !isBlank(given.status) && plainId(given.status) !== plainId(order.status);
	if (isOther) return 'statusDiffers';
	const cents = { total: 'cents' } as const;
	const { total } = toComparable({ total: get(order, 'valores.total') }, cents);
	const { total: expected = total } = toComparable(given, cents);
	return total === expected ? 'same' : 'totalDiffers';
}

/** The names of a channel in orders, by its name in the input; none for a channel that is not known. */
export type ChannelNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Finds the channels that rows name: by the orders and, where these do not have them, by the hub's list. */
export async function channelNames(
	hub: Hub<'channels'>,
	orders: readonly IDataObject[],
	rows: readonly InputRow[],
): Promise<{ channels: ChannelNames; unknown: string[] }> {
	const given = uniq(
		rows.flatMap((row) => (isBlank(row.given?.canal) ? [] : String(row.given?.canal))),
	);
	const ofOrders = new Set(given.length === 0 ? [] : orders.flatMap(channelsOfOrder));
	const isOfOrders = (name: string) => ofOrders.has(plainId(name));
	const all = given.every(isOfOrders) ? [] : await recentChannels(hub);
	const namesOf = (name: string) => {
		if (isOfOrders(name)) return [plainId(name)];
		const alike = all.filter(({ id, hash, nome }) =>
			[id, hash, nome].some((known) => plainId(known) === plainId(name)),
		);
		return alike.flatMap(({ hash, nome }) =>
			[hash, nome].filter((known) => !isBlank(known)).map(plainId),
		);
	};
	const channels = given.map((name) => [name, new Set(namesOf(name))] as const);
	return {
		channels: new Map(channels.filter(([, names]) => names.size > 0)),
		unknown: channels.flatMap(([name, names]) => (names.size > 0 ? [] : [name])),
	};
}
