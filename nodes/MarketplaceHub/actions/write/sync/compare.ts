import isEmpty from 'lodash/isEmpty';
import { eachWithPauses } from '../../../api/async';
import { differences, fromComparable, type SyncFields } from '../../../api/reading/comparable';
import type { Reading } from '../../../api/reading/reading';
import { toInvalid } from '../../../shared/nodeErrors';
import type { NodeContext } from '../../operation';
import type { EntryKind } from '../checkRows';
import type { Requests } from './estimate';
import { markUnsendable, type SyncRow, type WayName } from './syncRow';

/** Kind of the rows of a list, and the fields by which they are compared. */
export interface SyncKind extends EntryKind {
	/** Fields that are compared. */
	comparedFields: SyncFields;
	/** Whether entries that the hub does not have yet can be written. */
	createsMissing: boolean;
	/** The ways in which its rows are sent; with `create` it is an upsert, which registers whole entries and changes known ones field by field. */
	ways: Readonly<Partial<Record<WayName, Requests>>>;
	/**
	 * Makes the body of a row. Left out: its identity, whose names then have to be those of fields, and the values that are written.
	 * @throws HubError where that breaks a rule
	 */
	bodyOf?: (row: SyncRow, context: NodeContext) => Record<string, unknown>;
}

/** Compares rows with the hub: each is unchanged, a change, or cannot be written. */
export async function compareRows(
	rows: readonly SyncRow[],
	{ findings }: Pick<Reading, 'findings'>,
	kind: SyncKind,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		const { unsendable, ...found } = findings.get(row.key) ?? {};
		Object.assign(row, found);
		compareRow(row, kind);
		if (row.status === 'change' && unsendable !== undefined) markUnsendable(row, unsendable);
	});
}

/** Compares one row with its values in the hub. */
export function compareRow(row: SyncRow, { createsMissing, ways }: SyncKind): void {
	const { before, given } = row;
	const isUpsert = ways.create !== undefined;
	row.written = given;
	if (before === undefined && !createsMissing) {
		row.status = 'notInHub';
		return;
	}
	row.status = 'change';
	row.way = isUpsert && before === undefined ? 'create' : 'update';
	if (before === undefined) return;
	const changes = differences(before, given);
	if (isEmpty(changes)) row.status = 'unchanged';
	if (isUpsert) row.written = changes;
}

/** Gives each row that is to change its body. A row that breaks a rule is unsendable. */
export async function fillBodies(
	context: NodeContext,
	rows: readonly SyncRow[],
	{ comparedFields, bodyOf }: SyncKind,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		if (row.status !== 'change') return;
		try {
			row.body = bodyOf?.(row, context) ?? {
				...row.identity,
				...fromComparable(row.written, comparedFields),
			};
		} catch (error) {
			markUnsendable(row, toInvalid(error));
		}
	});
}
