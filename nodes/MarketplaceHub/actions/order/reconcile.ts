import countBy from 'lodash/countBy';
import sum from 'lodash/sum';
import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import { mapConcurrently } from '../../api/async';
import { HubError, toFailure } from '../../api/errors';
import { filterValues } from '../../shared/filters';
import { readsAtOnce } from '../../api/http/runLimit';
import type { Hub } from '../../api/hub';
import { readOrder } from '../../api/reads';
import type { EntryResult } from '../../api/rows/row';
import type { RequestCounts } from '../../api/runReport';
import { orderRecord } from '../../api/schemas/reads/records';
import { listed } from '../../api/values/text';
import { amount } from '../../api/values/amounts';
import { defineOperation, type NodeContext } from '../operation';
import {
	type ComparedOrder,
	compareMatches,
	type Comparison,
} from './reconciliation/compareMatches';
import { findOrders, type FoundOrders, mostOlder } from './reconciliation/findOrders';
import type { RowGroup } from './reconciliation/matchRows';
import { type Period, readPeriod } from './reconciliation/period';
import { type InputRows, readInputRows } from './reconciliation/inputRows';
import { reconciliationProperties, resultsProperty } from './reconciliation/properties';
import { tally } from '../rowsInWords';

/** Compares the orders of a period with the orders of the input (reference: Orders). */
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
		const input = readInputRows(context, itemIndexes);
		const period = readPeriod(context);
		const wanted = new Set(filterValues(context.parameters.given(resultsProperty, 0)));
		const found = await findOrders(context.hub, input.rows, period);
		const comparison = compareMatches(found, period);
		const results = [
			...comparison.compared.map((order) => orderResult(order, itemIndexes)),
			...found.absent.map((rows) => inputResult('onlyInInput', rows)),
			...found.unclear.map((rows) => inputResult('unknown', rows)),
		];
		if (context.parameters.flag('fullRecord', 0) && wanted.has('missing'))
			await readMissing(context.hub, results);
		const { requests } = context.hub.report;
		addSummaryHint(context, { input, period, found, comparison, results, requests });
		return [...input.refused, ...results.filter(({ json }) => isResultWanted(wanted, json.result))];
	},
});

/** @param all items of the run: an order that is missing in them has none of its own */
const orderResult = (
	{ order, result, given, itemIndexes }: ComparedOrder,
	all: readonly number[],
): EntryResult => ({
	itemIndexes: itemIndexes.length > 0 ? itemIndexes : all.slice(0, 1),
	json: { result, ...order, ...(given && { input: given as IDataObject }) },
});

const inputResult = (result: string, rows: RowGroup): EntryResult => {
	const [{ field, id, given }] = rows;
	return {
		itemIndexes: uniq(rows.map(({ itemIndex }) => itemIndex)),
		json: { result, [field]: id, input: given as IDataObject },
	};
};

/** Puts the full record into each result of a missing order. */
async function readMissing(hub: Hub<'orderGet'>, results: readonly EntryResult[]): Promise<void> {
	const missing = results.filter(({ json }) => json.result === 'missing');
	await mapConcurrently(missing, readsAtOnce, async (entry) => {
		const read = await readOrder(hub, String(entry.json.idPedido)).catch(toFailure);
		if (read instanceof HubError) entry.failure = read;
		else Object.assign(entry.json, read);
	});
}

/** Ambiguous orders always come out, unknown orders where orders that are only in the input do. */
const isResultWanted = (wanted: ReadonlySet<string>, result: unknown): boolean =>
	result === 'ambiguous' || wanted.has(result === 'unknown' ? 'onlyInInput' : String(result));

interface Reconciled {
	input: InputRows;
	period: Period;
	found: FoundOrders;
	comparison: Comparison;
	results: readonly EntryResult[];
	requests: RequestCounts;
}

/** Sums the run up in a hint, and names the rows that could not be compared. */
function addSummaryHint(context: NodeContext, run: Reconciled): void {
	const { input, period, found, comparison, results } = run;
	const { count, outside } = comparison;
	const { unknownChannels } = found;
	const unfound = uniq(found.unfound.map(([{ field, id }]) => `${field} ${id}`));
	const orders = `${amount(count, 'order')} ${period.inWords}`;
	const requests = amount(sum(Object.values(run.requests)), 'request');
	const counts = countBy(results, ({ json }) => json.result);
	const sentences = [[orders, ...tally(counts, resultWords), requests].join(', ')];
	if (outside > 0)
		sentences.push(
			`Not compared, since they are not of the period: ${amount(outside, 'order')} of the input`,
		);
	if (unfound.length > 0)
		sentences.push(
			`Not found, neither in the period nor among the ${mostOlder} orders before it, so that the hub may not have them: ${amount(unfound.length, 'order')} of the input (${listed(unfound)})`,
		);
	if (input.nameless > 0 && input.rows.length > 0)
		sentences.push(`Left out, since they name no order: ${amount(input.nameless, 'input item')}`);
	if (unknownChannels.length > 0)
		sentences.push(
			`Not compared, since the hub knows no channels with these names: ${listed(unknownChannels)}`,
		);
	context.hints.add('info', `${sentences.join('. ')}.`);
}

const resultWords: Readonly<Record<string, string>> = {
	missing: 'missing',
	statusDiffers: 'with another status',
	totalDiffers: 'with another total',
	ambiguous: 'that may be meant by a row that names another, too',
	onlyInInput: 'only in the input',
	unknown: 'of the input that may not be in the hub',
};
