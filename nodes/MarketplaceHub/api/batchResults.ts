import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import type { IDataObject } from 'n8n-workflow';
import type { SentBatch } from './batches';
import type { Entry, EntryResult } from './entries';
import { HubError } from './errors';
import { matchByKey } from './values/matchByKey';

/** Results of a waited batch, entry by entry; what the hub notes about none of them comes last. */
export function resultsOf({
	entries,
	batchId,
	record,
	failure,
	unfollowed,
}: SentBatch): EntryResult[] {
	const notes = Array.isArray(record?.observacoes) ? (record.observacoes as IDataObject[]) : [];
	const { matched, unmatched } = matchByKey(
		entries,
		notes,
		({ identity }) => String(identity.sku),
		({ identificador }) => String(identificador),
	);
	const unnoted = failure ?? unfollowed ?? notReported(batchId);
	const results = entries.map(({ identity, itemIndex, position }, index): EntryResult => {
		const note = matched[index];
		const reason = note === undefined ? unnoted : failureOf(note, batchId);
		return {
			itemIndexes: [itemIndex],
			position,
			json: resultJson(identity.sku, batchId, note, reason),
			failure: reason,
		};
	});
	const extra = unmatched.map((note): EntryResult => {
		const sku = String(note.identificador ?? '');
		const own = entries.filter((entry) => mentions(entry, sku));
		const reason = failureOf(note, batchId);
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
	batchId: number | undefined,
	note: IDataObject | undefined,
	failure: HubError | undefined,
): IDataObject {
	const { info, error, details, data } = note ?? {};
	const sucesso = failure === undefined;
	return omitBy({ sku, batchId, sucesso, info, error, details, data }, isNil) as IDataObject;
}

/** What a note says against its entry (reference: Batch); undefined for a success. */
function failureOf(
	{ sucesso, error, details }: IDataObject,
	batchId: number | undefined,
): HubError | undefined {
	if (sucesso === true || sucesso === 'true') return undefined;
	const list = Array.isArray(details) ? details.map(String) : [];
	const said = typeof error === 'string' && error !== '' ? error : undefined;
	if (said === undefined && sucesso !== false && sucesso !== 'false') {
		return new HubError(
			'outcomeUnknown',
			`The note of batch ${batchId ?? ''} about this entry says neither success nor failure: its outcome is unknown`,
			{ description: lookAtRecord },
		);
	}
	const text = said ?? 'The hub did not accept the entry and gives no reason';
	return new HubError('refused', text, {
		details: list,
		description: list.join('; '),
		error: text,
	});
}

const lookAtRecord = 'Read the record from the hub to see whether it was changed.';

const notReported = (batchId: number | undefined) =>
	new HubError(
		'outcomeUnknown',
		`Not reported by the hub: batch ${batchId ?? ''} is processed without a note about this entry`,
		{ description: lookAtRecord },
	);

function mentions({ identity, body }: Entry, identifier: string): boolean {
	const variations = Array.isArray(body.variacoes) ? (body.variacoes as IDataObject[]) : [];
	return (
		identity.sku === identifier || variations.some(({ skuVariacao }) => skuVariacao === identifier)
	);
}
