import compact from 'lodash/compact';
import pick from 'lodash/pick';
import sum from 'lodash/sum';
import uniq from 'lodash/uniq';
import uniqBy from 'lodash/uniqBy';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../../api/async';
import { catchHubError, orNotFound } from '../../api/errors';
import { filterValues } from '../../api/filters';
import { readsAtOnce } from '../../api/http/runLimit';
import { countedHub, type Hub, type RequestCounts } from '../../api/hub';
import { OrderList } from '../../api/orderList';
import { readOrder } from '../../api/reads';
import type { EntryResult } from '../../api/rows/row';
import { orderRecord } from '../../api/schemas/records';
import { few } from '../../api/reading/reading';
import { comparableDate, hubDate, readMoment } from '../../api/values/dates';
import { typedNumber } from '../../api/values/numbers';
import { listed } from '../../api/values/text';
import { defineOperation, type NodeContext } from '../operation';
import { amount, counted, tally } from '../common/counts';
import { telling } from '../run/executionHints';
import { channelNames, type Matching, matchOrders, type SameRows } from './matching';
import { type InputRow, readInput } from './reconciliationInput';
import { reconciliationProperties, resultsProperty } from './reconciliationProperties';

/** Fields of an order that a result has. */
const paths = [
	...['idPedido', 'idPedidoCanal', 'referenciaPedidoCanal', 'idInterno'],
	...['dataEmissao', 'dataIntegracao', 'status', 'moeda'],
	...['canal', 'cliente.nome', 'cliente.cpfCnpj', 'valores.total'],
];

/** Compares the orders of a period with those of the input (reference: Orders). */
export const reconcileOrders = defineOperation({
	option: {
		name: 'Reconcile',
		value: 'reconcile',
		action: 'Reconcile orders',
		toolDescription:
			"Compare orders of another system with those of the hub, and say which are missing on either side or differ. Needs that system's list as input. Not to find one order: that is Get many orders. Reads only; a request for 100 orders of the period.",
		description:
			'Compare the orders of a period with those that your system has, given as input items',
	},
	properties: reconciliationProperties,
	endpoints: ['orderList', 'orderGet', 'channels'],
	output: {
		result: 'string',
		...orderRecord,
		input: {
			...{ idPedido: 'string', idPedidoCanal: 'string', idInterno: 'string' },
			...{ canal: 'string', status: 'string', total: 'number' },
		},
	},
	async perRun(context, itemIndexes) {
		const input = readInput(context, itemIndexes);
		const period = readPeriod(context);
		const wanted = new Set(filterValues(context.parameters.given(resultsProperty, 0)));
		const { hub, counts, incomplete } = countedHub(context.hub);
		const comparison = await compareOrders(hub, input.rows, period, incomplete);
		const results = resultsOf(comparison, itemIndexes);
		if (context.parameters.flag('fullRecord', 0) && wanted.has('missing'))
			await readMissing(hub, results);
		tellReconciliation(context, { ...comparison, results, period, counts, input });
		return [...input.refused, ...results.filter(({ json }) => isResultWanted(wanted, json.result))];
	},
});

type ReconciliationHub = Hub<'orderList' | 'orderGet' | 'channels'>;

/** The orders of a period beside the rows of the input. */
interface Comparison extends Pick<Matching, 'matches'> {
	/** Rows whose order the hub does not have. */
	absent: SameRows[];
	/** Rows whose order a list that did not settle may have left out. */
	unclear: readonly SameRows[];
	/** How many orders of the period were compared. */
	compared: number;
	/** How many orders that rows name are outside of the period. */
	outside: number;
	/** What rows name that was not found, and may be older than all that was read. */
	unfound: string[];
	/** Channels that rows name and the hub does not know. */
	unknownChannels: string[];
}

/**
 * Reads the orders of the period and compares them with the rows. Rows that name none of them are looked
 * for among older orders, and then by their ID.
 * @param incomplete lists of the run that did not settle
 */
