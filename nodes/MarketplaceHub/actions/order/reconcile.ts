import pick from 'lodash/pick';
import sum from 'lodash/sum';
import uniq from 'lodash/uniq';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../../api/async';
import type { EntryResult } from '../../api/entries';
import { catchHubError, orNotFound } from '../../api/errors';
import { countedHub, type Hub } from '../../api/hub';
import { readsAtOnce } from '../../api/http/run';
import { OrderList } from '../../api/orderList';
import { readOrder } from '../../api/records';
import { order } from '../../api/schemas/records';
import { few } from '../../api/sync/reading';
import { filterValues, typedNumber } from '../../api/values/checks';
import { comparableDate, hubDate, readMoment } from '../../api/values/dates';
import { amount, tally, telling } from '../executionHints';
import { defineOperation, type NodeContext } from '../operation';
import { reconciliationProperties } from './reconciliationProperties';
import { InputIndex, readInputOrders } from './matching';

/** What is kept of an order. */
const paths = [
	...['idPedido', 'idPedidoCanal', 'referenciaPedidoCanal', 'idInterno'],
	...['dataEmissao', 'dataIntegracao', 'status', 'moeda'],
	...['canal.canalIntegracao', 'cliente.nome', 'cliente.cpfCnpj', 'valores.total'],
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
	endpoints: ['orderList', 'orderGet'],
	output: {
		result: 'string',
		...order,
		input: {
			...{ idPedido: 'string', idPedidoCanal: 'string', idInterno: 'string' },
			...{ status: 'string', total: 'number' },
		},
	},
	async perRun(context, itemIndexes) {
		const { parameters } = context;
		const input = readInputOrders(context, itemIndexes);
		const { after, from, period, zone } = readPeriod(context);
		const wanted = new Set(filterValues(parameters.value('results', 0)));
		const isFull = parameters.flag('fullRecord', 0) && wanted.has('missing');
		const { hub, counts } = countedHub(context.hub);
		const list = new OrderList(hub, zone);
		const index = new InputIndex(input.orders);

		const read = await list.find({
			wanted: { after: from },
			newestFirst: false,
			keeps: (order) => pick(order, paths),
		});
		// all of them are found, those of the lookback, too
		const matches = read
			.map((order) => ({ order, ...index.match(order) }))
			.filter(({ order: { dataEmissao, dataIntegracao } }) =>
				[dataEmissao, dataIntegracao].some((date) => comparableDate(date, zone) >= after),
			);
		const unmatched = index.left.length;
		const onlyInInput = await notInHub(hub, list, index, from);
		const results: EntryResult[] = [
			...matches.map(({ order, result, given, itemIndexes: items }) => ({
				// what is missing has no item of its own
				itemIndexes: items.length > 0 ? items : itemIndexes.slice(0, 1),
				json: { result, ...order, ...(given && { input: given as IDataObject }) },
			})),
			...onlyInInput.map((entries) => {
				const [{ field, id, given }] = entries;
				return {
					itemIndexes: uniq(entries.map(({ itemIndex }) => itemIndex)),
					json: { result: 'onlyInInput', [field]: id, input: given as IDataObject },
				};
			}),
		];
		const missing = results.filter(({ json }) => isFull && json.result === 'missing');
		await mapConcurrently(missing, readsAtOnce, async (entry) => {
			const reading = readOrder(hub, String(entry.json.idPedido));
			entry.failure = await catchHubError(
				reading.then((order) => Object.assign(entry.json, order)),
			);
		});
		const orders = `${amount(matches.length, 'order')} ${period}`;
		const requests = amount(sum(Object.values(counts)), 'request');
		const told = [[orders, ...tally(results, 'result', words), requests].join(', ')];
		if (unmatched > onlyInInput.length) {
			const others = amount(unmatched - onlyInInput.length, 'order');
			told.push(`Not compared, since they are not of the period: ${others} of the input`);
		}
		if (input.nameless > 0 && input.orders.length > 0)
			told.push(`Left out, since they name no order: ${amount(input.nameless, 'input item')}`);
		telling(context)('info', `${told.join('. ')}.`);
		return [...input.refused, ...results.filter(({ json }) => wanted.has(String(json.result)))];
	},
});

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

/**
 * The orders of the input that the hub certainly does not have: neither in the period nor, when that is
 * all there is, before it, or with a hub order ID that it does not know.
 */
async function notInHub(
	hub: Hub<'orderList' | 'orderGet'>,
	list: OrderList,
	index: InputIndex,
	from: string,
): Promise<InputIndex['left']> {
	if (index.left.length === 0) return [];
	const before = await list.find({ wanted: { before: from }, newestFirst: true, limit: older });
	before.forEach((order) => void index.find(order));
	const { left } = index;
	if (before.length < older) return left;
	const known = left.filter(([{ field }]) => field === 'idPedido');
	if (known.length > few) return [];
	const found = await mapConcurrently(
		known,
		readsAtOnce,
		async ([{ id }]) => await orNotFound(readOrder(hub, id)),
	);
	return known.filter((_entries, place) => found[place] === undefined);
}

const words: Readonly<Record<string, string>> = {
	missing: 'missing',
	statusDiffers: 'with another status',
	totalDiffers: 'with another total',
	onlyInInput: 'only in the input',
};
