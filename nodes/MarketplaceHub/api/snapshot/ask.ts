import { eachWithPauses } from '../async';
import type { Channels } from '../channels';
import { mostSingleReads } from '../reads';
import { skuOf } from '../rows/row';
import type { SyncFields } from '../comparison/comparable';
import type { Names } from './names';
import type { ListRow } from './snapshot';

/** What a run asks of the hub, as far as list and settings tell it: later stages add what earlier ones did not find. */
export interface Ask {
	/** The rows that are compared, by key. */
	rows: ReadonlyMap<string, ListRow>;
	/** The rows that name an entry and are not compared: they break a rule or contradict each other. */
	failed: readonly ListRow[];
	/** The names in all rows of a whole list; empty for any other list. */
	names: Names;
	/** The names of fields for which the list has a column. */
	columns: ReadonlySet<string>;
	/**
	 * The fields that are kept of entries that a row is about: fields with a column, and fields that go with
	 * them.
	 */
	keptFields: SyncFields;
	/** All fields that a sync of this kind compares. */
	comparedFields: SyncFields;
	/**
	 * Whether pages are read, and single records only for at most 20 SKUs. Else each SKU is read by itself: of
	 * a list of only changes, and of one of at most 20 SKUs that is not declared whole.
	 */
	readsPages: boolean;
	/**
	 * Whether so many SKUs are read from pages: more than 20, and never where no page is to be read. Every stage that
	 * finds SKUs without an answer asks it.
	 */
	areMany: (count: number) => boolean;
	/**
	 * What becomes of entries that no row is about. Values are read of those that are reported or removed; before a
	 * removal also what the list names and no record shows, as it may keep one of them.
	 */
	leftOut: 'ignored' | 'counted' | 'reported' | 'removed';
	/** The channels of the account, where entries are about one. */
	channels?: Channels;
}

const leftOutBy: Readonly<Partial<Record<string, Ask['leftOut']>>> = {
	ignore: 'counted',
	report: 'reported',
};

/** Whether the run needs the values of entries that no row is about. */
export const readsLeftOut = ({ leftOut }: Pick<Ask, 'leftOut'>): boolean =>
	leftOut === 'reported' || leftOut === 'removed';

/** What list and settings say of the reads: by SKU or from pages, and for which entries and fields. */
export async function askFor(
	list: { rows: readonly ListRow[]; byKey: Ask['rows']; names: Names },
	settings: { wholeList: boolean; onlyChanges: boolean; missingInList: string },
	kind: {
		comparedFields: SyncFields;
		keptWith?: Readonly<Record<string, readonly string[]>>;
	},
	channels: Channels | undefined,
): Promise<Ask> {
	const { wholeList, onlyChanges, missingInList } = settings;
	const { byKey: rows, names } = list;
	const skus = new Set<string>();
	const columns = new Set<string>();
	await eachWithPauses(rows.values(), ({ identity, given }) => {
		if (skus.size <= mostSingleReads) skus.add(skuOf(identity));
		for (const name in given) columns.add(name);
	});
	const isShort = skus.size <= mostSingleReads && !wholeList;
	const readsPages = !onlyChanges && !isShort;
	const ofWholeList = leftOutBy[missingInList] ?? 'removed';
	return {
		rows,
		failed: list.rows.filter(({ key, failure }) => failure !== undefined && key !== ''),
		names,
		columns,
		channels,
		comparedFields: kind.comparedFields,
		keptFields: keptOf(columns, kind),
		readsPages,
		areMany: (count) => readsPages && count > mostSingleReads,
		leftOut: wholeList ? ofWholeList : 'ignored',
	};
}

/** The fields for which the list has a column, and the fields that are compared or sent with them. */
function keptOf(
	columns: ReadonlySet<string>,
	{ comparedFields, keptWith = {} }: Parameters<typeof askFor>[2],
): SyncFields {
	const kept = new Set(columns);
	for (const name of columns) for (const other of keptWith[name] ?? []) kept.add(other);
	return Object.fromEntries(Object.entries(comparedFields).filter(([name]) => kept.has(name)));
}
