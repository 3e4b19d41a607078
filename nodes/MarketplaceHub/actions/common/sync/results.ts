import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { batchIdsOf, type EntryResult, type Identity } from '../../../api/entries';
import { HubError, shorten } from '../../../api/errors';
import {
	fromComparable,
	type Comparable,
	type SyncFields,
	type RequestCounts,
} from '../../../api/sync/reading';
import { batchesIn, failureJson } from '../../../shared/nodeErrors';
import type { Decision, Hold } from './guards';
import countBy from 'lodash/countBy';
import orderBy from 'lodash/orderBy';
import sum from 'lodash/sum';
import type { NodeContext } from '../../operation';
import { telling } from '../../executionHints';

/** What became of an entry. */
export type SyncStatus =
	| 'unchanged'
	| 'updated'
	| 'wouldUpdate'
	| 'held'
	| 'wouldBeHeld'
	| 'refused'
	| 'notSent'
	| 'unknown'
	| 'notInHub'
	| 'onlyInHub';

/** A result without the input item that it comes from. */
export type Result = Pick<EntryResult, 'json' | 'failure'>;

/** Why nothing of a run is sent. */
export class HeldRun extends HubError {
	constructor({ reason, advice }: Hold, dryRun: boolean) {
		super('held', `Nothing ${dryRun ? 'would be' : 'was'} sent: ${reason}`, {
			description: `Look at the list. If it is right, ${advice}`,
		});
	}
}

const heldEntry = ({ reason, advice }: Hold, dryRun: boolean) =>
	new HubError('held', `${dryRun ? 'Would be held' : 'Held, not sent'}: ${reason}`, {
		description: `Look at the values. If they are right, ${advice}`,
	});

/** What the results of a run are made of. */
export interface Outcomes {
	fields: SyncFields;
	dryRun: boolean;
	decisions: ReadonlyMap<string, Decision>;
	/** By key, what became of what was sent. */
	sent: ReadonlyMap<string, EntryResult>;
	heldRun?: HeldRun;
}

/** The result of the decision on one key. */
export function resultOf(key: string, identity: Identity, outcomes: Outcomes): Result {
	const { fields, dryRun, decisions, sent, heldRun } = outcomes;
	const decision = decisions.get(key);
	if (decision === undefined || decision.status === 'notInHub') return result(identity, 'notInHub');
	const { status, before, after, hold } = decision;
	const names = Object.keys(after);
	const values = before && { before: fromComparable(pick(before, names), fields) };
	if (status === 'unchanged') return result(identity, status, values);
	const change = { ...values, after: fromComparable(after, fields) };
	if (status === 'held')
		return result(identity, status, change, hold === undefined ? heldRun : heldEntry(hold, dryRun));
	if (dryRun) return result(identity, 'wouldUpdate', change);
	const { failure, json = {} } = sent.get(key) ?? { failure: notReported() };
	return result(identity, statusOf(failure), { ...change, ...pick(json, 'batchId') }, failure);
}

const result = (
	identity: Identity,
	status: SyncStatus,
	values: IDataObject = {},
	failure?: HubError,
): Result => ({ json: { ...identity, status, ...values }, failure });

/** The result of an entry that is not sent because of itself. */
export const refused = (identity: Identity, failure: HubError | undefined): Result =>
	result(identity, 'refused', {}, failure);

/** What only the hub holds; `why` it is held, where it should be set to zero. */
export function onlyInHub(
	identity: Identity,
	values: Comparable,
	fields: SyncFields,
	why?: string,
): Result {
	const before = { before: fromComparable(values, fields) };
	if (why === undefined) return result(identity, 'onlyInHub', before);
	const failure = new HubError('held', `Held, not set to zero: ${why}`, {
		description: 'Correct the SKU in the list, and run again.',
	});
	return result(identity, 'held', before, failure);
}

/** A result of a dry run: nothing of it follows On Error. */
export const previewOf = ({ failure, json, ...entry }: EntryResult): EntryResult => ({
	...entry,
	json: {
		...(failure && failureJson(failure)),
		...json,
		status: json.status === 'held' ? 'wouldBeHeld' : json.status,
	},
});

function statusOf(failure: HubError | undefined): SyncStatus {
	if (failure === undefined) return 'updated';
	return failure.outcome ?? 'refused';
}

const notReported = () =>
	new HubError('outcomeUnknown', 'Not reported by the hub: whether it took the entry is unknown');

const words: Readonly<Record<SyncStatus, string>> = {
	updated: 'updated',
	wouldUpdate: 'would be updated',
	held: 'held',
	wouldBeHeld: 'would be held',
	refused: 'refused',
	notSent: 'not sent',
	unknown: 'of unknown outcome',
	notInHub: 'not in the hub',
	onlyInHub: 'only in the hub',
	unchanged: 'unchanged',
};

const counted = (count: number) => count.toLocaleString('en-US');

/** Counts of the run in words, e.g. `20,000 compared, 312 updated, 3 held, 19,685 unchanged`. */
function countsIn(results: readonly EntryResult[]): string {
	const counts = countBy(results, ({ json }) => json.status);
	const parts = Object.entries(words).flatMap(([status, word]) =>
		counts[status] === undefined ? [] : [`${counted(counts[status])} ${word}`],
	);
	return [`${counted(results.length)} compared`, ...parts].join(', ');
}

/** Tells what a run did, and what looks wrong although nothing failed. */
export function tellRun(
	{ node }: NodeContext,
	results: readonly EntryResult[],
	run: { dryRun: boolean; counts: Readonly<RequestCounts>; ms: number; heldRun?: HeldRun },
): void {
	const tell = telling(node);
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

/** What changes, e.g. `7 → 0` for stock, `precoPor 79.90 → 7.99` for prices. */
function changeIn({ before = {}, after = {} }: IDataObject): string {
	const [was, is] = [before, after] as Array<Record<string, number>>;
	const changes = Object.entries(is ?? {}).flatMap(([name, value]) => {
		const old = was?.[name];
		if (old === value) return [];
		if (name === 'estoque') return [`${old ?? 'none'} → ${value}`];
		return [`${name} ${old?.toFixed(2) ?? 'none'} → ${value.toFixed(2)}`];
	});
	return changes.join(', ');
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
			...batchesIn(batchIdsOf(results)),
		].join(' '),
	});
}