async function compareOrders(
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

/** @param itemIndexes all items: an order that is missing in them has none of its own */
const resultsOf = (
	{ matches, absent, unclear }: Comparison,
	itemIndexes: number[],
): EntryResult[] => [
	...matches.map(({ order, result, given, itemIndexes: items }) => ({
		itemIndexes: items.length > 0 ? items : itemIndexes.slice(0, 1),
		json: { result, ...order, ...(given && { input: given as IDataObject }) },
	})),
	...absent.map((rows) => inputResult('onlyInInput', rows)),
	...unclear.map((rows) => inputResult('unknown', rows)),
];

/** Puts the full record into each result of a missing order. */
async function readMissing(hub: Hub<'orderGet'>, results: readonly EntryResult[]): Promise<void> {
	const missing = results.filter(({ json }) => json.result === 'missing');
	await mapConcurrently(missing, readsAtOnce, async (entry) => {
		const reading = readOrder(hub, String(entry.json.idPedido));
		entry.failure = await catchHubError(reading.then((order) => Object.assign(entry.json, order)));
	});
}

interface Reconciled extends Comparison {
	results: readonly EntryResult[];
	period: Period;
	counts: Readonly<RequestCounts>;
	input: ReturnType<typeof readInput>;
}

/** Sums the run up in a hint, and names the rows that could not be compared. */
function tellReconciliation(context: NodeContext, run: Reconciled): void {
	const { compared, period, results, counts, outside, unfound, input, unknownChannels } = run;
	const orders = `${amount(compared, 'order')} ${period.inWords}`;
	const requests = amount(sum(Object.values(counts)), 'request');
	const sentences = [[orders, ...tally(results, 'result', resultWords), requests].join(', ')];
	if (outside > 0)
		sentences.push(
			`Not compared, since they are not of the period: ${amount(outside, 'order')} of the input`,
		);
	if (unfound.length > 0)
		sentences.push(
			`Not found, neither in the period nor among the ${counted(mostOlder)} orders before it, so that the hub may not have them: ${amount(unfound.length, 'order')} of the input (${listed(unfound)})`,
		);
	if (input.nameless > 0 && input.rows.length > 0)
		sentences.push(`Left out, since they name no order: ${amount(input.nameless, 'input item')}`);
	if (unknownChannels.length > 0)
		sentences.push(
			`Not compared, since the hub knows no channels with these names: ${listed(unknownChannels)}`,
		);
	telling(context)('info', `${sentences.join('. ')}.`);
}

/** The fields of an order that are read, matched and put out. */
const keeps = (order: IDataObject) => pick(order, paths);

const inputResult = (result: string, rows: SameRows): EntryResult => {
	const [{ field, id, given }] = rows;
	return {
		itemIndexes: uniq(rows.map(({ itemIndex }) => itemIndex)),
		json: { result, [field]: id, input: given as IDataObject },
	};
};

/** Ambiguous orders come whatever is chosen, unknown ones with those that are only in the input. */
const isResultWanted = (wanted: ReadonlySet<string>, result: unknown): boolean =>
	result === 'ambiguous' || wanted.has(result === 'unknown' ? 'onlyInInput' : String(result));

/** The period, as dates of the hub in the workflow's zone; the list is read `from` an earlier date. */
interface Period {
	zone: string;
	after: string;
	from: string;
	inWords: string;
}

function readPeriod({ parameters }: NodeContext): Period {
	const zone = parameters.timezone;
	const readDays = (name: string, label: string) =>
		typedNumber(name, parameters.value(name, 0), { least: 0, advice: `It is set under ${label}.` });
	const isSince = parameters.value('period', 0) === 'issuedAfter';
	const days = isSince ? 0 : readDays('days', 'Days');
	const start = isSince
		? readMoment('issuedAfter', parameters.value('issuedAfter', 0), zone)
		: DateTime.now().minus({ hours: 24 * days });
	const after = start.setZone(zone);
	return {
		zone,
		after: hubDate(after),
		from: hubDate(after.minus({ hours: 24 * readDays('lookback', 'Lookback (Days)') })),
		inWords: isSince ? `since ${hubDate(after)}` : `of ${amount(days, 'day')}`,
	};
}

/** How many orders before the period are looked through for those of the input that it does not hold. */
const mostOlder = 1_000;

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
	if (known.length > few) return { found: [], absent: [] };
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

const resultWords: Readonly<Record<string, string>> = {
	missing: 'missing',
	statusDiffers: 'with another status',
	totalDiffers: 'with another total',
	ambiguous: 'that may be meant by a row that names another, too',
	onlyInInput: 'only in the input',
	unknown: 'of the input that may not be in the hub',
};
