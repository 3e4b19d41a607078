import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';
import { sendInOrder } from './async/sendInOrder';
import { deadlineIn, monotonicNow } from './async/clock';
import { wait } from './async/wait';
import type { EndpointName } from './endpoints';
import type { Entry } from './entries';
import { catchHubError, HubError } from './errors';
import type { Hub } from './hub';
import { createdBatchId, withoutBatchId, type BatchId } from './newBatch';
import { recordOf } from './schemas/answers';
import { batch as batchSchema } from './schemas/records';
import { timing } from './timing';

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
		const id = await hub.request(endpoint, { body }, createdBatchId);
		if (id === undefined) throw withoutBatchId(endpoint);
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

/**
 * Waits until a batch is processed, looking at it ever more rarely (reference: Batches).
 * @param timeLimit in ms, for everything: also what single looks wait for
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
	const end = monotonicNow() + timeLimit;
	// the last look gets the time that any request gets
	const deadline = deadlineIn(timeLimit + timing.shortestTry);
	let status: unknown = 'not known';
	for (let pause = timing.batchPoll; ; pause = Math.min(pause * 1.5, timing.batchPoll * 10)) {
		const record = await readBatch(hub, batchId, deadline).catch((error: unknown) => {
			throw deadline.aborted && isTimeLimit(error) ? notProcessed(batchId, status) : error;
		});
		seen?.(record);
		({ status } = record);
		if (status === 'processado') return record;
		const left = end - monotonicNow();
		if (left <= 0) throw notProcessed(batchId, status);
		await wait(Math.min(pause, left), signal);
	}
}

const isTimeLimit = (error: unknown) => error instanceof HubError && error.kind === 'timeLimit';

const notProcessed = (batchId: BatchId, status: unknown) =>
	new HubError(
		'timeLimit',
		`Batch ${batchId} was not processed within the time limit (status ${String(status)})`,
		{
			description: `The hub goes on with it. Look at it later with Batch > Wait Until Processed and the ID ${batchId}, or raise the time limit.`,
		},
	);

/** One batch (reference: Batches). A 404 says that it may be older than 10 days. */
export async function readBatch(
	hub: Hub<'batchGet'>,
	batchId: BatchId,
	signal?: AbortSignal,
): Promise<IDataObject> {
	return await hub
		.request(
			'batchGet',
			{ path: { id: batchId }, signal },
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
