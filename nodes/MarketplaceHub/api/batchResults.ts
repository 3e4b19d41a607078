import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import type { IDataObject } from 'n8n-workflow';
import { deadlineIn, monotonicNow, wait } from './async/wait';
import { stateOf } from './auth/account';
import type { Entry, EntryResult } from './entries';
import { HubError } from './errors';
import { detailsIn, textOf } from './http/errorText';
import type { Hub } from './hub';
import { recordOf } from './schemas/answers';
import { batch as batchSchema } from './schemas/records';
import { timing } from './timing';
import { isRecord } from './values/checks';

/* What became of a batch: it is read until it is processed, and each entry gets the note about it. */

/** A number, or the digits of one that would not be exact. */
export type BatchId = number | string;

/** A request of up to 100 entries and what became of it; the hub names each by `identity.sku`. */
export interface SentBatch {
	entries: Entry[];
	/** Undefined when the hub did not take it, or did not say so. */
	batchId?: BatchId;
	/** The batch's record once processed, or as last seen. */
	record?: IDataObject;
	/** Why there is no batch. */
	failure?: HubError;
	/** Why it is not known to be processed, although it was waited for. */
	unfollowed?: HubError;
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
	const deadline = deadlineIn(timeLimit);
	let status: unknown = 'not known';
	for (let pause = timing.batchPoll; ; pause = Math.min(pause * 1.5, timing.batchPoll * 10)) {
		const record = await readBatch(hub, batchId, deadline, end).catch((error: unknown) => {
			throw deadline.aborted && isTimeLimit(error) ? notProcessed(batchId, status) : error;
		});
		seen?.(record);
		({ status } = record);
		if (String(status).trim().toLowerCase() === 'processado') return record;
		const left = end - monotonicNow();
		if (left <= 0) throw notProcessed(batchId, status);
		// so that the last look has time for its answer
		await wait(Math.min(pause, left * 0.9), signal);
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

/** Results of a waited batch, entry by entry; what the hub notes about none of them comes last. */
export function resultsOf(batch: SentBatch): EntryResult[] {
	const { entries, batchId, record, failure, unfollowed } = batch;
	const notes = notesIn(record?.observacoes);
	const { matched, unmatched } = matchByKey(
		entries,
		notes,
		({ identity }) => String(identity.sku),
		({ identificador }) => String(identificador),
	);
	const results = entries.map(({ identity, itemIndex, position }, index): EntryResult => {
		const note = matched[index];
		const reason =
			note === undefined ? (failure ?? unfollowed ?? notReported(batchId)) : failureOf(note);
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
	const { info, data } = note ?? {};
	const sucesso = failure === undefined;
	// what the hub says of a failure is shortened; a note can be of any length
	const { error, details } = sucesso || note?.error === undefined ? (note ?? {}) : failure;
	return omitBy({ sku, batchId, sucesso, info, error, details, data }, isNil) as IDataObject;
}

/**
 * Notes that can be read; one that is no record spoils itself only. Some hubs write a list as an
 * object, and a list of one as what is in it.
 */
export function notesIn(observacoes: unknown): IDataObject[] {
	if (isRecord(observacoes) && 'identificador' in observacoes) return [observacoes];
	const notes: unknown[] = isRecord(observacoes)
		? Object.values(observacoes)
		: [observacoes].flat();
	return notes.filter(isRecord);
}

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
	const list = detailsIn(details).map(textOf);
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

/**
 * Links what the hub says about entries with the entries: by key, several with the same key in
 * order of appearance (design: Readings of the reference).
 * @returns for each entry its answer if there is one, and the answers that belong to none
 */
export function matchByKey<Item, Answer>(
	entries: readonly Item[],
	answers: readonly Answer[],
	keyOfEntry: (entry: Item) => string,
	keyOfAnswer: (answer: Answer) => string,
): { matched: Array<Answer | undefined>; unmatched: Answer[] } {
	const waiting = new Map<string, number[]>();
	entries.forEach((entry, index) => {
		const key = keyOfEntry(entry);
		const indexes = waiting.get(key);
		if (indexes === undefined) waiting.set(key, [index]);
		else indexes.push(index);
	});
	const matched = new Array<Answer | undefined>(entries.length).fill(undefined);
	const unmatched = answers.filter((answer) => {
		const index = waiting.get(keyOfAnswer(answer))?.shift();
		if (index !== undefined) matched[index] = answer;
		return index === undefined;
	});
	return { matched, unmatched };
}
