import countBy from 'lodash/countBy';
import orderBy from 'lodash/orderBy';
import sum from 'lodash/sum';
import type { EntryResult } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import type { RequestCounts } from '../../../api/sync/countedHub';
import type { SyncStatus } from './results';

const words: ReadonlyArray<readonly [SyncStatus, string]> = [
	['updated', 'updated'],
	['wouldUpdate', 'would be updated'],
	['held', 'held'],
	['refused', 'refused'],
	['unknown', 'of unknown outcome'],
	['notInHub', 'not in the hub'],
	['onlyInHub', 'only in the hub'],
];

const counted = (count: number) => count.toLocaleString('en-US');

/** Counts of the run in words, e.g. `20,000 compared, 312 updated, 3 held`. */
function countsIn(results: readonly EntryResult[]): string {
	const counts = countBy(results, ({ json }) => json.status);
	const parts = words.flatMap(([status, word]) => {
		const count = counts[status] ?? 0;
		return count === 0 ? [] : [`${counted(count)} ${word}`];
	});
	return [`${counted(results.length)} compared`, ...parts].join(', ');
}

/** What a run did, for its hint. */
export function summaryOf(
	results: readonly EntryResult[],
	run: { dryRun: boolean; counts: Readonly<RequestCounts>; ms: number },
): string {
	const dry = run.dryRun ? 'Dry run, nothing was sent. ' : '';
	const requests = amount(sum(Object.values(run.counts)), 'request');
	return `${dry}${countsIn(results)}, ${requests}, ${counted(Math.round(run.ms / 1000))} s. ${readsIn(run.counts)}`;
}

/** What was read of the hub, e.g. `Read: 200 pages of lists, 12 records.` */
function readsIn(counts: Readonly<RequestCounts>): string {
	const { productList = 0, customizedPriceList = 0, productGet = 0, variationGet = 0 } = counts;
	const pages = productList + customizedPriceList;
	const records = productGet + variationGet;
	if (pages + records === 0) return 'Read: nothing, because no entry can be compared.';
	const parts = [
		...(pages > 0 ? [`${amount(pages, 'page')} of lists`] : []),
		...(records > 0 ? [amount(records, 'record')] : []),
	];
	return `Read: ${parts.join(', ')}.`;
}

const amount = (count: number, what: string) =>
	`${counted(count)} ${what}${count === 1 ? '' : 's'}`;

const examples = 10;
const longest = 200;
const mostBatches = 20;

/** How far a result is from what the hub holds, as a factor; 0 where nothing can be compared. */
function distance({ json }: EntryResult): number {
	const { before, after } = json as Record<'before' | 'after', Record<string, number> | undefined>;
	const factors = Object.entries(after ?? {}).map(([name, value]) => {
		const was = before?.[name] ?? 0;
		return was === 0 ? 0 : Math.abs(Math.log((value + 0.005) / was));
	});
	return Math.max(0, ...factors);
}

const nameOf = ({ json, itemIndexes }: EntryResult) =>
	[json.sku ?? json.skuProduto ?? '', ...itemIndexes.slice(0, 1).map((item) => `[item ${item}]`)]
		.join(' ')
		.trim();

/** What stops a run: how many of what, and the worst examples. */
export function stopsRun(results: readonly EntryResult[]): HubError {
	const failed = results.filter(({ failure }) => failure !== undefined);
	const worst = orderBy(failed, distance, 'desc');
	const first = (worst.find(({ json }) => json.status === 'held') ?? worst[0])?.failure;
	const reasons = new Set(failed.map(({ failure }) => failure));
	const shown = worst.slice(0, examples).map((result) => {
		const text = `${nameOf(result)}: ${describe(result, reasons.size > 1)}`;
		return text.length > longest ? `${text.slice(0, longest)}…` : text;
	});
	const more = failed.length > examples ? [`and ${counted(failed.length - examples)} more`] : [];
	const batchIds = [...new Set(results.flatMap(({ json }) => json.batchId ?? []))];
	const message =
		reasons.size === 1
			? `${first?.message ?? ''} (${countsIn(results)})`
			: `${countsIn(results)}. Worst: ${nameOf(worst[0] ?? { itemIndexes: [], json: {} })}: ${worst[0]?.failure?.message ?? ''}`;
	return new HubError(first?.kind ?? 'invalid', message, {
		httpStatus: first?.httpStatus,
		description: [
			`${[...shown, ...more].join('; ')}.`,
			first?.description ?? '',
			'To deal with them in the workflow, set On Error to continue.',
			...(batchIds.length === 0
				? []
				: [
						`Batches in the hub: ${batchIds.slice(0, mostBatches).join(', ')}${batchIds.length > mostBatches ? ', …' : ''}.`,
					]),
		].join(' '),
	});
}

function describe({ json, failure }: EntryResult, withReason: boolean): string {
	const { before, after } = json;
	const values =
		after === undefined ? '' : `${JSON.stringify(before ?? null)} → ${JSON.stringify(after)}`;
	return [...(withReason || values === '' ? [failure?.message ?? ''] : []), values]
		.filter((part) => part !== '')
		.join(' ');
}
