import isEmpty from 'lodash/isEmpty';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import type { HubError } from '../../../api/errors';
import { type EntryResult, itemsOf } from '../../../api/rows/row';
import { fieldsThatChange, fromComparable } from '../../../api/sync/comparable';
import { failureJson } from '../../run/failedItem';
import type { ListedKind } from './compare';
import type { SyncStatus } from './summary';
import type { SyncRow } from './syncRow';

/** The result of a row of a sync, as if it had been sent where it would be. */
export function reportOf(row: SyncRow, kind: ListedKind, isNew: boolean): EntryResult {
	const { position, identity } = row;
	const named = { itemIndexes: itemsOf([row]), position };
	const { status = 'change', before, normal, changes, ...of } = row.sameAs ?? row;
	const { failure, missing, batchId, note } = of;
	const result = (told: SyncStatus, values: IDataObject, failed?: HubError): EntryResult => {
		const about = pick(identity, Object.keys(kind.identity));
		const comparedWith = normal && { productPrices: fromComparable(normal, kind.comparedFields) };
		const noted = note !== undefined && { note };
		const json = { ...about, status: told, ...values, ...comparedWith, ...noted };
		return { ...named, json, failure: failed };
	};
	if (status === 'notInHub') return result(status, {});
	if (status === 'invalid') return result(kind.unsent, {}, failure);
	const isWritten = missing === undefined || missing === 'zero';
	const shown = fromComparable(
		isWritten ? fieldsThatChange(before ?? {}, changes) : (before ?? {}),
		kind.comparedFields,
	);
	const values = isEmpty(shown) ? {} : { before: shown };
	if (status === 'unchanged' || status === 'onlyInHub') return result(status, values);
	const isChange = isWritten && !isNew;
	const change = isChange
		? { ...values, after: fromComparable(changes, kind.comparedFields) }
		: values;
	if (status === 'held') return result(status, change, failure);
	const told = { ...change, ...(batchId !== undefined && { batchId }) };
	if (failure !== undefined) return result(failure.outcome ?? 'refused', told, failure);
	const written = isNew ? 'created' : 'updated';
	return result(missing === 'delete' ? 'deleted' : written, told);
}

const previews: Readonly<Record<string, SyncStatus>> = {
	updated: 'wouldUpdate',
	created: 'wouldCreate',
	deleted: 'wouldDelete',
	held: 'wouldBeHeld',
	notSent: 'wouldNotSend',
};

/** A result of a dry run: nothing of it follows On Error. */
export const previewOf = ({ failure, json, ...entry }: EntryResult): EntryResult => ({
	...entry,
	json: {
		...json,
		status: previews[String(json.status)] ?? json.status,
		...(failure && failureJson(failure)),
	},
});
