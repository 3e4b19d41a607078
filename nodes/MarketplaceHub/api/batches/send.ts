import chunk from 'lodash/chunk';
import { z } from 'zod';
import type { EndpointName } from '../endpoints';
import type { Entry } from '../entries';
import { HubError, isFatal, toFailure } from '../errors';
import { notSentAfter } from '../http/failures';
import type { Hub } from '../hub';
import { timing } from '../timing';
import { isRecord } from '../values/checks';
import { followBatch, type BatchId, type SentBatch } from './results';

interface Sending<Name extends EndpointName> {
	endpoint: Name;
	/** Name of the list in the body, e.g. `estoques`. */
	list: string;
	/** ms to wait for each batch to be processed; undefined: do not wait. */
	timeLimit?: number;
	signal?: AbortSignal;
	/** Called as soon as the hub has taken a batch. */
	taken?: (batchId: BatchId, entries: readonly Entry[]) => void;
}

/**
 * Sends the entries in as few requests as possible, in order, and waits for the batches side by
 * side while the next ones are sent. Entries with the same SKU never share a batch. One that comes
 * after another, by its leader or by its own SKU, is only sent once that one's batch is processed.
 * @throws only what ends the whole run, e.g. because the execution was cancelled
 */
export async function sendBatches<Name extends EndpointName>(
	hub: Hub<Name | 'batchGet'>,
	entries: Entry[],
	{ endpoint, list, timeLimit, signal, taken }: Sending<Name>,
): Promise<SentBatch[]> {
	const follow = followers(hub, timeLimit ?? timing.neededBatch, signal);
	const batches = inRequests(entries, skuOf).map((part): SentBatch => ({ entries: part }));
	const held: SentBatch[] = [];
	const latest = new Map<string, SentBatch>();
	const sent = await sendInOrder(batches, async (batch) => {
		const { ready, notSent } = await holdBack(batch.entries, latest, follow);
		held.push(...notSent);
		batch.entries = ready;
		ready.forEach((entry) => latest.set(skuOf(entry), batch));
		if (ready.length === 0) return;
		const body = { [list]: ready.map((entry) => entry.body) };
		const request = hub.request(endpoint, { body }, createdBatchId).then((id) => {
			if (id === undefined) throw withoutBatchId(endpoint);
			batch.batchId = id;
			taken?.(id, ready);
		});
		await request.catch((error: unknown) => {
			throw (batch.failure = toFailure(error));
		});
		// what becomes of it is waited for below
		if (timeLimit !== undefined) follow(batch).catch(() => undefined);
	});
	for (const { input, failure } of sent) input.failure = failure;
	if (timeLimit !== undefined) await Promise.all(batches.map(follow));
	return [...held, ...batches].filter((batch) => batch.entries.length > 0);
}

type Sent<Input, Value> =
	| { input: Input; value: Value; failure?: undefined }
	| { input: Input; value?: undefined; failure: HubError };

/**
 * Works on the inputs one after another. One that fails does not stop the others, unless
 * it shows that the hub is out of reach: then the rest is not sent.
 */
export async function sendInOrder<Input, Value>(
	inputs: readonly Input[],
	work: (input: Input) => Promise<Value>,
): Promise<Array<Sent<Input, Value>>> {
	const all: Array<Sent<Input, Value>> = [];
	let fatal: HubError | undefined;
	for (const input of inputs) {
		if (fatal !== undefined) {
			all.push({ input, failure: notSentAfter(fatal) });
			continue;
		}
		const sent = await work(input).then(
			(value): Sent<Input, Value> => ({ input, value }),
			(error: unknown): Sent<Input, Value> => ({ input, failure: toFailure(error) }),
		);
		if (sent.failure !== undefined && isFatal(sent.failure)) fatal = sent.failure;
		all.push(sent);
	}
	return all;
}

/** Most entries of one request (reference: Limits). */
const largestRequest = 100;

/**
 * Cuts entries into requests. Entries with the same key never share one, and come in their order:
 * the second ones after all first ones, and so on.
 * @param keyOf what an entry writes to, e.g. its SKU
 */
