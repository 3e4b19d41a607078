import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import type { IDataObject } from 'n8n-workflow';
import { monotonicNow, delay } from '../async';
import { HubError, refusedEntry, toFailure } from '../errors';
import { detailsIn, textOf } from '../http/failures';
import { timeLimitIn } from '../http/runLimit';
import type { Hub } from '../hub';
import { matchByKey } from '../rows/matchByKey';
import { itemsOf, type EntryResult, type Row } from '../rows/row';
import { recordOf } from '../schemas/answers';
import { batchRecord } from '../schemas/records';
import { timing } from '../timing';
import { isRecord } from '../values/checks';
import { withoutStop } from '../values/text';

/* The results of a batch: it is read until it is processed, and each entry gets the note about it. */

/** A number, or the digits of one that would not be exact. */
export type BatchId = number | string;

/** A request of up to 100 rows and its outcome; the hub names each by `identity.sku`. */
export interface SentBatch {
	rows: Row[];
	/** Undefined when the hub did not take it, or did not say so. */
	batchId?: BatchId;
	/** The batch's record once processed, or as last seen. */
	record?: IDataObject;
	/** Why there is no batch. */
	failure?: HubError;
	/** Settles when it is processed or not waited for any longer; undefined while nobody waits. */
	followed?: Promise<void>;
	/** Why it is not known to be processed, although it was waited for. */
	unfollowed?: HubError;
}

/** A batch as last seen, and why it is not known to be processed. */
export type FollowedBatch =
	| { record: IDataObject; failure?: undefined }
	| { record?: IDataObject; failure: HubError };

/** How often a fresh batch may be missing: about 8 s of pauses. */
const mostUnseen = 4;

/**
 * Follows a batch until it is processed, looking at it at growing intervals (reference: Batches).
 * @param timeLimit in ms, for everything, the waits of single looks included
 * @param isFresh the hub has just named it, and may not show it yet
 */
export async function followBatch(
	hub: Hub<'batchGet'>,
	batchId: BatchId,
	timeLimit: number,
	signal?: AbortSignal,
	isFresh = false,
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
			if (read.httpStatus === 404 && unseen > 0 && left > 0) {
				unseen--;
				missing = read;
				await delay(Math.min(pause, left * 0.9), signal);
				continue;
			}
			const isOver = deadline.aborted && read.kind === 'timeLimit';
			return { record, failure: isOver ? (missing ?? notProcessed(batchId, record)) : read };
		}
		record = read;
		unseen = 0;
		missing = undefined;
		if (String(record.status).trim().toLowerCase() === 'processado') return { record };
		if (left <= 0) return { record, failure: notProcessed(batchId, record) };
		// so that the last look has time for its answer
		await delay(Math.min(pause, left * 0.9), signal);
	}
}

const notProcessed = (batchId: BatchId, { status = 'not known' }: IDataObject = {}) =>
	new HubError(
		'timeLimit',
		`Batch ${batchId} was not processed within the time limit (status ${String(status)})`,
		{
			description: `The hub goes on with it. Get the results later with Batch > Wait Until Processed and the ID ${batchId}, or raise Time Limit (Minutes).`,
		},
	);

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
			if (!(error instanceof HubError) || error.httpStatus !== 404) throw error;
			throw error.with({
				kind: 'refused',
				message: `The hub has no batch ${batchId} (404: ${withoutStop(error.error ?? '')})`,
				description: `Batches can be read for 10 days after their creation. ${error.description ?? ''}`,
			});
		});
}

/**
 * Notes the result on each row of a batch that was waited for.
 * @returns results of notes that are about none of the rows
 */
export function readNotes({
	rows,
	batchId,
	record,
	failure,
	unfollowed,
}: SentBatch): EntryResult[] {
	const { matched, unmatched } = matchByKey(
		rows,
		notesIn(record?.observacoes),
		({ identity }) => String(identity.sku),
		({ identificador }) => String(identificador),
	);
	for (const [index, row] of rows.entries()) {
		const note = matched[index];
		row.failure =
			note === undefined ? (failure ?? unfollowed ?? notReported(batchId)) : noteFailure(note);
		row.batchId = batchId;
		row.result = resultJson(row.identity.sku, batchId, note, row.failure);
	}
	return unmatched.filter(saysSomething).map((note): EntryResult => {
		const sku = String(note.identificador ?? '');
		const own = rows.filter((row) => mentions(row, sku));
		const reason = noteFailure(note);
		return {
			itemIndexes: itemsOf(own.length > 0 ? own : rows),
			json: resultJson(sku, batchId, note, reason),
			failure: reason,
			about: own[0],
		};
	});
}

function resultJson(
	sku: unknown,
	batchId: BatchId | undefined,
	note: IDataObject | undefined,
	failure: HubError | undefined,
): IDataObject {
	const { info, data } = note ?? {};
	const sucesso = failure === undefined;
	// the hub's words on a failure are shortened; a note can be of any length
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

const isOne = (value: unknown, truth: boolean) =>
	[String(truth), String(Number(truth))].includes(String(value));

function noteFailure({ sucesso, error, details }: IDataObject): HubError | undefined {
	if (isOne(sucesso, true)) return undefined;
	const said = typeof error === 'string' && error !== '' ? error : undefined;
	if (said === undefined && !isOne(sucesso, false))
		return new HubError(
			'outcomeUnknown',
			'Not reported by the hub: its note about this entry has no result',
			{ description: 'Check the record in the hub: it may have changed.' },
		);
	return refusedEntry(said, detailsIn(details).map(textOf));
}

const notReported = (batchId: BatchId = '') =>
	new HubError(
		'outcomeUnknown',
		`Not reported by the hub: batch ${batchId} is processed without a note about this entry`,
		{ description: 'Check the record in the hub: it may have changed.' },
	);

function mentions({ identity, body }: Row, identifier: string): boolean {
	const variations = Array.isArray(body.variacoes) ? (body.variacoes as IDataObject[]) : [];
	return (
		identity.sku === identifier || variations.some(({ skuVariacao }) => skuVariacao === identifier)
	);
}
