import type { IDataObject } from 'n8n-workflow';
import { monotonicNow, delay } from '../async';
import { HubError, isNotFound, toFailure } from '../errors';
import { valueAsText } from '../http/answer';
import { timeLimitIn } from '../http/runLimit';
import type { Hub } from '../hub';
import type { Row } from '../rows/row';
import { recordOf } from '../schemas/reads/answers';
import { batchRecord } from '../schemas/reads/records';
import { timing } from '../timing';
import { withoutStop } from '../values/text';

/** A number, or the digits of a number that would not be exact. */
export type BatchId = number | string;

/** A batch of up to 100 rows that the hub took; it names each by `identity.sku`. */
export interface SentBatch {
	rows: Row[];
	batchId: BatchId;
	/** Settles when it is processed or not waited for any longer; undefined while nobody waits. */
	following?: Promise<void>;
	/** Then: the batch as it was last seen; its failure is the failure of its rows. */
	followed?: FollowedBatch;
}

/** A batch as last seen, and why it is not known to be processed. */
export type FollowedBatch =
	| { record: IDataObject; failure?: undefined }
	| { record?: IDataObject; failure: HubError };

/** How often a fresh batch may be missing: about 8 s of pauses. */
const mostUnseen = 4;

interface Following {
	/** In ms, for everything, the waits of single looks included. */
	timeLimit: number;
	signal?: AbortSignal;
	/** The hub has just named the batch, and may not show it yet. */
	isFresh?: boolean;
}

/** Follows a batch until it is processed, looking at it at growing intervals (reference: Batches). */
export async function followBatch(
	hub: Hub<'batchGet'>,
	batchId: BatchId,
	{ timeLimit, signal, isFresh = false }: Following,
): Promise<FollowedBatch> {
	const end = monotonicNow() + timeLimit;
	const deadline = timeLimitIn(timeLimit);
	let record: IDataObject | undefined;
	let unseen = isFresh ? mostUnseen : 0;
	let missing: HubError | undefined;
	for (let pause = timing.batchPoll; ; pause = Math.min(pause * 1.5, timing.batchPoll * 10)) {
		const read = await readBatch(hub, batchId, deadline).catch(toFailure);
		const left = end - monotonicNow();
		if (read instanceof HubError) {
			const mayComeYet = isNotFound(read) && unseen > 0 && left > 0;
			if (!mayComeYet) {
				const isOver = deadline.aborted && read.kind === 'timeLimit';
				return { record, failure: isOver ? (missing ?? notProcessed(batchId, record)) : read };
			}
			unseen--;
			missing = read;
		} else {
			if (String(read.status).trim().toLowerCase() === 'processado') return { record: read };
			if (left <= 0) return { record: read, failure: notProcessed(batchId, read) };
			record = read;
			unseen = 0;
			missing = undefined;
		}
		// so that the last look has time for its answer
		await delay(Math.min(pause, left * 0.9), signal);
	}
}

const notProcessed = (batchId: BatchId, { status = 'not known' }: IDataObject = {}) =>
	new HubError(
		'timeLimit',
		`Batch ${batchId} was not processed within the time limit (status ${valueAsText(status)})`,
		{
			description: `The hub goes on with it. Get the results later with Batch > Wait Until Processed and the ID ${batchId}, or raise Time Limit (Minutes).`,
		},
	);

/** The same for its rows: the hub took them, so that a failure to see their outcome is no refusal. */
export const forRows = (batchId: BatchId, followed: FollowedBatch): FollowedBatch =>
	followed.failure === undefined
		? followed
		: { ...followed, failure: unclearOutcome(batchId, followed.failure) };

function unclearOutcome(batchId: BatchId, failure: HubError): HubError {
	if (failure.kind === 'timeLimit') return failure;
	return new HubError(
		'unconfirmed',
		`The hub took the entry in batch ${batchId}, but its outcome is unknown: ${failure.message}`,
		{
			httpStatus: failure.httpStatus,
			requestId: failure.requestId,
			description: `Look before you send it again: get the results with Batch > Wait Until Processed and the ID ${batchId}, or read the record. ${failure.description ?? ''}`,
		},
	);
}

/**
 * One batch (reference: Batches).
 * @throws HubError with status 404 for a batch that the hub does not have, e.g. after 10 days
 */
export async function readBatch(
	hub: Hub<'batchGet'>,
	batchId: BatchId,
	signal?: AbortSignal,
): Promise<IDataObject> {
	const answer = recordOf(batchRecord, 'batchId', String(batchId));
	return await hub
		.request('batchGet', { path: { id: batchId }, signal }, answer)
		.catch((error: unknown) => {
			if (!(error instanceof HubError) || !isNotFound(error)) throw error;
			throw error.with({
				kind: 'refused',
				outcome: undefined,
				message: `The hub has no batch ${batchId} (404: ${withoutStop(error.error ?? '')})`,
				description: `Batches can be read for 10 days after their creation. ${error.description ?? ''}`,
			});
		});
}
