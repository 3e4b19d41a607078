import compact from 'lodash/compact';
import pick from 'lodash/pick';
import uniq from 'lodash/uniq';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../../api/async';
import { orNotFound } from '../../api/errors';
import { readsAtOnce } from '../../api/http/runLimit';
import type { Hub } from '../../api/hub';
import { OrderList } from '../../api/orderList';
import { mostSingleReads } from '../../api/reading/reading';
import { readOrder } from '../../api/reads';
import { comparableDate } from '../../api/values/dates';
import { channelNames, type Matching, matchOrders, type SameRows } from './matching';
import type { InputRow } from './reconciliationInput';

/** Fields of an order that a result has. */
const paths = [
	...['idPedido', 'idPedidoCanal', 'referenciaPedidoCanal', 'idInterno'],
	...['dataEmissao', 'dataIntegracao', 'status', 'moeda'],
	...['canal', 'cliente.nome', 'cliente.cpfCnpj', 'valores.total'],
];

/** The fields of an order that are read, matched and put out. */
const keeps = (order: IDataObject) => pick(order, paths);

/** The period, as dates of the hub in the workflow's zone; the list is read `from` an earlier date. */
export interface Period {
	zone: string;
	after: string;
	from: string;
	inWords: string;
}

type ReconciliationHub = Hub<'orderList' | 'orderGet' | 'channels'>;

/** The orders of a period beside the rows of the input. */
export interface Comparison extends Pick<Matching, 'matches'> {
	/** Rows whose order the hub does not have. */
	absent: SameRows[];
	/** Rows whose order a list that did not settle may have left out. */
	unclear: readonly SameRows[];
	/** How many orders of the period were compared. */
	compared: number;
	/** How many orders that rows name are outside of the period. */
	outside: number;
	/** Names of orders that were not found, and that may be older than all that was read. */
	unfound: string[];
	/** Channels that rows name and the hub does not know. */
	unknownChannels: string[];
}

/**
 * Reads the orders of the period and compares them with the rows. Rows that name none of them are looked
 * for among older orders, and then by their ID.
 * @param incomplete lists of the run that did not settle
 */
export async function compareOrders(
	hub: ReconciliationHub,
	rows: InputRow[],
	{ after, from, zone }: Period,
	incomplete: ReadonlySet<string>,
): Promise<Comparison> {
	const isOfPeriod = ({ dataEmissao, dataIntegracao }: IDataObject) =>
		[dataEmissao, dataIntegracao].some((date) => comparableDate(date, zone) >= after);
	const list = new OrderList(hub, zone);
	const read = await list.find({ wanted: { after: from }, newestFirst: false, keeps });
	const { channels, unknown } = await channelNames(hub, read, rows);
	const match = (orders: IDataObject[], of = rows) => matchOrders(orders, of, channels, isOfPeriod);

	const inPeriod = match(read);
	const olderRead = await olderOrders(list, from, inPeriod.left);
	const older = match(olderRead, inPeriod.left.flat());
	const isUnsettled = incomplete.has('orderList');
	const hasReadAll = olderRead.length < mostOlder && !isUnsettled;
	const { found, absent } = hasReadAll
		? { found: [], absent: older.left }
		: await lookUp(hub, older.left);
	const byId = match(found, older.left.flat());

	const certain = new Set(absent.flat());
	const open = byId.left.filter(([row]) => !certain.has(row));
	const outside = [inPeriod, older, byId].flatMap((matching) => matching.outside);
	const late = older.matches.filter(({ result }) => result !== 'missing');
	const own = found.length === 0 ? inPeriod.matches : match([...read, ...found]).matches;
	return {
		matches: [...own, ...late],
		absent,
		unclear: isUnsettled ? open : [],
		compared: [...read, ...found].filter(isOfPeriod).length + late.length,
		outside: uniqBy(outside, 'idPedido').length,
		unfound: isUnsettled ? [] : uniq(open.map(([{ field, id }]) => `${field} ${id}`)),
		unknownChannels: unknown,
	};
}

/** How many orders before the period are looked through for those of the input that it does not hold. */
export const mostOlder = 1_000;

const olderOrders = async (list: OrderList, from: string, left: readonly SameRows[]) =>
	left.length === 0
		? []
		: await list.find({ wanted: { before: from }, newestFirst: true, limit: mostOlder, keeps });

interface LookedUp {
	found: IDataObject[];
	/** Rows whose ID the hub does not have. */
	absent: SameRows[];
}

/** Asks the hub for the orders whose ID the rows give, each once, if these are few. */
async function lookUp(hub: Hub<'orderGet'>, left: readonly SameRows[]): Promise<LookedUp> {
	const known = left.filter(([{ field }]) => field === 'idPedido');
	if (known.length > mostSingleReads) return { found: [], absent: [] };
	const ids = uniq(known.map(([{ id }]) => id));
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
