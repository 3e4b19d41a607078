import compact from 'lodash/compact';
import isEmpty from 'lodash/isEmpty';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import type { EntryResult, Identity } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import { shorten } from '../../../api/values/text';
import { fromComparable, type SyncFields } from '../../../api/sync/reading';
import type { EndpointName } from '../../../api/endpoints';
import { batchesIn, failureJson } from '../../../shared/nodeErrors';
import type { Decision } from './guard';
import orderBy from 'lodash/orderBy';
import sum from 'lodash/sum';
import type { NodeContext } from '../../operation';
import { amount, counted, tally, telling } from '../../executionHints';
import type { RequestCounts } from '../../../api/hub';

/** Why an entry or a run is held, and what to do if it is right all the same. */
export interface Hold {
	reason: string;
	advice: string;
}

/** Why nothing of a run is sent. */
export class HeldRun extends HubError {
	constructor({ reason, advice }: Hold, dryRun: boolean) {
		super('held', `Nothing ${dryRun ? 'would be' : 'was'} sent: ${reason}`, {
			description: `Look at the list. If it is right, ${advice}`,
		});
	}
}

/**
 * The result of a decision.
 * @param sent by key, what became of what was sent; undefined in a dry run
 */
export function resultOf(
	decision: Decision,
	identity: Identity,
	fields: SyncFields,
	sent: ReadonlyMap<string, EntryResult> | undefined,
): Pick<EntryResult, 'json' | 'failure'> {
	const { key, status, before, after, failure, missing } = decision;
	const result = (told: SyncStatus, values: IDataObject, failed?: HubError) => {
		return { json: { ...identity, status: told, ...values }, failure: failed };
	};
	if (status === 'notInHub' || status === 'refused') return result(status, {}, failure);
	const isWritten = missing === undefined || missing === 'zero';
	const shown = fromComparable(
		isWritten ? pick(before, Object.keys(after)) : { ...before },
		fields,
	);
	const values = isEmpty(shown) ? {} : { before: shown };
	if (status === 'unchanged' || status === 'onlyInHub') return result(status, values);
	const isNew = isNewRecord(decision);
	const change = isWritten && !isNew ? { ...values, after: fromComparable(after, fields) } : values;
	if (status === 'held') return result(status, change, failure);
	const written = isNew ? 'created' : 'updated';
	const done = missing === 'delete' ? 'deleted' : written;
	if (sent === undefined) return result(done, change);
	const { failure: open, json = {} } = sent.get(key) ?? { failure: notReported() };
	const told = { ...change, ...pick(json, 'batchId') };
	return open === undefined ? result(done, told) : result(open.outcome ?? 'refused', told, open);
}

const previews: Readonly<Record<string, SyncStatus>> = {
	updated: 'wouldUpdate',
	created: 'wouldCreate',
	deleted: 'wouldDelete',
	held: 'wouldBeHeld',
};

/** A result of a dry run: nothing of it follows On Error. */
export const previewOf = ({ failure, json, ...entry }: EntryResult): EntryResult => ({
	...entry,
	json: {
		...(failure && failureJson(failure)),
		...json,
		status: previews[String(json.status)] ?? json.status,
	},
});

/** Whether a change registers a record. */
export const isNewRecord = ({ before, body }: Decision) =>
	before === undefined && body !== undefined;

const notReported = () =>
	new HubError('outcomeUnknown', 'Not reported by the hub: whether it took the entry is unknown');

/** What became of an entry, in words. */
const words = {
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
	unknown: 'of unknown outcome',
	notInHub: 'not in the hub',
	onlyInHub: 'only in the hub',
	unchanged: 'unchanged',
} as const;
type SyncStatus = keyof typeof words;

/** Counts of the run in words, e.g. `20,000 compared, 312 updated, 3 held, 19,685 unchanged`. */
function countsIn(results: readonly EntryResult[]): string {
	return [`${counted(results.length)} compared`, ...tally(results, 'status', words)].join(', ');
}

