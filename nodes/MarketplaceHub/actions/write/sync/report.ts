import isEmpty from 'lodash/isEmpty';
import type { IDataObject } from 'n8n-workflow';
import type { EntryResult } from '../../../api/rows/row';
import { fieldsThatChange, fromComparable } from '../../../api/comparable';
import { failureJson, saidOnce } from '../../common/failures/failedItem';
import type { SyncStatus } from './summary';
import type { SyncKind } from './syncKind';
import type { SyncRow } from './syncRow';

/** What a result depends on beside its row. */
type ReportedKind = Pick<SyncKind, 'comparedFields'>;

/** The result of a row of a sync; in a dry run, the one that sending would give. */
export function reportOf(row: SyncRow, kind: ReportedKind): EntryResult {
	const compared = row.sameAs ?? row;
	const { failure, ownPrices, note } = compared;
	return {
		itemIndexes: row.itemIndexes,
		json: {
			...row.identity,
			status: statusOf(compared),
			...valuesOf(compared, kind),
			...(ownPrices && { productPrices: fromComparable(ownPrices, kind.comparedFields) }),
			...(note !== undefined && { note }),
		},
		failure,
	};
}

function statusOf(row: SyncRow): SyncStatus {
	const { status, way = 'update', failure } = row;
	if (status === 'unsendable') return 'notSent';
	if (status !== 'change') return status;
	if (failure !== undefined) return failure.outcome ?? 'refused';
	return done[way];
}

const done = { create: 'created', update: 'updated', remove: 'deleted' } as const;

/** The values that the hub had and, of a record that it had, those that are written. */
function valuesOf(row: SyncRow, kind: ReportedKind): IDataObject {
	const { status, before = {}, written, way, batchId } = row;
	const { comparedFields } = kind;
	if (status === 'notInHub' || status === 'unsendable') return {};
	const isWritten = way === 'create' || way === 'update';
	const shown = fromComparable(
		isWritten ? fieldsThatChange(before, written) : before,
		comparedFields,
	);
	const isChange = (status === 'change' || status === 'held') && way === 'update';
	return {
		...(!isEmpty(shown) && { before: shown }),
		...(isChange && { after: fromComparable(written, comparedFields) }),
		...(batchId !== undefined && { batchId }),
	};
}

const previews: Readonly<Record<string, SyncStatus>> = {
	updated: 'wouldUpdate',
	created: 'wouldCreate',
	deleted: 'wouldDelete',
	held: 'wouldBeHeld',
	notSent: 'wouldNotSend',
};

/** A result of a dry run: nothing of it follows On Error. */
export function previewOf({ failure, json: own, ...entry }: EntryResult): EntryResult {
	const status = previews[String(own.status)] ?? own.status;
	const json = { ...own, status, ...(failure && failureJson(failure)) };
	return { ...entry, json: failure === undefined ? json : saidOnce(json, failure) };
}
