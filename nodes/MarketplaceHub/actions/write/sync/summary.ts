import compact from 'lodash/compact';
import sortBy from 'lodash/sortBy';
import sum from 'lodash/sum';
import type { IDataObject } from 'n8n-workflow';
import { type EndpointName, endpoints } from '../../../api/endpoints';
import { HubError } from '../../../api/errors';
import type { RequestCounts } from '../../../api/runReport';
import { type EntryResult, skuOf } from '../../../api/rows/row';
import { shorten, withoutStop, listed } from '../../../api/values/text';
import type { NodeContext } from '../../operation';
import { amount, counted, ofEntries, tally } from '../../common/counts';
import { telling } from '../../common/telling';
import { rowName } from '../../common/rowNames';
import { batchesIn } from '../../common/failedEntries';
import { HeldRun } from './applyGuards';

/** The statuses of results in words. */
const statusWords = {
	updated: 'updated',
	wouldUpdate: 'would be updated',
	created: 'created',
	wouldCreate: 'would be created',
	deleted: 'deleted',
	wouldDelete: 'would be deleted',
	held: 'held',
	wouldBeHeld: 'would be held',
	refused: 'refused',
	notSent: 'not sent',
	wouldNotSend: 'would not be sent',
	unknown: 'of unknown outcome',
	notInHub: 'not in the hub',
	onlyInHub: 'only in the hub',
	unchanged: 'unchanged',
} as const;
export type SyncStatus = keyof typeof statusWords;

/** Whether a result is that of the run, which is held although no row says so. */
const isOfRun = ({ itemIndexes, json }: EntryResult) =>
	itemIndexes.length === 0 && skuOf(json) === '';

/** Counts of the run in words, e.g. `20,000 compared, 312 updated, 3 held, 19,685 unchanged`. */
function countsIn(results: readonly EntryResult[]): string {
	const rows = results.filter((result) => !isOfRun(result));
	const isUnread = rows.every(({ json }) => json.status === 'notSent');
	const all = isUnread ? amount(rows.length, 'row') : `${counted(rows.length)} compared`;
	return [all, ...tally(rows, 'status', statusWords)].join(', ');
}

/** Notes on entries that a hint repeats. */
const mostNotes = 5;

/**
 * Sums a run up in a hint, and warns of a list that seems to be another account's.
 * @param run `ms` is its time, `expected` says what the run after a dry run would take, `unlisted` are the fields for
 * which records were read one by one
 */
export function tellRun(
	context: NodeContext,
	results: readonly EntryResult[],
	run: {
		dryRun: boolean;
		requests: Readonly<RequestCounts>;
		ms: number;
		expected: string;
		heldRun?: HeldRun;
		unlisted?: readonly string[];
	},
): void {
	const tell = telling(context);
	const isSent = Object.keys(run.requests).some(
		(name) => endpoints[name as EndpointName].retry !== 'read',
	);
	const unsent = run.dryRun ? 'Dry run, nothing was sent. ' : 'Nothing was sent: ';
	const requests = amount(sum(Object.values(run.requests)), 'request');
	const seconds = counted(Math.round(run.ms / 1000));
	tell(
		'info',
		`${isSent ? '' : unsent}${countsIn(results)}, ${requests}, ${seconds} s. ${readsIn(run.requests, run.unlisted)}${run.expected}`,
	);
	if (run.heldRun !== undefined)
		tell('warning', `${withoutStop(run.heldRun.message)}. ${run.heldRun.description ?? ''}`);
	const noted = results.filter(({ json }) => json.note !== undefined).map(({ json }) => json.note);
	if (noted.length > 0)
		tell(
			'warning',
			`${ofEntries(noted.length, results.length)} ${noted.length === 1 ? 'has' : 'have'} a note: ${listed(new Set(noted), mostNotes)}.`,
		);
	const missing = results.filter(({ json }) => json.status === 'notInHub');
	const isOfList = ({ itemIndexes, json }: EntryResult) =>
		itemIndexes.length === 0 || json.status === 'notInHub';
	if (missing.length > 0 && results.every(isOfList))
		tell(
			'warning',
			`The hub has none of the ${amount(missing.length, 'SKU')} of the list. Check that the credential is of the right account, and that the SKUs are those of the hub.`,
		);
}

