import chunk from 'lodash/chunk';
import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { sendInOrder } from './async/sendInOrder';
import { wait } from './async/wait';
import type { EndpointName } from './endpoints';
import type { Entry, EntryResult } from './entries';
import { catchHubError, HubError } from './errors';
import type { Hub } from './hub';
import { recordOf } from './schemas/answers';
import { batch as batchSchema } from './schemas/records';
import { isRecord } from './schemas/recordSchema';
import { timing } from './timing';
import { matchByKey } from './values/matchByKey';

/** Most entries of one request (reference: Limits). */
export const batchSize = 100;

/** A request of up to 100 entries and what became of it; the hub names each by `identity.sku`. */
export interface SentBatch {
	entries: Entry[];
	/** Undefined when the hub did not take it. */
	batchId?: BatchId;
	/** The batch's record once processed, or as last seen. */
	record?: IDataObject;
	/** Why entries without a note have none. */
	failure?: HubError;
}

interface Sending<Name extends EndpointName> {
	endpoint: Name;
	/** Name of the list in the body, e.g. `estoques`. */
	list: string;
	/** ms to wait for each batch to be processed; undefined: do not wait. */
	timeLimit?: number;
	signal?: AbortSignal;
}

/** A number, or the digits of one that would not be exact. */
export type BatchId = number | string;

/** The id in an answer to a new batch; undefined where there is none that can be used. */
const created = z.unknown().transform((answer): BatchId | undefined => {
	const id: unknown = isRecord(answer) ? answer.id : undefined;
	const digits = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (!/^0*[1-9]\d{0,17}$/.test(digits)) return undefined;
	return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
});

const withoutId = (endpoint: EndpointName) =>
	new HubError(
		'outcomeUnknown',
		'The hub may have taken this batch, but gave no batch ID: what became of it is unknown',
		{
			description:
				endpoint === 'productBatch'
					? 'It was not sent again, because that could register the products twice. Look for them with Product > Get before you repeat it.'
					: 'Look at the values with Product > Get. The same values can be sent again without harm.',
		},
	);

/**
 * Sends the entries in as few requests as possible, in order, and waits for the batches side by
 * side while the next ones are sent. A batch with entries that need one of an earlier batch is only
 * sent once that one is processed.
 * @throws HubError only for what ends the whole run (cancelled)
 */
export async function sendBatches<Name extends EndpointName>(
	hub: Hub<Name | 'batchGet'>,
	entries: Entry[],
	{ endpoint, list, timeLimit, signal }: Sending<Name>,
): Promise<SentBatch[]> {
	const batches: SentBatch[] = chunk(entries, batchSize).map((part) => ({ entries: part }));
	const waits: Array<Promise<void>> = [];
	const sent = await sendInOrder(batches, async (batch, index) => {
		const needed = batches.slice(0, index).filter((earlier) => needs(batch, earlier));
		if (needed.length > 0)
			await Promise.all([
				...waits,
				...(timeLimit === undefined
					? needed.map(async (earlier) => await waitForNeeded(hub, earlier, signal))
					: []),
			]);
		const body = { [list]: batch.entries.map((entry) => entry.body) };
		const id = await hub.request(endpoint, { body }, created);
		if (id === undefined) throw withoutId(endpoint);
		batch.batchId = id;
		if (timeLimit === undefined) return;
		const waiting = waitInto(hub, batch, id, timeLimit, signal);
		// handled where it is awaited, below
		waiting.catch(() => undefined);
		waits.push(waiting);
	});
	await Promise.all(waits);
	return sent.map(({ input, failure }) => ({ ...input, failure: failure ?? input.failure }));
}

/** Results of a waited batch, entry by entry; what the hub notes about none of them comes last. */
export function resultsOf({ entries, batchId, record, failure }: SentBatch): EntryResult[] {
	const notes = notesIn(record?.observacoes);
	const { matched, unmatched } = matchByKey(
		entries,
		notes,
		({ identity }) => String(identity.sku),
		({ identificador }) => String(identificador),
	);
	const results = entries.map(({ identity, itemIndex, position }, index): EntryResult => {
		const note = matched[index];
		const reason = note === undefined ? (failure ?? notReported(batchId)) : failureOf(note);
		return {
			itemIndexes: [itemIndex],
			position,
			json: resultJson(identity.sku, batchId, note, reason),
			failure: reason,
		};
	});
	const extra = unmatched.filter(saysSomething).map((note): EntryResult => {
		const sku = String(note.identificador ?? '');
		const own = entries.filter((entry) => mentions(entry, sku));
		const reason = failureOf(note);
		return {
			itemIndexes: [...new Set((own.length > 0 ? own : entries).map(({ itemIndex }) => itemIndex))],
			json: resultJson(sku, batchId, note, reason),
			failure: reason,
		};
	});
	return [...results, ...extra];
}

function resultJson(
	sku: unknown,
	batchId: BatchId | undefined,
	note: IDataObject | undefined,
	failure: HubError | undefined,
): IDataObject {
	const { info, error, details, data } = note ?? {};
	const sucesso = failure === undefined;
	return omitBy({ sku, batchId, sucesso, info, error, details, data }, isNil) as IDataObject;
}

