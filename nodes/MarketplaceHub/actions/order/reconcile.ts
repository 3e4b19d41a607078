import difference from 'lodash/difference';
import pick from 'lodash/pick';
import sum from 'lodash/sum';
import uniq from 'lodash/uniq';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../../api/async';
import type { EntryResult } from '../../api/entries';
import { catchHubError, listed, orNotFound } from '../../api/errors';
import { countedHub, type Hub } from '../../api/hub';
import { readsAtOnce } from '../../api/http/runLimit';
import { OrderList } from '../../api/orderList';
import { readOrder } from '../../api/records';
import { order } from '../../api/schemas/records';
import { few } from '../../api/sync/reading';
import { filterValues, typedNumber } from '../../api/values/checks';
import { comparableDate, hubDate, readMoment } from '../../api/values/dates';
import { amount, tally, telling } from '../executionHints';
import { defineOperation, type NodeContext } from '../operation';
import { reconciliationProperties } from './reconciliationProperties';
import { channelNames, matchOrders, type SameRows } from './matching';
import { readInput } from './reconciliationInput';

/** What is kept of an order. */
const paths = [
	...['idPedido', 'idPedidoCanal', 'referenciaPedidoCanal', 'idInterno'],
	...['dataEmissao', 'dataIntegracao', 'status', 'moeda'],
	...['canal', 'cliente.nome', 'cliente.cpfCnpj', 'valores.total'],
];

/** Compares the orders of a period with what all items say of them (reference: Orders). */
export const reconcile = defineOperation({
	option: {
		name: 'Reconcile',
		value: 'reconcile',
		action: 'Reconcile orders',
		description:
			'Compare the orders of a period with those that your system has, given as input items',
	},
	properties: reconciliationProperties,
	endpoints: ['orderList', 'orderGet', 'channels'],
	output: {
		result: 'string',
		...order,
		input: {
			...{ idPedido: 'string', idPedidoCanal: 'string', idInterno: 'string' },
			...{ canal: 'string', status: 'string', total: 'number' },
		},
	},
	async perRun(context, itemIndexes) {
		const { parameters } = context;
		const input = readInput(context, itemIndexes);
		const { after, from, period, zone } = readPeriod(context);
		const wanted = new Set(filterValues(parameters.value('results', 0)));
		const isFull = parameters.flag('fullRecord', 0) && wanted.has('missing');
		const { hub, counts, unsettled } = countedHub(context.hub);
		const list = new OrderList(hub, zone);
		const isOfPeriod = ({ dataEmissao, dataIntegracao }: IDataObject) =>
			[dataEmissao, dataIntegracao].some((date) => comparableDate(date, zone) >= after);

		const read = await list.find({ wanted: { after: from }, newestFirst: false, keeps });
		const { channels, unknown } = await channelNames(hub, read, input.rows);
		const match = (orders: IDataObject[], rows = input.rows) =>
			matchOrders(orders, rows, channels, isOfPeriod);
		const inPeriod = match(read);
		const before = await olderOrders(list, from, inPeriod.left);
		const { left } = match(before, inPeriod.left.flat());
		const hasAll = before.length < older && !unsettled.has('orderList');
		const asked = hasAll ? [] : await askFor(hub, left);
		const found = asked.flatMap(({ order }) => (order ? [order] : []));
		const absent = hasAll ? left : asked.flatMap((entry) => (entry.order ? [] : [entry.rows]));
		const unclear = unsettled.has('orderList')
			? difference(
					left,
					asked.map(({ rows }) => rows),
					absent,
				)
			: [];
		const { matches } = found.length === 0 ? inPeriod : match([...read, ...found]);

		const results: EntryResult[] = [
			...matches.map(({ order, result, given, itemIndexes: items }) => ({
				// what is missing has no item of its own
				itemIndexes: items.length > 0 ? items : itemIndexes.slice(0, 1),
				json: { result, ...order, ...(given && { input: given as IDataObject }) },
			})),
			...absent.map((rows) => inputResult('onlyInInput', rows)),
			...unclear.map((rows) => inputResult('unknown', rows)),
		];
		const missing = results.filter(({ json }) => isFull && json.result === 'missing');
		await mapConcurrently(missing, readsAtOnce, async (entry) => {
			const reading = readOrder(hub, String(entry.json.idPedido));
			entry.failure = await catchHubError(
				reading.then((order) => Object.assign(entry.json, order)),
			);
		});
		const late = found.filter(isOfPeriod);
		const compared = read.filter(isOfPeriod).length + late.length;
		const orders = `${amount(compared, 'order')} ${period}`;
		const requests = amount(sum(Object.values(counts)), 'request');
		const told = [[orders, ...tally(results, 'result', words), requests].join(', ')];
		const beyond = inPeriod.left.length - absent.length - unclear.length - late.length;
		if (beyond > 0)
			told.push(
				`Not compared, since they are not of the period: ${amount(beyond, 'order')} of the input`,
			);
		if (input.nameless > 0 && input.rows.length > 0)
			told.push(`Left out, since they name no order: ${amount(input.nameless, 'input item')}`);
		if (unknown.length > 0)
			told.push(
				`Not compared, since the hub knows no channels with these names: ${listed(unknown)}`,
			);
		telling(context)('info', `${told.join('. ')}.`);
		return [...input.refused, ...results.filter(({ json }) => isWanted(wanted, json.result))];
	},
});

/** What is kept of an order while orders are read and matched. */
const keeps = (order: IDataObject) => pick(order, paths);

const inputResult = (result: string, rows: SameRows): EntryResult => {
	const [{ field, id, given }] = rows;
	return {
		itemIndexes: uniq(rows.map(({ itemIndex }) => itemIndex)),
		json: { result, [field]: id, input: given as IDataObject },
	};
};

/** Ambiguous orders come whatever is chosen, and what may be only in the input with what is. */
const isWanted = (wanted: ReadonlySet<string>, result: unknown): boolean =>
	result === 'ambiguous' || wanted.has(result === 'unknown' ? 'onlyInInput' : String(result));

function readPeriod({ node, parameters }: NodeContext) {
	const zone = node.getTimezone();
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
		period: isSince ? `since ${hubDate(after)}` : `of ${amount(days, 'day')}`,
	};
}

/** How many orders before the period are looked through for those of the input that it does not hold. */
const older = 1_000;

const olderOrders = async (list: OrderList, from: string, left: readonly SameRows[]) =>
	left.length === 0
		? []
		: await list.find({ wanted: { before: from }, newestFirst: true, limit: older, keeps });

/** Asks the hub for the orders whose ID the rows give, if these are few; one without order is not there. */
async function askFor(
	hub: Hub<'orderGet'>,
	left: readonly SameRows[],
): Promise<Array<{ rows: SameRows; order?: IDataObject }>> {
	const known = left.filter(([{ field }]) => field === 'idPedido');
	if (known.length > few) return [];
	return await mapConcurrently(known, readsAtOnce, async (rows) => {
		const order = await orNotFound(readOrder(hub, rows[0].id));
		return { rows, order: order && keeps(order) };
	});
}

const words: Readonly<Record<string, string>> = {
	missing: 'missing',
	statusDiffers: 'with another status',
	totalDiffers: 'with another total',
	ambiguous: 'that may be meant by a row that names another, too',
	onlyInInput: 'only in the input',
	unknown: 'of the input that may not be in the hub',
};
