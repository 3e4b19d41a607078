import { z } from 'zod';
import { eachWithPauses } from '../async';
import type { EndpointName } from '../endpoints';
import { HubError } from '../errors';
import type { Hub } from '../hub';
import { type EntryResult, type FurtherResult, itemsOf, type Row, skuOf } from '../rows/row';
import { afterLeader, afterSameKey, type Blocker } from './rowOrder';
import { type RowSender, sendRows } from './sendRows';
import { timing } from '../timing';
import { isRecord } from '../values/objects';
import { exactId, positiveDigits } from '../values/ids';
import { obstacleOfLeader, obstacleOfOlder } from './obstacles';
import { readNotes } from './notes';
import { followBatch, forRows, type BatchId, type SentBatch } from './follow';

/** Most rows of one request (reference: Limits). */
export const largestRequest = 100;

/** One of the hub's three batch endpoints; its notes name a row by `identity.sku`. */
export interface BatchTarget<Name extends EndpointName> {
	endpoint: Name;
	/** Name of the list in the body, e.g. `estoques`. */
	list: string;
	/** Finds the row of a product's leader, which has to be registered before it. */
	leaderOf?: (row: Row) => Row | undefined;
}

/** How the batches of a run are followed. */
export interface BatchFollowing {
	/** ms to wait for each batch to be processed; undefined: do not wait. */
	timeLimit?: number;
	signal?: AbortSignal;
	/** Called as soon as the hub has taken a batch. */
	taken?: (batchId: BatchId, rows: readonly Row[]) => void;
	/** Called when a batch is not waited for any longer. */
	followed?: (rows: readonly Row[]) => void;
}

type BatchSending<Name extends EndpointName> = BatchTarget<Name> & BatchFollowing;

/**
 * Sends rows in batches and waits for these side by side while the next ones are sent. Rows with the
 * same SKU never share a batch: the later one is sent once the earlier one's batch is processed. A child
 * goes into its leader's batch or waits until that is processed.
 * Each row has its result or a `failure` afterwards; where no batch is waited for, only rows that the hub did not take
 * have a failure.
 * @returns the hub's words beyond one for each row; a result for each batch where none is waited for
 * @throws only an error that ends the whole run, e.g. because the execution was cancelled
 */
export async function sendBatches<Name extends EndpointName>(
	hub: Hub<Name | 'batchGet'>,
	rows: readonly Row[],
	sending: BatchSending<Name>,
): Promise<EntryResult[]> {
	const run = new BatchRun(hub, sending);
	await sendRows(rows, run);
	if (sending.timeLimit === undefined) return run.batches.map(resultOfBatch);
	await run.followAll();
	const further: FurtherResult[] = [];
	await eachWithPauses(run.batches, (batch) => {
		for (const result of readNotes(batch)) further.push(result);
	});
	return further;
}

function resultOfBatch({ rows, batchId }: SentBatch): EntryResult {
	const json = { batchId, skus: rows.map(({ identity }) => skuOf(identity)) };
	return { itemIndexes: itemsOf(rows), json, about: rows[0] };
}

/** The batches of one run, and which row went out in which. */
class BatchRun<Name extends EndpointName> implements RowSender<Row> {
	readonly most = largestRequest;
	readonly batches: SentBatch[] = [];
	private readonly batchOf = new Map<Row, SentBatch>();
	private readonly afterOlder = afterSameKey(({ identity }) => skuOf(identity));

	constructor(
		private readonly hub: Hub<Name | 'batchGet'>,
		private readonly sending: BatchSending<Name>,
	) {}

	async send(rows: Row[]): Promise<void> {
		const { endpoint, list, taken, timeLimit } = this.sending;
		const body = { [list]: rows.map((row) => row.body) };
		const batchId = await createBatch(this.hub, endpoint, body);
		const batch: SentBatch = { rows, batchId };
		this.batches.push(batch);
		rows.forEach((row) => this.batchOf.set(row, batch));
		taken?.(batchId, rows);
		// `followAll` waits for it
		if (timeLimit !== undefined) this.follow(batch).catch(() => undefined);
	}

	blockersOf(row: Row): Blocker[] {
		const leader = this.sending.leaderOf?.(row);
		return [...this.afterOlder(row), ...afterLeader(leader, { joins: true })];
	}

	obstacle(blocker: Row, why: Blocker['why']): HubError | undefined {
		const batch = this.batchOf.get(blocker);
		return why === 'older' ? obstacleOfOlder(blocker, batch) : obstacleOfLeader(blocker, batch);
	}

	async settled([row]: readonly Row[]): Promise<void> {
		const batch = row && this.batchOf.get(row);
		if (batch !== undefined) await this.follow(batch);
	}

	async followAll(): Promise<void> {
		await Promise.all(this.batches.map(async (batch) => await this.follow(batch)));
	}

	/** Resolves when the outcome of a batch is known; it is followed once. */
	private async follow(batch: SentBatch): Promise<void> {
		await (batch.following ??= this.noteOutcome(batch));
	}

	private async noteOutcome(batch: SentBatch): Promise<void> {
		const { timeLimit = timing.neededBatch, signal } = this.sending;
		const following = { timeLimit, signal, isFresh: true };
		const followed = await followBatch(this.hub, batch.batchId, following);
		batch.followed = forRows(batch.batchId, followed);
		this.sending.followed?.(batch.rows);
	}
}

/** @throws HubError of unknown outcome where the hub gives no usable ID for the batch */
async function createBatch<Name extends EndpointName>(
	hub: Hub<Name>,
	endpoint: Name,
	body: Record<string, unknown>,
): Promise<BatchId> {
	const batchId = await hub.request(endpoint, { body }, createdBatchId);
	if (batchId === undefined) throw withoutBatchId(endpoint);
	return batchId;
}

/** The id in an answer to a new batch; undefined where there is none that can be used. */
const createdBatchId = z.unknown().transform((answer): BatchId | undefined => {
	const id: unknown = isRecord(answer) ? answer.id : undefined;
	const digits = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	return positiveDigits(digits) === undefined ? undefined : exactId(digits);
});

const withoutBatchId = (endpoint: EndpointName) =>
	new HubError(
		'unconfirmed',
		'The hub may have taken this batch, but gave no batch ID: what became of it is unknown',
		{
			description:
				endpoint === 'productBatch'
					? 'The node did not send it again, because that could register the products twice. Look for each with Product > Get before you send it again.'
					: 'You can send the same values again without harm. To see what the hub has: Product > Get, or Product > Get Variation.',
		},
	);
