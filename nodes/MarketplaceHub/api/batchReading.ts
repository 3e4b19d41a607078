import { z } from 'zod';
import type { EndpointName } from './endpoints';
import { isRecord, recordOf } from './schemas/answers';
import type { IDataObject } from 'n8n-workflow';
import { deadlineIn, monotonicNow, wait } from './async/wait';
import { stateOf } from './auth/account';
import { HubError } from './errors';
import type { Hub } from './hub';
import { batch as batchSchema } from './schemas/records';
import { timing } from './timing';

/** A number, or the digits of one that would not be exact. */
export type BatchId = number | string;

/** The id in an answer to a new batch; undefined where there is none that can be used. */
export const createdBatchId = z.unknown().transform((answer): BatchId | undefined => {
	const id: unknown = isRecord(answer) ? answer.id : undefined;
	const digits = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (!/^0*[1-9]\d{0,17}$/.test(digits)) return undefined;
	return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
});

/** Why a batch that was answered without an id is not followed. */
export const withoutBatchId = (endpoint: EndpointName) =>
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
		const record = await readBatch(hub, batchId, deadline, end).catch((error: unknown) => {
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

/** How often a batch that this process has just made is looked for: about 20 s in all. */
const looksForNewBatch = 7;

/**
 * One batch (reference: Batches). One that this process has made a moment ago may not be found yet,
 * where the hub reads from a copy that lags behind: it is looked for again for a while.
 * @param end ms of the monotonic clock after which it is not looked for again
 * @throws HubError with status 404 for a batch that the hub does not have, e.g. after 10 days
 */
export async function readBatch(
	hub: Hub<'batchGet'>,
	batchId: BatchId,
	signal?: AbortSignal,
	end = Infinity,
): Promise<IDataObject> {
	const { newBatches } = stateOf(await hub.account());
	const key = String(batchId);
	for (let look = 1, pause = timing.batchPoll; ; look++, pause *= 1.5) {
		const read = await hub
			.request(
				'batchGet',
				{ path: { id: batchId }, signal },
				recordOf(batchSchema, 'batchId', String(batchId)),
			)
			.catch((error: unknown) => {
				if (!(error instanceof HubError) || error.httpStatus !== 404) throw error;
				return error;
			});
		const isNew = newBatches.get(key) === true;
		if (!(read instanceof HubError)) {
			newBatches.delete(key, true);
			return read;
		}
		if (!isNew || look === looksForNewBatch || monotonicNow() >= end) throw notFound(batchId, read);
		await wait(Math.min(pause, Math.max(0, end - monotonicNow())), signal);
	}
}

const notFound = (batchId: BatchId, { error, description, ...rest }: HubError) =>
	new HubError('refused', `The hub has no batch ${batchId} (404: ${error ?? ''})`, {
		...rest,
		error,
		description: `Batches can be read for 10 days after their creation. ${description ?? ''}`,
	});
