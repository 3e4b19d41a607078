import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import type { IDataObject } from 'n8n-workflow';
import type { SentBatch } from './batches';
import { type Entry, type EntryResult, matchByKey } from './entries';
import { HubError } from './errors';
import type { BatchId } from './batchReading';
import { isRecord } from './schemas/answers';

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
