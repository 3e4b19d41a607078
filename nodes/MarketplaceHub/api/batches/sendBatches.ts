import { z } from 'zod';
import type { EndpointName } from '../endpoints';
import { HubError, toFailure } from '../errors';
import type { Hub } from '../hub';
import type { Row } from '../rows/row';
import { afterSameKey, sendRows } from '../rows/sendRows';
import { timing } from '../timing';
import { isRecord } from '../values/checks';
import { positiveDigits } from '../values/ids';
import { withoutStop } from '../values/text';
import { followBatch, type BatchId, type SentBatch } from './results';

/** Most rows of one request (reference: Limits). */
export const largestRequest = 100;

interface BatchSending<Name extends EndpointName> {
	endpoint: Name;
	/** Name of the list in the body, e.g. `estoques`. */
	list: string;
	/** ms to wait for each batch to be processed; undefined: do not wait. */
	timeLimit?: number;
	signal?: AbortSignal;
	/** Called as soon as the hub has taken a batch. */
	taken?: (batchId: BatchId, rows: readonly Row[]) => void;
	/** The row of a product's leader, which is registered before it. */
	leaderOf?: (row: Row) => Row | undefined;
}

/**
 * Sends rows in batches and waits for these side by side while the next ones are sent. Rows with the
 * same SKU never share a batch: the later one is sent once the earlier one's batch is processed. A child
 * goes into its leader's batch or waits until that is processed.
 * @returns the batches; rows that were not sent have a `failure`
 * @throws only an error that ends the whole run, e.g. because the execution was cancelled
 */
export async function sendBatches<Name extends EndpointName>(
	hub: Hub<Name | 'batchGet'>,
	rows: readonly Row[],
	{ endpoint, list, timeLimit, signal, taken, leaderOf }: BatchSending<Name>,
): Promise<SentBatch[]> {
	const batches: SentBatch[] = [];
	const batchOf = new Map<Row, SentBatch>();
	const afterOlder = afterSameKey(rows, rowSku);
	const follow = async (batch: SentBatch) =>
		await (batch.followed ??= followSent(hub, batch, timeLimit ?? timing.neededBatch, signal));
	await sendRows(rows, {
		most: largestRequest,
		async send(part) {
			const batch: SentBatch = { rows: part };
			batches.push(batch);
			part.forEach((row) => batchOf.set(row, batch));
			const body = { [list]: part.map((row) => row.body) };
			try {
				batch.batchId = await createBatch(hub, endpoint, body);
			} catch (error) {
				batch.failure = toFailure(error);
				throw batch.failure;
			}
			taken?.(batch.batchId, part);
			// its outcome is waited for below
			if (timeLimit !== undefined) follow(batch).catch(() => undefined);
		},
		blockersOf(row) {
			const blockers = afterOlder(row);
			const leader = leaderOf?.(row);
			if (leader !== undefined) blockers.push({ row: leader, why: 'leader', joins: true });
			return blockers;
		},
		obstacle: (blocker, why) =>
			(why === 'older' ? obstacleOfOlder : obstacleOfLeader)(blocker, batchOf.get(blocker)),
		async settled(row) {
			const batch = batchOf.get(row);
			if (batch !== undefined) await follow(batch);
		},
	});
	if (timeLimit !== undefined) await Promise.all(batches.map(follow));
	return batches;
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

const rowSku = ({ identity }: Row) => String(identity.sku);

/** The id in an answer to a new batch; undefined where there is none that can be used. */
const createdBatchId = z.unknown().transform((answer): BatchId | undefined => {
	const id: unknown = isRecord(answer) ? answer.id : undefined;
	const digits = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (positiveDigits(digits) === undefined) return undefined;
	return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
});

const withoutBatchId = (endpoint: EndpointName) =>
	new HubError(
		'outcomeUnknown',
		'The hub may have taken this batch, but gave no batch ID: what became of it is unknown',
		{
			description:
				endpoint === 'productBatch'
					? 'The node did not send it again, because that could register the products twice. Look for each with Product > Get before you send it again.'
					: 'You can send the same values again without harm. To see what the hub has: Product > Get, or Product > Get Variation.',
		},
	);

/** Notes the outcome of a batch. */
async function followSent(
	hub: Hub<'batchGet'>,
	batch: SentBatch,
	timeLimit: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	const { batchId } = batch;
	if (batchId === undefined) return;
	const { record, failure } = await followBatch(hub, batchId, timeLimit, signal, true);
	batch.record = record;
	batch.unfollowed = failure && unclear(batchId, failure);
}

/** The hub took the batch: a failure to see its outcome is no refusal. */
export function unclear(batchId: BatchId, failure: HubError): HubError {
	if (failure.kind === 'timeLimit') return failure;
	return new HubError(
		'outcomeUnknown',
		`The hub took the entry in batch ${batchId}, but its outcome is unknown: ${failure.message}`,
		{
			httpStatus: failure.httpStatus,
			requestId: failure.requestId,
			description: `Look before you send it again: get the results with Batch > Wait Until Processed and the ID ${batchId}, or read the record. ${failure.description ?? ''}`,
		},
	);
}

const isProcessed = ({ batchId, unfollowed }: SentBatch) =>
	batchId !== undefined && unfollowed === undefined;

/** An older value of the same SKU that is not settled could come after this one. */
function obstacleOfOlder(older: Row, batch: SentBatch | undefined): HubError | undefined {
	if (batch !== undefined && isProcessed(batch)) return undefined;
	const failure = batch?.failure ?? older.failure;
	// a request that the hub refused as a whole cannot come after this one
	if (failure !== undefined && failure.outcome === undefined) return undefined;
	return notKnownProcessed(`an earlier entry with the SKU ${rowSku(older)}`, batch, failure);
}

function obstacleOfLeader(leader: Row, batch: SentBatch | undefined): HubError | undefined {
	const name = `its leader ${rowSku(leader)}`;
	if (batch === undefined)
		return new HubError('notSent', `Not sent, because ${name} is not sent`, {
			description: `${withoutStop(leader.failure?.message ?? '')}. Correct the leader's row. If the hub has the leader already, leave that row out.`,
		});
	return isProcessed(batch) ? undefined : notKnownProcessed(name, batch, batch.failure);
}

function notKnownProcessed(
	name: string,
	{ batchId, unfollowed }: Pick<SentBatch, 'batchId' | 'unfollowed'> = {},
	failure: HubError | undefined,
): HubError {
	const reason = unfollowed ?? failure;
	const where = batchId === undefined ? '' : ` in batch ${batchId}`;
	return new HubError('notSent', `Not sent, because ${name}${where} is not known to be processed`, {
		description: `${withoutStop(reason?.message ?? '')}. Send this row again once that batch is processed. ${reason?.description ?? ''}`,
	});
}
