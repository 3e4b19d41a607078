import isEmpty from 'lodash/isEmpty';
import { eachWithPauses } from '../../../api/async';
import { differences, fromComparable, type SyncFields } from '../../../api/reading/comparable';
import type { Reading } from '../../../api/reading/reading';
import { toInvalid } from '../../../shared/nodeErrors';
import type { NodeContext } from '../../operation';
import type { EntryKind } from '../checkRows';
import { markInvalid, type SyncRow } from './syncRow';

export interface RecordKind {
	/**
	 * The body of a row: the whole record where the hub lacks it, else the fields that change.
	 * @throws HubError where that breaks a rule
	 */
	bodyOf: (row: SyncRow, context: NodeContext) => Record<string, unknown>;
}

/** Kind of the rows of a list, and the fields by which they are compared. */
export interface SyncKind extends EntryKind {
	/** Fields that are compared. */
	comparedFields: SyncFields;
	/** Whether the node is of version 1, whose results stored workflows ask for. */
	isVersion1: boolean;
	/** Whether entries that the hub does not have yet can be written. */
	createsMissing: boolean;
	/**
	 * Of a record, which is registered whole and changed field by field. Without it an entry is written as the list
	 * gives it, and the names of its identity have to be those of fields.
	 */
	record?: RecordKind;
}

/** Compares rows with the hub: each is unchanged, a change, or cannot be written. */
export async function compareRows(
	rows: readonly SyncRow[],
	{ values, ownPrices, unsendable, notes }: Reading,
	kind: SyncKind,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		row.before = values.get(row.key);
		if (ownPrices !== undefined) row.ownPrices = ownPrices.get(row.key);
		if (notes !== undefined) row.note = notes.get(row.key);
		compareRow(row, kind);
		const failure = unsendable?.get(row.key);
		if (row.status === 'change' && failure !== undefined) markInvalid(row, failure);
	});
}

/** Compares one row with its values in the hub. */
export function compareRow(row: SyncRow, { createsMissing, record }: SyncKind): void {
	const { before } = row;
	row.changes = row.given;
	row.status = before === undefined && !createsMissing ? 'notInHub' : 'change';
	if (before === undefined || row.missing === 'delete') return;
	const changes = differences(before, row.given);
	if (isEmpty(changes)) row.status = 'unchanged';
	if (record !== undefined) row.changes = changes;
}

/** Gives each row that is to change its body. A row that breaks a rule is invalid. */
export async function fillBodies(
	context: NodeContext,
	rows: readonly SyncRow[],
	{ record, comparedFields }: SyncKind,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		if (row.status !== 'change') return;
		try {
			row.body =
				record === undefined
					? { ...row.identity, ...fromComparable(row.changes, comparedFields) }
					: record.bodyOf(row, context);
		} catch (error) {
			markInvalid(row, toInvalid(error));
		}
	});
}
