import isEmpty from 'lodash/isEmpty';
import mapValues from 'lodash/mapValues';
import { eachWithPauses } from '../../../api/async';
import { HubError } from '../../../api/errors';
import {
	differences,
	fromComparable,
	type Comparable,
	type SyncFields,
} from '../../../api/sync/comparable';
import { spellingOf, type Reading } from '../../../api/sync/reading';
import { toInvalid } from '../../../shared/nodeErrors';
import type { NodeContext } from '../../operation';
import type { EntryKind } from '../checkRows';
import { none, hold, markInvalid, type MissingInList, type SyncRow } from './syncRow';

/** Kind of the rows of a list, and the fields by which they are compared. */
export interface ListedKind extends EntryKind {
	/** Fields that are compared. */
	comparedFields: SyncFields;
	/** The status of a row that breaks a rule. */
	unsent: 'refused' | 'notSent';
	/** Whether entries that the hub does not have yet can be written. */
	createsMissing: boolean;
	/**
	 * The body of a row, for records that are registered whole and changed field by field.
	 * @throws HubError where that breaks a rule
	 */
	bodyOf?: (row: SyncRow, context: NodeContext) => Record<string, unknown>;
}

/** The rows that name a thing, also invalid ones, by its spelling. */
export const namedIn = (rows: readonly SyncRow[]): Map<string, SyncRow> =>
	new Map(rows.flatMap((row) => (row.key === '' ? [] : [[spellingOf(row.identity), row]])));

/** Compares rows with the hub: each is unchanged, a change, or cannot be written. */
export async function compareRows(
	rows: readonly SyncRow[],
	{ values, normal, unsendable, notes }: Reading,
	kind: ListedKind,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		row.before = values.get(row.key);
		if (normal !== undefined) row.normal = normal.get(row.key);
		if (notes !== undefined) row.note = notes.get(row.key);
		compare(row, kind);
		const failure = unsendable?.get(row.key);
		if (row.status === 'change' && failure !== undefined) markInvalid(row, failure);
	});
}

function compare(row: SyncRow, { createsMissing, bodyOf }: ListedKind): void {
	const { before } = row;
	row.changes = row.given;
	row.status = before === undefined && !createsMissing ? 'notInHub' : 'change';
	if (before === undefined || row.missing === 'delete') return;
	const changes = differences(before, row.given);
	if (isEmpty(changes)) row.status = 'unchanged';
	// a record is changed field by field
	if (bodyOf !== undefined) row.changes = changes;
}

/** Gives each row that is to change its body. A row that breaks a rule is invalid. */
export async function fillBodies(
	context: NodeContext,
	rows: readonly SyncRow[],
	{ bodyOf, comparedFields }: ListedKind,
): Promise<void> {
	await eachWithPauses(rows, (row) => {
		if (row.status !== 'change') return;
		try {
			const values = () => ({ ...row.identity, ...fromComparable(row.changes, comparedFields) });
			row.body = bodyOf?.(row, context) ?? values();
		} catch (error) {
			markInvalid(row, toInvalid(error));
		}
	});
}

/** How rows that the list does not name are to be treated, and which it may mean all the same. */
interface Unnamed {
	missing: MissingInList;
	/** Rows of the list, by the spelling of the thing that they name. */
	named: ReadonlyMap<string, SyncRow>;
	/** Whether a row names no thing. */
	hasNameless: boolean;
}

/** Rows for entries that only the hub has. One that the list may mean is neither set to zero nor deleted. */
export function rowsOfHub(
	onlyInHub: Reading['onlyInHub'],
	{ missing, named, hasNameless }: Unnamed,
	kind: ListedKind,
): SyncRow[] {
	const unnamed = hasNameless ? nameless : undefined;
	return onlyInHub.flatMap(({ key, identity, values: before }): SyncRow[] => {
		const alike = named.get(spellingOf(identity));
		if (alike?.key === key) return [];
		const why = alike === undefined ? unnamed : inAnotherSpelling(alike);
		const row: SyncRow = {
			key,
			position: Infinity,
			identity,
			body: none,
			before,
			given: none,
			changes: none,
			missing: 'report',
		};
		if (missing === 'report') return [{ ...row, status: 'onlyInHub' }];
		if (why === undefined) {
			const given: Comparable = missing === 'zero' ? mapValues(kind.comparedFields, () => 0) : none;
			const change = { ...row, given, missing };
			compare(change, kind);
			return [change];
		}
		if (isNothing(before)) return [];
		hold(row, mayBeMeant(missing, why));
		return [row];
	});
}

/** Whether an entry of the hub is none, or only zeros. */
export const isNothing = (before: Comparable = {}): boolean =>
	!Object.values(before).some((value) => Number(value) > 0);

const nameless =
	'an input item does not say which SKU or channel it is about, or its credential cannot be resolved; this may be the one';
const inAnotherSpelling = ({ identity: { sku, skuProduto = sku } }: SyncRow) =>
	`the list has the SKU "${skuProduto}", which may be this one in another spelling`;

const mayBeMeant = (missing: MissingInList, why: string) =>
	new HubError('held', `Held, not ${missing === 'delete' ? 'deleted' : 'set to zero'}: ${why}`, {
		description: 'Correct the SKU in the list, and run again.',
	});
