import compact from 'lodash/compact';
import isEmpty from 'lodash/isEmpty';
import orderBy from 'lodash/orderBy';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import sum from 'lodash/sum';
import type { IDataObject } from 'n8n-workflow';
import type { EntryResult, Row } from '../../api/entries';
import { HubError } from '../../api/errors';
import type { RequestCounts } from '../../api/hub';
import { shorten } from '../../api/values/text';
import { fieldsThatChange, fromComparable } from '../../api/sync/reading';
import type { EndpointName } from '../../api/endpoints';
import { batchesIn, failureJson } from '../../shared/nodeErrors';
import type { NodeContext } from '../operation';
import { amount, counted, tally, telling } from '../executionHints';
import type { ListedKind } from './compare';
import type { ListRow } from './listRow';
import { HeldRun } from './guard';

/** The result of a row; of one that was not sent, that it did not succeed. */
export const resultOfRow = ({
	itemIndex,
	position,
	identity,
	result,
	failure,
}: Row): EntryResult => {
	const unsent = failure === undefined ? identity : { ...identity, sucesso: false };
	return {
		itemIndexes: itemIndex === undefined ? [] : [itemIndex],
		position,
		json: result ?? unsent,
		failure,
	};
};

/** Results in the order of the rows they are about; those about none come last. */
export const inRowOrder = (results: EntryResult[]): EntryResult[] =>
	sortBy(results, ({ position = Infinity }) => position);

/** The result of a row of a sync; in a dry run of one that would be sent, that it was. */
export function reportOf(row: ListRow, kind: ListedKind, isNew: boolean): EntryResult {
	const { itemIndex, position, identity } = row;
	const named = { itemIndexes: itemIndex === undefined ? [] : [itemIndex], position };
	const { status = 'change', before, after, failure, missing, batchId } = row.sameAs ?? row;
	const result = (told: SyncStatus, values: IDataObject, failed?: HubError): EntryResult => {
		const about = pick(identity, Object.keys(kind.identity));
		return { ...named, json: { ...about, status: told, ...values }, failure: failed };
	};
	if (status === 'notInHub' || status === 'refused') return result(status, {}, failure);
	const isWritten = missing === undefined || missing === 'zero';
	const shown = fromComparable(
		isWritten ? fieldsThatChange(before ?? {}, after) : (before ?? {}),
		kind.compared,
	);
	const values = isEmpty(shown) ? {} : { before: shown };
	if (status === 'unchanged' || status === 'onlyInHub') return result(status, values);
	const isChange = isWritten && !isNew;
	const change = isChange ? { ...values, after: fromComparable(after, kind.compared) } : values;
	if (status === 'held') return result(status, change, failure);
	const told = { ...change, ...(batchId !== undefined && { batchId }) };
	if (failure !== undefined) return result(failure.outcome ?? 'refused', told, failure);
	const written = isNew ? 'created' : 'updated';
	return result(missing === 'delete' ? 'deleted' : written, told);
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
