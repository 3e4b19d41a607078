import { eachWithPauses } from '../../../api/async';
import { fromComparable, hasValues } from '../../../api/comparable';
import { changesOf, type Reading } from '../../../api/reading/reading';
import { toInvalid } from '../../../shared/nodeErrors';
import type { NodeContext } from '../../operation';
import type { SyncKind } from './syncKind';
import { markUnsendable, type SyncRow } from './syncRow';

/** Compares rows with the hub: each is unchanged, a change, or cannot be written. */
export async function compareRows(
	rows: readonly SyncRow[],
	{ findings }: Pick<Reading, 'findings'>,
	kind: SyncKind,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		// a row that was not compared stays a change, which cannot be sent
		const { unsendable, ...found } = findings.get(row.key) ?? {};
		Object.assign(row, found);
		const isUnread = unsendable !== undefined && row.before === undefined;
		if (!isUnread) compareRow(row, kind);
		if (row.status === 'change' && unsendable !== undefined) markUnsendable(row, unsendable);
	});
}

/** Compares one row with its values in the hub. */
export function compareRow(row: SyncRow, { createsMissing, writes, ways }: SyncKind): void {
	const { before, given } = row;
	row.written = given;
	if (before === undefined) {
		row.status = createsMissing ? 'change' : 'notInHub';
		if (createsMissing) row.way = ways.create === undefined ? 'update' : 'create';
		return;
	}
	const changes = changesOf(row, given);
	row.status = hasValues(changes) ? 'change' : 'unchanged';
	row.way = 'update';
	if (writes === 'differences') row.written = changes;
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
