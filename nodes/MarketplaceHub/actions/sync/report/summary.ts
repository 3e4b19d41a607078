import compact from 'lodash/compact';
import countBy from 'lodash/countBy';
import sum from 'lodash/sum';
import { type EndpointName, endpoints } from '../../../api/endpoints';
import type { RequestCounts } from '../../../api/runReport';
import { type EntryResult, skuOf } from '../../../api/rows/row';
import { listed, withoutStop } from '../../../api/values/text';
import { amount } from '../../../api/values/amounts';
import type { NodeContext } from '../../operation';
import { ofEntries, tally } from '../../rowsInWords';
import type { HeldRun } from '../guards/held';
import { statusWords } from '../statuses';

/** Whether a result is that of the run, which is held although no row says so. */
export const isOfRun = ({ itemIndexes, json }: EntryResult) =>
	itemIndexes.length === 0 && skuOf(json) === '' && json.batchId === undefined;

/** Counts of the run in words, e.g. `20000 compared, 312 updated, 3 held, 19685 unchanged`. */
export function countsIn(results: readonly EntryResult[]): string {
	// in one pass: there may be 200,000
	const counts = countBy(results, (result) => (isOfRun(result) ? 'ofRun' : result.json.status));
	const { ofRun = 0, notSent = 0, wouldNotSend = 0 } = counts;
	const rows = results.length - ofRun;
	const all = notSent + wouldNotSend === rows ? amount(rows, 'row') : `${rows} compared`;
	return [all, ...tally(counts, statusWords)].join(', ');
}

/** Notes on entries that a hint repeats. */
const mostNotes = 5;

/**
 * Sums a run up in a hint, and warns of a list that seems to be another account's.
 * @param run `ms` is its time, `unusual` are limits other than the usual ones, `expected` tells the time of the
 * run after a dry run, `unlistedColumns` are the fields for which records were read one by one
 */
export function addSummaryHints(
	{ hints }: NodeContext,
	results: readonly EntryResult[],
	run: {
		dryRun: boolean;
		requests: Readonly<RequestCounts>;
		ms: number;
		expected: string;
		heldRun?: HeldRun;
		unusual: readonly string[];
		unlistedColumns?: readonly string[];
	},
): void {
	const wasSent = Object.keys(run.requests).some(
		(name) => endpoints[name as EndpointName].retry !== 'read',
	);
	const unsent = run.dryRun ? 'Dry run, nothing was sent. ' : 'Nothing was sent: ';
	const requests = amount(sum(Object.values(run.requests)), 'request');
	const seconds = Math.round(run.ms / 1000);
	hints.add(
		'info',
		`${run.expected}${wasSent ? '' : unsent}${countsIn(results)}, ${requests}, ${seconds} s. ${readsIn(run.requests, run.unlistedColumns)}`,
	);
	if (run.heldRun !== undefined)
		hints.add('warning', `${withoutStop(run.heldRun.message)}. ${run.heldRun.description ?? ''}`);
	const noted = results.filter(({ json }) => json.note !== undefined).map(({ json }) => json.note);
	if (noted.length > 0)
		hints.add(
			'warning',
			`${ofEntries(noted.length, results.length)} ${noted.length === 1 ? 'has' : 'have'} a note: ${listed(new Set(noted), mostNotes)}.`,
		);
	const missing = results.filter(({ json }) => json.status === 'notInHub');
	const isOfList = ({ itemIndexes, json }: EntryResult) =>
		itemIndexes.length === 0 || json.status === 'notInHub';
	if (missing.length > 0 && results.every(isOfList))
		hints.add(
			'warning',
			`The hub has none of the ${amount(missing.length, 'SKU')} of the list. Check that the credential is of the right account, and that the SKUs are those of the hub.`,
		);
	if (run.unusual.length > 0)
		hints.add(
			'info',
			`Guards are not as usual: ${listed(run.unusual)}. For the usual ones choose Normal under Options > Guards, at the latest before a schedule starts the workflow.`,
		);
}

/** The reads of a run, e.g. `Read: 200 pages of lists, 12 records.`, and why there are so many. */
function readsIn(
	requests: Readonly<RequestCounts>,
	unlistedColumns: readonly string[] = [],
): string {
	const of = (...names: EndpointName[]) => sum(names.map((name) => requests[name] ?? 0));
	const pages = of('productList', 'customizedPriceList', 'securityStockList');
	const records = of('productGet', 'variationGet');
	if (pages + records === 0) return 'Read: nothing, because no entry can be compared.';
	const parts = [
		pages > 0 && `${amount(pages, 'page')} of lists`,
		records > 0 && amount(records, 'record'),
	];
	const why =
		unlistedColumns.length > 0
			? `, one for each product, because no list of the hub shows ${listed(unlistedColumns.map((name) => `\`${name}\``))}`
			: '';
	return `Read: ${compact(parts).join(', ')}${why}.`;
}
