import isEqual from 'lodash/isEqual';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses } from '../../api/async';
import { type EntryResult, skuOf } from '../../api/rows/row';
import {
	differences,
	fieldsThatChange,
	fromComparable,
	hasValues,
} from '../../api/snapshot/comparable';
import { failureJson, saidOnce } from '../common/failures/failedItem';
import type { SyncStatus } from './summary';
import type { SyncKind } from './kind';
import type { HeldRun } from './askGuards';
import { type Change, isOnlyInHub, none } from './change';
import { type FieldChange, withColumns } from './columns';

/** A result for each change, and one for the run where that is held and no change says so. */
export async function reportChanges(
	changes: readonly Change[],
	{ comparedFields }: Pick<SyncKind, 'comparedFields'>,
	{ heldRun, isOfDryRun }: { heldRun?: HeldRun; isOfDryRun: boolean },
): Promise<EntryResult[]> {
	const results: EntryResult[] = [];
	const tell = (result: EntryResult) => results.push(isOfDryRun ? ofDryRun(result) : result);
	let isHeldTold = heldRun === undefined;
	await eachWithPauses(changes, (change) => {
		if (isOnlyInHub(change) && change.does === 'unchanged') return;
		isHeldTold ||= change.failure === heldRun;
		tell(reportOf(change, comparedFields));
	});
	if (!isHeldTold) {
		const json = withColumns({ status: 'held' }, { failure: heldRun });
		tell({ itemIndexes: [], json, failure: heldRun });
	}
	return results;
}

/** The result that a dry run gives of a change, as it stands. */
export const previewOf = (change: Change, fields: SyncKind['comparedFields']): IDataObject =>
	ofDryRun(reportOf(change, fields)).json;

/** The result of a row of a sync; in a dry run, the one that sending would give. */
function reportOf(row: Change, comparedFields: SyncKind['comparedFields']): EntryResult {
	const compared = row.sameAs ?? row;
	const { failure, ownPrices, note } = compared;
	const json = {
		sku: skuOf(row.identity),
		...row.identity,
		status: statusOf(compared),
		...valuesOf(compared, comparedFields),
		...(ownPrices && { productPrices: fromComparable(ownPrices, comparedFields) }),
		...(note !== undefined && { note }),
	};
	const change = fieldChanges(compared, comparedFields);
	return { itemIndexes: row.itemIndexes, json: withColumns(json, { failure, change }), failure };
}

/** The fields that change, each with its value before and after. */
function fieldChanges(
	{ does, stopped, before = none, after }: Change,
	fields: SyncKind['comparedFields'],
): FieldChange[] {
	if (stopped === 'unsendable') return [];
	if (does !== 'create' && does !== 'update' && does !== 'remove') return [];
	const [was, is] = [before, does === 'remove' ? none : differences(before, after)].map((values) =>
		fromComparable(values, fields),
	);
	const names = Object.keys((does === 'remove' ? was : is) ?? {});
	// a price for media may go with the usual one although it stays
	return names
		.map((name): FieldChange => [name, was?.[name], is?.[name]])
		.filter(([, old, value]) => !isEqual(old, value));
}

function statusOf({ does, stopped, failure }: Change): SyncStatus {
	if (stopped === 'held') return 'held';
	if (stopped === 'unsendable' || does === 'unread') return 'notSent';
	if (does === 'unchanged' || does === 'notInHub' || does === 'onlyInHub') return does;
	if (failure !== undefined) return failure.outcome ?? 'refused';
	return done[does];
}

const done = { create: 'created', update: 'updated', remove: 'deleted' } as const;

/** The values that the hub had and, of a record that it had, those that are written. */
function valuesOf(
	{ does, stopped, before = none, after, batchId }: Change,
	fields: SyncKind['comparedFields'],
): IDataObject {
	if (does === 'notInHub' || does === 'unread' || stopped === 'unsendable') return {};
	const isWritten = does === 'create' || does === 'update' || does === 'unchanged';
	const shown = isWritten ? fieldsThatChange(before, after) : before;
	const values: IDataObject = {};
	if (hasValues(shown)) values.before = fromComparable(shown, fields);
	if (does === 'update') values.after = fromComparable(after, fields);
	if (batchId !== undefined) values.batchId = batchId;
	return values;
}

const previews: Readonly<Record<string, SyncStatus>> = {
	updated: 'wouldUpdate',
	created: 'wouldCreate',
	deleted: 'wouldDelete',
	held: 'wouldBeHeld',
	notSent: 'wouldNotSend',
};

/** A result as a dry run gives it: it says what the run would do, and nothing of it follows On Error. */
function ofDryRun({ failure, json: own, ...entry }: EntryResult): EntryResult {
	const status = previews[String(own.status)] ?? own.status;
	if (failure === undefined) {
		own.status = status;
		return { ...entry, json: own };
	}
	return { ...entry, json: saidOnce({ ...own, status, ...failureJson(failure) }, failure) };
}
