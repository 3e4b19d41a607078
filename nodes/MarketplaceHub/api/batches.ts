import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { EndpointName } from './endpoints';
import { HubError, catchHubError } from './errors';
import { matchByKey } from './values/matchByKey';
import type { Hub } from './hub';
import { recordOf } from './schemas/answers';
import { batch as batchSchema } from './schemas/records';
import { isFatal, notSent } from './async/sendInOrder';
import { timing } from './timing';
import { wait } from './async/wait';

/** Most entries of one request (reference: Limits). */
export const batchSize = 100;

/** One entry of a batch, ready to be sent. */
export interface BatchEntry {
	itemIndex: number;
	/** Where it stood among all entries of the run. */
	position: number;
	/** What the hub calls it in its notes (`identificador`). */
	sku: string;
	body: Record<string, unknown>;
	/** The entry that has to be processed before this one, by its SKU. */
	after?: string;
}

/** A request of up to 100 entries and what became of it. */
export interface SentBatch {
	entries: BatchEntry[];
	/** Undefined when the hub did not take it. */
	batchId?: number;
	/** The batch's record once processed, or as last seen. */
	record?: IDataObject;
	/** Why entries without a note have none. */
	failure?: HubError;
}

/** What became of one entry; `failure` when it did not succeed. */
export interface EntryOutcome {
	itemIndexes: number[];
	/** The entry's; none for a note that belongs to no entry. */
	position?: number;
	sku: string;
	batchId?: number;
	note?: IDataObject;
	failure?: HubError;
}

interface Sending {
	endpoint: EndpointName;
	/** Name of the list in the body, e.g. `estoques`. */
	list: string;
	/** ms to wait for each batch to be processed; undefined: do not wait. */
	timeLimit?: number;
	signal?: AbortSignal;
}

const created = z.object({ id: z.coerce.number() }).passthrough();

/**
 * Sends the entries in as few requests as possible, in order, and waits for the batches side by
 * side while the next ones are sent. A batch with entries that need one of an earlier batch is only
 * sent once that one is processed.
 * @throws HubError only for what ends the whole run (cancelled)
 */
export async function sendBatches(
	hub: Hub,
	entries: BatchEntry[],
	sending: Sending,
): Promise<SentBatch[]> {
	const sent: SentBatch[] = chunk(entries, batchSize).map((part) => ({ entries: part }));
	const waits: Array<Promise<void>> = [];
	let ended: HubError | undefined;
	for (const [index, batch] of sent.entries()) {
		if (ended === undefined) {
			const needed = sent.slice(0, index).filter((earlier) => needs(batch, earlier));
			if (needed.length > 0)
				await Promise.all([
					...waits,
					...needed.map(async (earlier) => await processed(hub, earlier, sending)),
				]);
			ended = await send(hub, batch, sending);
			if (batch.batchId !== undefined && sending.timeLimit !== undefined) {
				const waiting = waitInto(hub, batch, batch.batchId, sending.timeLimit, sending.signal);
				// handled where it is awaited, below
				waiting.catch(() => undefined);
				waits.push(waiting);
			}
		} else {
			batch.failure = notSent(ended);
		}
	}
	await Promise.all(waits);
	return sent;
}

/** Outcomes of a waited batch, entry by entry; what the hub notes about none of them comes last. */
export function outcomesOf({ entries, batchId, record, failure }: SentBatch): EntryOutcome[] {
	const notes = Array.isArray(record?.observacoes) ? (record.observacoes as IDataObject[]) : [];
	const { matched, unmatched } = matchByKey(
		entries,
		notes,
		({ sku }) => sku,
		({ identificador }) => String(identificador),
	);
	const outcomes = entries.map(({ sku, itemIndex, position }, index): EntryOutcome => {
		const note = matched[index];
		const reason = note === undefined ? (failure ?? notReported(batchId)) : failureOf(note);
		return { itemIndexes: [itemIndex], position, sku, batchId, note, failure: reason };
	});
	const extra = unmatched.map((note): EntryOutcome => {
		const sku = String(note.identificador ?? '');
		const own = entries.filter((entry) => mentions(entry, sku));
		return {
			itemIndexes: [...new Set((own.length > 0 ? own : entries).map(({ itemIndex }) => itemIndex))],
			sku,
			batchId,
			note,
			failure: failureOf(note),
		};
	});
	return [...outcomes, ...extra];
}

/**
 * Waits until a batch is processed, looking at it ever more rarely (reference: Batches).
 * @param timeLimit in ms
 * @param seen is given every record read, so that a part is known when the time is over
 * @throws HubError of kind `timeLimit`, or what reading it says; a batch is gone after 10 days
 */
export async function waitForBatch(
	hub: Hub,
	batchId: number | string,
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
export async function readBatch(hub: Hub, batchId: number | string): Promise<IDataObject> {
	return await hub
		.request('batchGet', { path: { id: batchId } }, recordOf(batchSchema))
		.catch((error: unknown) => {
			if (!(error instanceof HubError) || error.httpStatus !== 404) throw error;
			throw new HubError('refused', `The hub has no batch ${batchId} (404: ${error.error ?? ''})`, {
				...error,
				description: `Batches can be read for 10 days after their creation. ${error.description ?? ''}`,
			});
		});
}

/** @returns why nothing more should be sent, if so */
async function send(
	hub: Hub,
	batch: SentBatch,
	{ endpoint, list }: Sending,
): Promise<HubError | undefined> {
	const body = { [list]: batch.entries.map((entry) => entry.body) };
	batch.failure = await catchHubError(
		hub.request(endpoint, { body }, created).then(({ id }) => {
			batch.batchId = id;
		}),
	);
	if (batch.failure?.kind === 'cancelled') throw batch.failure;
	return batch.failure !== undefined && isFatal(batch.failure) ? batch.failure : undefined;
}

async function waitInto(
	hub: Hub,
	batch: SentBatch,
	batchId: number,
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
	const skus = new Set(earlier.entries.map(({ sku }) => sku));
	return batch.entries.some(({ after }) => after !== undefined && skus.has(after));
}

/** Longest wait for a batch that later ones need, in ms, when results are not waited for. */
const longestNeededWait = 10 * 60_000;

/** Waits for a batch that nobody else waits for. What becomes of it shows with its entries and those that need them. */
async function processed(
	hub: Hub,
	{ batchId }: SentBatch,
	{ timeLimit, signal }: Sending,
): Promise<void> {
	if (batchId !== undefined && timeLimit === undefined)
		await catchHubError(waitForBatch(hub, batchId, longestNeededWait, signal));
}

function failureOf({ sucesso, error, details }: IDataObject): HubError | undefined {
	if (sucesso === true || sucesso === 'true') return undefined;
	const text =
		typeof error === 'string' && error !== ''
			? error
			: 'The hub did not accept the entry and gives no reason';
	const list = Array.isArray(details) ? details.map(String) : [];
	return new HubError('refused', text, {
		details: list,
		description: list.join('; '),
		error: text,
	});
}

const notReported = (batchId: number | undefined) =>
	new HubError(
		'outcomeUnknown',
		`Not reported by the hub: batch ${batchId ?? ''} is processed without a note about this entry`,
		{
			description: 'Read the record from the hub to see whether it was changed.',
		},
	);

function mentions({ sku, body }: BatchEntry, identifier: string): boolean {
	const variations = Array.isArray(body.variacoes) ? (body.variacoes as IDataObject[]) : [];
	return sku === identifier || variations.some(({ skuVariacao }) => skuVariacao === identifier);
}