export function inRequests(entries: readonly Entry[], keyOf: (entry: Entry) => string): Entry[][] {
	const rounds: Entry[][] = [];
	const counts = new Map<string, number>();
	for (const entry of entries) {
		const round = counts.get(keyOf(entry)) ?? 0;
		counts.set(keyOf(entry), round + 1);
		(rounds[round] ??= []).push(entry);
	}
	return rounds.flatMap((round) => chunk(round, largestRequest));
}

const skuOf = ({ identity }: Entry) => String(identity.sku);

/** The id in an answer to a new batch; undefined where there is none that can be used. */
const createdBatchId = z.unknown().transform((answer): BatchId | undefined => {
	const id: unknown = isRecord(answer) ? answer.id : undefined;
	const digits = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (!/^0*[1-9]\d{0,17}$/.test(digits)) return undefined;
	return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
});

const withoutBatchId = (endpoint: EndpointName) =>
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

type Follow = (batch: SentBatch) => Promise<void>;

/** Every batch is waited for once, whoever asks. */
function followers(hub: Hub<'batchGet'>, timeLimit: number, signal?: AbortSignal): Follow {
	const follow: Follow = async (batch) => {
		const { batchId } = batch;
		if (batchId === undefined) return;
		const { record, failure } = await followBatch(hub, batchId, timeLimit, signal, true);
		batch.record = record;
		batch.unfollowed = failure && unclear(batchId, failure);
	};
	return async (batch) => await (batch.followed ??= follow(batch));
}

/** The hub took the batch: whatever keeps us from seeing what became of it is no refusal. */
export function unclear(batchId: BatchId, failure: HubError): HubError {
	if (failure.kind === 'timeLimit') return failure;
	return new HubError(
		'outcomeUnknown',
		`The hub took the entry in batch ${batchId}, but its outcome is unknown: ${failure.message}`,
		{
			httpStatus: failure.httpStatus,
			requestId: failure.requestId,
			description: `Do not send it again before you have looked: with Batch > Wait Until Processed and the ID ${batchId}, or read the record. ${failure.description ?? ''}`,
		},
	);
}

/** Sets apart the entries that must not be sent because of what became of an earlier one. */
async function holdBack(
	entries: Entry[],
	latest: Map<string, SentBatch>,
	follow: Follow,
): Promise<{ ready: Entry[]; notSent: SentBatch[] }> {
	const ready: Entry[] = [];
	const notSent: SentBatch[] = [];
	for (const entry of entries) {
		const failure = await obstacleTo(entry, latest, follow);
		if (failure === undefined) {
			ready.push(entry);
			continue;
		}
		const batch = { entries: [entry], failure };
		notSent.push(batch);
		latest.set(skuOf(entry), batch);
	}
	return { ready, notSent };
}

/** Why an entry must not be sent, if so: its leader, or an older value of its own, is not settled. */
async function obstacleTo(
	{ identity, after }: Entry,
	latest: Map<string, SentBatch>,
	follow: Follow,
): Promise<HubError | undefined> {
	const leader = after === undefined ? undefined : latest.get(after);
	if (leader !== undefined) {
		await follow(leader);
		if (!isProcessed(leader)) return notSentBecause(`its leader ${after}`, leader);
	}
	const older = latest.get(String(identity.sku));
	if (older !== undefined) {
		await follow(older);
		// what the hub refused as a whole cannot come after this one
		const isRefused = older.failure !== undefined && older.failure.outcome === undefined;
		if (!isProcessed(older) && !isRefused)
			return notSentBecause(`an earlier entry with the SKU ${identity.sku}`, older);
	}
	return undefined;
}

const isProcessed = ({ batchId, unfollowed }: SentBatch) =>
	batchId !== undefined && unfollowed === undefined;

function notSentBecause(who: string, { batchId, failure, unfollowed }: SentBatch): HubError {
	const reason = unfollowed ?? failure;
	const where = batchId === undefined ? '' : ` in batch ${batchId}`;
	return new HubError('notSent', `Not sent, because ${who}${where} is not known to be processed`, {
		description: `${reason?.message ?? ''}. Send this entry once that one is settled. ${reason?.description ?? ''}`,
	});
}
