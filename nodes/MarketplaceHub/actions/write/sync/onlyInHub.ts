import mapValues from 'lodash/mapValues';
import { HubError } from '../../../api/errors';
import { skuOf } from '../../../api/rows/row';
import type { Comparable } from '../../../api/reading/comparable';
import { spellingOf, type Reading } from '../../../api/reading/reading';
import { isWordForNothing } from '../../../api/values/spreadsheet';
import type { NodeContext } from '../../operation';
import { compareRow, type SyncKind } from './compare';
import { hold, none, type MissingInList, type SyncRow } from './syncRow';

/** The rows that name a thing, also invalid ones, by its spelling. */
export const bySpelling = (rows: readonly SyncRow[]): Map<string, SyncRow> =>
	new Map(rows.flatMap((row) => (row.key === '' ? [] : [[spellingOf(row.identity), row]])));

/**
 * Whether a row, or an item that could not be read, does not say which thing it is about.
 * @param invalid rows that break a rule
 * @param compared the others, compared with the hub
 */
export const someRowNamesNothing = (
	{ hasUnresolved }: Pick<NodeContext, 'hasUnresolved'>,
	invalid: readonly SyncRow[],
	compared: readonly SyncRow[],
): boolean =>
	hasUnresolved === true ||
	invalid.some(({ key }) => key === '') ||
	compared.some(isNamedByNothing);

/** Whether a row is named by a word for nothing, of which the hub has nothing: a join of lists may have failed. */
const isNamedByNothing = ({ before, identity }: SyncRow) =>
	isZeroOrNone(before) && Object.values(identity).some(isWordForNothing);

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
	kind: SyncKind,
): SyncRow[] {
	const mayBeNameless = hasNameless ? nameless : undefined;
	return onlyInHub.flatMap(({ key, identity, values: before }): SyncRow[] => {
		const alike = named.get(spellingOf(identity));
		if (alike?.key === key) return [];
		const why = alike === undefined ? mayBeNameless : inAnotherSpelling(alike);
		const row: SyncRow = {
			key,
			itemIndexes: [],
			position: Infinity,
			identity,
			body: none,
			before,
			given: none,
			changes: none,
			missing: 'report',
			status: 'onlyInHub',
		};
		if (missing === 'report') return [row];
		if (why === undefined) {
			const given: Comparable = missing === 'zero' ? mapValues(kind.comparedFields, () => 0) : none;
			const change = { ...row, given, missing };
			compareRow(change, kind);
			return [change];
		}
		if (isZeroOrNone(before)) return [];
		hold(row, mayBeMeant(missing, why));
		return [row];
	});
}

/** Whether an entry of the hub is none, or only zeros. */
const isZeroOrNone = (before: Comparable = {}): boolean =>
	!Object.values(before).some((value) => Number(value) > 0);

const nameless =
	'an input item does not say which SKU or channel it is about, or its credential cannot be resolved; this may be the one';
const inAnotherSpelling = ({ identity }: SyncRow) =>
	`the list has the SKU "${skuOf(identity)}", which may be this one in another spelling`;

const mayBeMeant = (missing: MissingInList, why: string) =>
	new HubError('held', `Held, not ${missing === 'delete' ? 'deleted' : 'set to zero'}: ${why}`, {
		description: 'Correct the list, or the credential, and run again.',
	});