/** The reads of a run, e.g. `Read: 200 pages of lists, 12 records.`, and why there are so many. */
function readsIn(requests: Readonly<RequestCounts>, unlisted: readonly string[] = []): string {
	const of = (...names: EndpointName[]) => sum(names.map((name) => requests[name] ?? 0));
	const pages = of('productList', 'customizedPriceList', 'securityStockList');
	const records = of('productGet', 'variationGet');
	if (pages + records === 0) return 'Read: nothing, because no entry can be compared.';
	const parts = [
		pages > 0 && `${amount(pages, 'page')} of lists`,
		records > 0 && amount(records, 'record'),
	];
	const why =
		unlisted.length > 0
			? `, one for each product, because no list of the hub shows ${listed(unlisted.map((name) => `\`${name}\``))}`
			: '';
	return `Read: ${compact(parts).join(', ')}${why}.`;
}

const mostExamples = 10;
const longest = 200;

/** A value in a few words; of a price two decimals. */
const asWords = (value: unknown = 'none', decimals = 0) =>
	typeof value === 'number' && decimals > 0
		? value.toFixed(decimals)
		: shorten(typeof value === 'string' ? value : JSON.stringify(value), 40);

/** The changes of a result, e.g. `7 → 0` for stock, `precoPor 79.90 → 7.99` for prices. */
function changeIn({ itemIndexes, json: { before = {}, after = {} } }: EntryResult): string {
	const [was, is] = [before, after] as IDataObject[];
	const changes = Object.entries(is ?? {}).flatMap(([name, value]) => {
		const old = was?.[name];
		if (old === value) return [];
		if (name.startsWith('estoque')) return [`${asWords(old)} → ${asWords(value)}`];
		const decimals = name.startsWith('preco') ? 2 : 0;
		return [`${name} ${asWords(old, decimals)} → ${asWords(value, decimals)}`];
	});
	// the list does not name what would be deleted
	return changes.join(', ') || (itemIndexes.length === 0 ? 'deletion' : 'new');
}

/** What to do about the first row that failed, whose it is where the others need something else. */
function adviceOf(
	first: EntryResult | undefined,
	heldRun: HubError | undefined,
	failed: readonly EntryResult[],
): string {
	const { description = '' } = heldRun ?? first?.failure ?? {};
	const isOfAll = failed.every(({ failure }) => failure?.description === description);
	const isOwn = heldRun === undefined && description !== '' && !isOfAll && first !== undefined;
	return isOwn ? `${rowName(first)}: ${description}` : description;
}

/** The error that a run stops with: counts, and the first rows that failed, held ones first. */
export function errorOfRun(results: readonly EntryResult[]): HubError {
	const failed = results.filter(({ failure }) => failure !== undefined);
	const heldRun = failed.find(({ failure }) => failure instanceof HeldRun)?.failure;
	const rows = sortBy(failed, ({ json }) => json.status !== 'held').filter(
		(result) => !isOfRun(result),
	);
	const lines = rows.slice(0, mostExamples).map((result) => {
		const { failure } = result;
		const what = failure === heldRun ? changeIn(result) : withoutStop(failure?.message ?? '');
		return shorten(`${rowName(result)}: ${what}`, failed.length === 1 ? Infinity : longest);
	});
	if (rows.length > mostExamples) lines.push(`and ${counted(rows.length - mostExamples)} more`);
	const counts = countsIn(results);
	const message =
		heldRun === undefined ? `${counts}; ${lines[0]}` : `${heldRun.message} (${counts})`;
	const isSaid = lines.length === 0 || (failed.length === 1 && heldRun === undefined);
	const first = heldRun ?? rows[0]?.failure;
	return new HubError(first?.kind ?? 'invalid', message, {
		httpStatus: first?.httpStatus,
		description: [
			isSaid ? '' : `${lines.join('; ')}.`,
			adviceOf(rows[0], heldRun, failed),
			'To deal with them in the workflow, set On Error to continue.',
			...batchesIn(results),
		].join(' '),
	});
}
