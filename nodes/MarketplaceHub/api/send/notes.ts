import isEmpty from 'lodash/isEmpty';
import isNil from 'lodash/isNil';
import memoize from 'lodash/memoize';
import omitBy from 'lodash/omitBy';
import type { IDataObject } from 'n8n-workflow';
import { HubError, refusedEntry } from '../errors';
import { detailsIn, valueAsText } from '../http/answer';
import { inSmallLetters, matchByKey } from './matchByKey';
import { type FurtherResult, itemsOf, mostFurther, type Row, skuOf } from '../rows/row';
import { addTo } from '../values/lists';
import { recordsOf } from '../values/objects';
import type { BatchId, SentBatch } from './follow';

/** Notes the result on each row of a batch that was waited for. */
export function readNotes({ rows, batchId, followed }: SentBatch): FurtherResult[] {
	const { matched, unmatched } = matchByKey(
		rows,
		notesIn(followed?.record?.observacoes),
		({ identity }) => skuOf(identity),
		({ identificador }) => String(identificador),
	);
	for (const [index, row] of rows.entries()) {
		const note = matched[index];
		row.failure =
			note === undefined ? (followed?.failure ?? notReported(batchId)) : noteFailure(note);
		row.batchId = batchId;
		row.result = resultJson(row.identity.sku, batchId, note, row.failure);
	}
	const all = itemsOf(rows);
	const byMention = rowsByMention(rows);
	const itemsOfOwn = memoize((own: readonly Row[]) => itemsOf(own));
	const further = unmatched.filter(saysSomething).slice(0, mostFurther);
	return further.map((note): FurtherResult => {
		const sku = String(note.identificador ?? '');
		const own = byMention.get(inSmallLetters(sku)) ?? [];
		const reason = noteFailure(note);
		return {
			itemIndexes: own.length > 0 ? itemsOfOwn(own) : all,
			json: resultJson(sku, batchId, note, reason),
			failure: reason,
			about: own[0],
		};
	});
}

function resultJson(
	sku: unknown,
	batchId: BatchId,
	note: IDataObject | undefined,
	failure: HubError | undefined,
): IDataObject {
	const { info, data } = note ?? {};
	const sucesso = failure === undefined;
	// the hub's words on a failure are shortened; a note can be of any length
	const { error, details } = sucesso || note?.error === undefined ? (note ?? {}) : failure;
	return omitBy({ sku, batchId, sucesso, info, error, details, data }, isNil) as IDataObject;
}

/** The notes of a batch that can be read. */
export const notesIn = (observacoes: unknown): IDataObject[] =>
	recordsOf(observacoes, 'identificador');

const saysSomething = ({ identificador, error }: IDataObject) =>
	String(identificador ?? '') !== '' || String(error ?? '') !== '';

const isOne = (value: unknown, truth: boolean) =>
	[String(truth), String(Number(truth))].includes(String(value));

function noteFailure({ sucesso, error, details }: IDataObject): HubError | undefined {
	if (isOne(sucesso, true)) return undefined;
	const said = isEmpty(error) ? undefined : valueAsText(error);
	if (said === undefined && !isOne(sucesso, false))
		return new HubError(
			'unconfirmed',
			'Not reported by the hub: its note about this entry has no result',
			{ description: 'Check the record in the hub: it may have changed.' },
		);
	return refusedEntry(said, detailsIn(details).map(valueAsText));
}

const notReported = (batchId: BatchId) =>
	new HubError(
		'unconfirmed',
		`Not reported by the hub: batch ${batchId} is processed without a note about this entry`,
		{ description: 'Check the record in the hub: it may have changed.' },
	);

/** The rows by each SKU that they have, their own or that of a variation, in small letters. */
function rowsByMention(rows: readonly Row[]): Map<string, Row[]> {
	const byMention = new Map<string, Row[]>();
	for (const row of rows) {
		const { identity, body } = row;
		const variations = Array.isArray(body.variacoes) ? (body.variacoes as IDataObject[]) : [];
		const skus = [identity.sku, ...variations.map(({ skuVariacao }) => skuVariacao)];
		for (const sku of new Set(skus.map(inSmallLetters))) addTo(byMention, sku, row);
	}
	return byMention;
}
