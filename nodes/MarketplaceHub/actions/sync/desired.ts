import { eachWithPauses } from '../../api/async';
import type { Channels } from '../../api/channels';
import { HubError } from '../../api/errors';
import { type Identity, itemsOf, keyOf } from '../../api/rows/row';
import { areEqual, noValues, toComparable } from '../../api/comparison/comparable';
import { Names } from '../../api/snapshot/names';
import type { ListRow } from '../../api/snapshot/snapshot';
import { isBlank } from '../../api/values/blanks';
import { rowsInWords } from '../rowsInWords';
import type { NodeContext } from '../operation';
import { checkRows, type EntryKind } from '../write/checkRows';
import type { SyncSettings } from './settings';
import type { SyncKind } from './kind';

/** The state that the list asks of the hub. */
export interface Desired {
	/**
	 * In the order of the list, without repeats; rows that break a rule or contradict each other have a
	 * `failure`.
	 */
	rows: readonly ListRow[];
	/** Rows that want the same as an earlier one of their key, with that one: it is compared and sent for all. */
	repeats: ReadonlyMap<ListRow, ListRow>;
	/** The rows that are compared, by key. */
	byKey: ReadonlyMap<string, ListRow>;
	/** The names in all rows of a whole list; empty for any other list, which leaves nothing out. */
	names: Names;
	/** Whether an item gave no row, or may be of another account: it may mean any entry. */
	lacksRows: boolean;
}

/** Checks the rows of all items. Rows of one key that want the same are one; others contradict each other. */
export async function desiredRows(
	context: NodeContext,
	itemIndexes: readonly number[],
	kind: SyncKind,
	{ wholeList }: Pick<SyncSettings, 'wholeList'>,
	channels?: Channels,
): Promise<Desired> {
	const { comparedFields } = kind;
	const byKey = new Map<string, ListRow>();
	/** Keys of which rows differ: few, as most lists have none. */
	const contradictory = new Map<string, ListRow[]>();
	const rows: ListRow[] = [];
	const repeats = new Map<ListRow, ListRow>();
	const itemsWithRow = new Set<number>();
	await eachWithPauses(await checkRows(context, [...itemIndexes], kind, channels), (checked) => {
		const { identity, body, failure } = checked;
		const key = failure === undefined || isNamed(identity, kind) ? keyOf(identity) : '';
		const given = failure === undefined ? toComparable(body, comparedFields) : noValues;
		// 200,000 bodies would be kept for nothing
		const row: ListRow = { key, given, ...checked, body: noValues };
		rows.push(row);
		for (const itemIndex of checked.itemIndexes) itemsWithRow.add(itemIndex);
		if (failure !== undefined) return;
		const first = byKey.get(key);
		if (first === undefined) byKey.set(key, row);
		else if (areEqual(first.given, given)) repeats.set(row, first);
		else contradictory.set(key, []);
	});
	if (contradictory.size > 0)
		await eachWithPauses(rows, (row) => {
			if (row.failure === undefined) contradictory.get(row.key)?.push(row);
		});
	await eachWithPauses(contradictory, ([key, group]) => {
		byKey.delete(key);
		const failure = contradiction(group);
		for (const row of group) {
			row.failure = failure;
			repeats.delete(row);
		}
	});
	return {
		rows: repeats.size === 0 ? rows : rows.filter((row) => !repeats.has(row)),
		repeats,
		byKey,
		names: await Names.of(wholeList ? rows : []),
		lacksRows:
			context.hasUnresolved === true || !itemIndexes.every((index) => itemsWithRow.has(index)),
	};
}

/** Whether an invalid row still says which thing it is about. */
const isNamed = (identity: Identity, kind: EntryKind): boolean =>
	Object.entries(kind.identity).every(
		([name, field]) =>
			!isBlank(identity[name]) &&
			kind.shape.fields[field]?.check.safeParse(identity[name]).success === true,
	);

function contradiction(rows: readonly ListRow[]): HubError {
	const named = rowsInWords(itemsOf(rows));
	return new HubError(
		'invalid',
		`Not sent, because the list gives different values for it (${named})`,
		{ description: 'Keep one of these rows, and delete the others.' },
	);
}
