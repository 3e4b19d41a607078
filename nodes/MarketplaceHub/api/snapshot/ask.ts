import type { Channels } from '../channels';
import type { SyncFields } from './comparable';
import type { Names } from './names';
import type { ListRow } from './snapshot';

/** What a run asks of the hub: all of it follows from the list and the settings, before the first request. */
export interface Ask {
	/** The rows that are compared, by key. */
	rows: ReadonlyMap<string, ListRow>;
	/** What all rows of a whole list name; empty for any other list. */
	names: Names;
	/** The names of fields for which the list has a column. */
	columns: ReadonlySet<string>;
	/** What is kept of entries that a row is about: these fields, and those that go with them. */
	kept: SyncFields;
	/** All fields that a sync of this kind compares. */
	fields: SyncFields;
	/**
	 * `bySku`: each SKU is read by itself, for a list of only changes and for one of at most 20 SKUs that is
	 * not declared whole. `whole`: pages are read, and by themselves only what at most 20 SKUs need.
	 */
	way: 'bySku' | 'whole';
	/** Whether entries that no row is about are left out, counted, or kept with their values. */
	unnamed: 'ignored' | 'counted' | 'read';
	/** The channels of the account, where entries are about one. */
	channels?: Channels;
}
