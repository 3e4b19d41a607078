import { eachWithPauses } from '../async';
import type { Channels } from '../channels';
import { mostSingleReads } from '../reads';
import { skuOf } from '../rows/row';
import type { SyncFields } from '../comparison/comparable';
import type { Names } from './names';
import type { ListRow } from './snapshot';

/*
 * The requests by which a list is compared: `read.ts` has their stages, `readSkus.ts` and `readOwners.ts` what is read
 * of SKUs that an earlier stage has not found. A page or a filter has 100 entries. A record is that of a product or a
 * variation; where the kind is not the last one's, an answer of 404 comes before it.
 *
 * | list               | by SKU                                        | from pages                                     |
 * | ------------------ | --------------------------------------------- | ---------------------------------------------- |
 * | stock, prices      | a record for each SKU, and for its product    | product list; a product's record where its     |
 * |                    | until all values are known                    | item lacks a column; unknown SKUs              |
 * | products           | a record for each SKU                         | product list, or as by SKU where no page has a |
 * |                    |                                               | column and the list is not whole               |
 * | prices of channels | filters; own prices of SKUs without one, as   | list of the channels; SKUs without a price as  |
 * |                    | prices; a filter for their products           | prices; a second look for these                |
 * | security stock     | filters; a record for each SKU without entry, | list of the channels; product list and owners  |
 * |                    | one for each product with several; a filter   | of many SKUs without entry; a second look      |
 *
 * - **Unknown SKUs**: up to 20 a record each. More: records of all products that were not read, or of the SKUs if
 *   these are fewer; of what is left, 20 records, and all if the hub hides one or an entry may be removed; the pages
 *   once more.
 * - **A second look** at channels, for SKUs without an entry: up to 20 by filter; for more all pages once more.
 * - **Lists of channels**: the channels as well, in one read.
 * - **Rows that are not compared**, of security stock: as SKUs without entry, but for filters.
 * - **New variations and leaders** of products: a record each.
 * - **Entries that a whole list leaves out**, where the run asks for their values: of stock and prices a record for
 *   each product without a row; of channels the product list, and records of the entries or of the named SKUs that
 *   may be their relatives, whichever are fewer.
 */

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
	/** What is asked of entries that no row is about: nothing, which there are, or their values, too. */
	leftOut: 'ignored' | 'counted' | 'read';
	/** The channels of the account, where entries are about one. */
	channels?: Channels;
}

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
	const ofWholeList = missingInList === 'ignore' ? 'counted' : 'read';
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