/**
 * Waits until a batch is processed, looking at it ever more rarely (reference: Batches).
 * @param timeLimit in ms
 * @param seen is given every record read, so that a part is known when the time is over
 * @throws HubError of kind `timeLimit`, or what reading it says; a batch is gone after 10 days
 */
export async function waitForBatch(
	hub: Hub<'batchGet'>,
	batchId: BatchId,
	timeLimit: number,
	signal?: AbortSignal,
	seen?: (record: IDataObject) => void,
): Promise<IDataObject> {
	const end = Date.now() + timeLimit;
	for (let pause = timing.batchPoll; ; pause = Math.min(pause * 1.5, timing.batchPoll * 10)) {
		const record = await readBatch(hub, batchId);
		seen?.(record);
		if (record.status === 'processado') return record;
		const left = end - Date.now();
		if (left <= 0) {
			throw new HubError(
				'timeLimit',
				`Batch ${batchId} was not processed within the time limit (status ${String(record.status)})`,
				{
					description: `The hub goes on with it. Look at it later with Batch > Wait Until Processed and the ID ${batchId}, or raise the time limit.`,
				},
			);
		}
		await wait(Math.min(pause, left), signal);
	}
}

/** One batch (reference: Batches). A 404 says that it may be older than 10 days. */
export async function readBatch(hub: Hub<'batchGet'>, batchId: BatchId): Promise<IDataObject> {
	return await hub
		.request(
			'batchGet',
			{ path: { id: batchId } },
			recordOf(batchSchema, 'batchId', String(batchId)),
		)
		.catch((error: unknown) => {
			if (!(error instanceof HubError) || error.httpStatus !== 404) throw error;
			throw new HubError('refused', `The hub has no batch ${batchId} (404: ${error.error ?? ''})`, {
				...error,
				description: `Batches can be read for 10 days after their creation. ${error.description ?? ''}`,
			});
		});
}

async function waitInto(
	hub: Hub<'batchGet'>,
	batch: SentBatch,
	batchId: BatchId,
	timeLimit: number,
	signal?: AbortSignal,
): Promise<void> {
	const keep = (record: IDataObject) => {
		batch.record = record;
	};
	batch.failure = await catchHubError(waitForBatch(hub, batchId, timeLimit, signal, keep));
}

/** Whether an entry of `batch` has to come after one of `earlier`. */
function needs(batch: SentBatch, earlier: SentBatch): boolean {
	const skus = new Set(earlier.entries.map(({ identity }) => identity.sku));
	return batch.entries.some(({ after }) => after !== undefined && skus.has(after));
}

/** Longest wait for a batch that later ones need, in ms, when results are not waited for. */
const longestNeededWait = 10 * 60_000;

/** Waits for a batch whose result nobody asked for. What becomes of it shows with those that need it. */
async function waitForNeeded(
	hub: Hub<'batchGet'>,
	{ batchId }: SentBatch,
	signal?: AbortSignal,
): Promise<void> {
	if (batchId !== undefined)
		await catchHubError(waitForBatch(hub, batchId, longestNeededWait, signal));
}

/** Notes that can be read; one that is no record spoils itself only. */
export const notesIn = (observacoes: unknown): IDataObject[] =>
	Array.isArray(observacoes) ? observacoes.filter(isRecord) : [];

const saysSomething = ({ identificador, error }: IDataObject) =>
	String(identificador ?? '') !== '' || String(error ?? '') !== '';

/** Whether a truth value, also as text or number, is this one. */
const isOne = (value: unknown, truth: boolean) =>
	[String(truth), String(Number(truth))].includes(String(value));

const unclearNote = () =>
	new HubError(
		'outcomeUnknown',
		'The hub does not say whether it took the entry: its note has no result',
		{ description: 'Read the record from the hub to see whether it was changed.' },
	);

function failureOf({ sucesso, error, details }: IDataObject): HubError | undefined {
	if (isOne(sucesso, true)) return undefined;
	const said = typeof error === 'string' && error !== '' ? error : undefined;
	if (said === undefined && !isOne(sucesso, false)) return unclearNote();
	const text = said ?? 'The hub did not accept the entry and gives no reason';
	const list = Array.isArray(details) ? details.map(String) : [];
	return new HubError('refused', text, {
		details: list,
		description: list.join('; '),
		error: text,
	});
}

const notReported = (batchId: BatchId | undefined) =>
	new HubError(
		'outcomeUnknown',
		`Not reported by the hub: batch ${batchId ?? ''} is processed without a note about this entry`,
		{
			description: 'Read the record from the hub to see whether it was changed.',
		},
	);

function mentions({ identity, body }: Entry, identifier: string): boolean {
	const variations = Array.isArray(body.variacoes) ? (body.variacoes as IDataObject[]) : [];
	return (
		identity.sku === identifier || variations.some(({ skuVariacao }) => skuVariacao === identifier)
	);
}
