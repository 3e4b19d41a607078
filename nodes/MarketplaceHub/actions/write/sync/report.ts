import isEmpty from 'lodash/isEmpty';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { type EntryResult, itemsOf } from '../../../api/rows/row';
import { fieldsThatChange, fromComparable } from '../../../api/sync/comparable';
import { failureJson, saidOnce } from '../../common/failedItem';
import type { SyncKind } from './compare';
import type { SyncStatus } from './summary';
import type { SyncRow } from './syncRow';

/**
 * The result of a row of a sync, as if it had been sent where it would be.
 * @param isNew whether it registers a record
 */
export function reportOf(row: SyncRow, kind: SyncKind, isNew: boolean): EntryResult {
	const compared = row.sameAs ?? row;
	const { failure, normal, note } = compared;
	return {
		itemIndexes: itemsOf([row]),
		position: row.position,
		json: {
			...pick(row.identity, Object.keys(kind.identity)),
			status: statusOf(compared, kind, isNew),
			...valuesOf(compared, kind, isNew),
			...(normal && { productPrices: fromComparable(normal, kind.comparedFields) }),
			...(note !== undefined && { note }),
		},
		failure,
	};
}

function statusOf(
	{ status = 'change', missing, failure }: SyncRow,
	{ isVersion1 }: SyncKind,
	isNew: boolean,
): SyncStatus {
	if (status === 'invalid') return isVersion1 ? 'refused' : 'notSent';
	if (status !== 'change') return status;
	if (failure !== undefined) return failure.outcome ?? 'refused';
	if (missing === 'delete') return 'deleted';
	return isNew ? 'created' : 'updated';
}

/** The values that the hub had and, of a record that it had, those that are written. */
function valuesOf(
	{ status = 'change', before = {}, changes, missing, batchId }: SyncRow,
	{ comparedFields }: SyncKind,
	isNew: boolean,
): IDataObject {
	if (status === 'notInHub' || status === 'invalid') return {};
	const isWritten = missing === undefined || missing === 'zero';
	const shown = fromComparable(
		isWritten ? fieldsThatChange(before, changes) : before,
		comparedFields,
	);
	const isChange = (status === 'change' || status === 'held') && isWritten && !isNew;
	return {
		...(!isEmpty(shown) && { before: shown }),
		...(isChange && { after: fromComparable(changes, comparedFields) }),
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
export function previewOf(
	{ failure, json: own, ...entry }: EntryResult,
	{ isVersion1 }: SyncKind,
): EntryResult {
	const status = previews[String(own.status)] ?? own.status;
	const json = { ...own, status, ...(failure && failureJson(failure)) };
	return { ...entry, json: failure === undefined || isVersion1 ? json : saidOnce(json, failure) };
}