/** Tells what a run did, and what looks wrong although nothing failed; `ms` is how long it took. */
export function tellRun(
	context: NodeContext,
	results: readonly EntryResult[],
	run: { dryRun: boolean; counts: Readonly<RequestCounts>; ms: number; heldRun?: HeldRun },
): void {
	const tell = telling(context);
	const dry = run.dryRun ? 'Dry run, nothing was sent. ' : '';
	const requests = amount(sum(Object.values(run.counts)), 'request');
	const seconds = counted(Math.round(run.ms / 1000));
	tell('info', `${dry}${countsIn(results)}, ${requests}, ${seconds} s. ${readsIn(run.counts)}`);
	if (run.dryRun && run.heldRun !== undefined)
		tell('warning', `${run.heldRun.message}. ${run.heldRun.description ?? ''}`);
	const named = results.filter(({ itemIndexes }) => itemIndexes.length > 0);
	const missing = named.filter(({ json }) => json.status === 'notInHub');
	if (missing.length > 0 && missing.length === named.length)
		tell(
			'warning',
			`The hub has none of the ${amount(missing.length, 'SKU')} of the list. Check that the credential is of the right account, and that the SKUs are those of the hub.`,
		);
}

/** What was read of the hub, e.g. `Read: 200 pages of lists, 12 records.` */
function readsIn(counts: Readonly<RequestCounts>): string {
	const of = (...names: EndpointName[]) => sum(names.map((name) => counts[name] ?? 0));
	const pages = of('productList', 'customizedPriceList', 'securityStockList');
	const records = of('productGet', 'variationGet');
	if (pages + records === 0) return 'Read: nothing, because no entry can be compared.';
	const parts = [
		pages > 0 && `${amount(pages, 'page')} of lists`,
		records > 0 && amount(records, 'record'),
	];
	return `Read: ${compact(parts).join(', ')}.`;
}

const examples = 10;
const longest = 200;

/** How far a result is from what the hub holds, as a factor; 0 where nothing can be compared. */
function distance({ json }: EntryResult): number {
	const { before, after } = json as Record<'before' | 'after', IDataObject | undefined>;
	const factors = Object.entries(after ?? {}).map(([name, value]) => {
		const was = before?.[name] ?? 0;
		if (typeof value !== 'number' || typeof was !== 'number') return 0;
		return was === 0 ? 0 : Math.abs(Math.log((value + 0.005) / was));
	});
	return Math.max(0, ...factors);
}

const nameOf = ({ json, itemIndexes }: EntryResult) =>
	[json.sku ?? json.skuProduto ?? '', ...itemIndexes.slice(0, 1).map((item) => `[item ${item}]`)]
		.join(' ')
		.trim();

/** A value in a few words; of a price two decimals. */
const asWords = (value: unknown = 'none', decimals = 0) =>
	typeof value === 'number'
		? value.toFixed(decimals)
		: shorten(typeof value === 'string' ? value : JSON.stringify(value), 40);

/** What changes, e.g. `7 → 0` for stock, `precoPor 79.90 → 7.99` for prices. */
function changeIn({ before = {}, after = {} }: IDataObject): string {
	const [was, is] = [before, after] as IDataObject[];
	const changes = Object.entries(is ?? {}).flatMap(([name, value]) => {
		const old = was?.[name];
		if (old === value) return [];
		if (name.startsWith('estoque')) return [`${asWords(old)} → ${asWords(value)}`];
		return [`${name} ${asWords(old, 2)} → ${asWords(value, 2)}`];
	});
	return changes.join(', ') || 'deletion';
}

/** What stops a run: how many of what, and the worst examples. */
export function stopsRun(results: readonly EntryResult[]): HubError {
	const failed = results.filter(({ failure }) => failure !== undefined);
	const worst = orderBy(failed, [({ json }) => json.status === 'held', distance], ['desc', 'desc']);
	const heldRun = failed.find(({ failure }) => failure instanceof HeldRun)?.failure;
	const first = heldRun ?? worst[0]?.failure;
	const lines = worst.slice(0, examples).map((result) => {
		const { json, failure } = result;
		const what = failure === heldRun ? changeIn(json) : failure?.message;
		return shorten(`${nameOf(result)}: ${what}`, longest);
	});
	if (failed.length > examples) lines.push(`and ${counted(failed.length - examples)} more`);
	const counts = countsIn(results);
	const message =
		heldRun === undefined ? `${counts}; ${lines[0]}` : `${heldRun.message} (${counts})`;
	return new HubError(first?.kind ?? 'invalid', message, {
		httpStatus: first?.httpStatus,
		description: [
			`${lines.join('; ')}.`,
			first?.description ?? '',
			'To deal with them in the workflow, set On Error to continue.',
			...batchesIn(results),
		].join(' '),
	});
}
