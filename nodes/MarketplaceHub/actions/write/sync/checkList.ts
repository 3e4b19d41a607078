import isEqual from 'lodash/isEqual';
import { eachWithPauses } from '../../../api/async';
import type { Channels } from '../../../api/channels';
import { HubError } from '../../../api/errors';
import { type Identity, itemsOf, keyOf } from '../../../api/rows/row';
import { toComparable } from '../../../api/comparable';
import { isBlank } from '../../../api/values/blanks';
import { addTo } from '../../../api/values/lists';
import type { NodeContext } from '../../operation';
import { rowsInWords } from '../../common/rowNames';
import { checkRows, type EntryKind } from '../checkRows';
import type { SyncKind } from './syncKind';
import { markUnsendable, none, type SyncRow } from './syncRow';

/**
 * Checks the rows of all items. Rows of one key that want the same are one; where they want different
 * values, none of them is sent.
 * @returns all rows, and by key those that are compared with the hub
 */
export async function checkList(
	context: NodeContext,
	itemIndexes: number[],
	kind: SyncKind,
	channels?: Channels,
): Promise<{ rows: SyncRow[]; wanted: Map<string, SyncRow> }> {
	const { comparedFields } = kind;
	const byKey = new Map<string, SyncRow[]>();
	const rows: SyncRow[] = [];
	await eachWithPauses(await checkRows(context, itemIndexes, kind, channels), (checked) => {
		const { identity, body, failure } = checked;
		const key = failure === undefined || isNamed(identity, kind) ? keyOf(identity) : '';
		const given = failure === undefined ? toComparable(body, comparedFields) : none;
		// 200,000 bodies would be kept for nothing
		const status = failure === undefined ? 'change' : 'unsendable';
		const row: SyncRow = { ...checked, body: none, key, given, written: none, status };
		if (failure === undefined) addTo(byKey, key, row);
		rows.push(row);
	});
	const wanted = new Map<string, SyncRow>();
	await eachWithPauses(byKey, ([key, group]) => {
		const [first, ...others] = group;
		if (first === undefined) return;
		const isOne = others.every(({ given }) => isEqual(given, first.given));
		if (isOne) {
			for (const other of others) other.sameAs = first;
			wanted.set(key, first);
		} else {
			const failure = contradiction(group);
			for (const row of group) markUnsendable(row, failure);
		}
	});
	return { rows, wanted };
}

/** Whether an invalid row still says which thing it is about. */
const isNamed = (identity: Identity, kind: EntryKind): boolean =>
	Object.entries(kind.identity).every(
		([name, field]) =>
			!isBlank(identity[name]) &&
			kind.shape.fields[field]?.check.safeParse(identity[name]).success === true,
	);

function contradiction(rows: readonly SyncRow[]): HubError {
	const named = rowsInWords(itemsOf(rows));
	return new HubError(
		'invalid',
		`Not sent, because the list gives different values for it (${named})`,
		{ description: 'Keep one of these rows, and delete the others.' },
	);
}
