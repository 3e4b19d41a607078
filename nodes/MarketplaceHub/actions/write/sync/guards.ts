import type { Reading } from '../../../api/reading/reading';
import type { NumberKind } from '../../../api/values/numbers';
import type { SyncRow } from './syncRow';

export type GuardedList = 'stock' | 'prices' | 'channelPrices' | 'products';

/** A limit beyond which something is not sent. */
interface GuardBase {
	name: string;
	displayName: string;
	description: string;
	/** The limit unless one is set; 0: off. */
	default: number;
	/** Unit of a limit that is no share. */
	counts?: NumberKind;
	/** The lists that it is for; all when left out. */
	only?: readonly GuardedList[];
	/** Whether it holds values below the limit. */
	isLowest?: true;
}

/** A guard that holds single entries. */
export interface EntryGuard extends GuardBase {
	/** Tells, as the reason of a hold, that an entry is beyond the limit. */
	inEntry: (row: SyncRow, limit: number) => string | undefined;
}

/** A run as guards see it before anything is sent. */
export interface RunPreview {
	/** Rows that the hub holds too or that are new to it. */
	compared: readonly SyncRow[];
	/** How many rows break a rule, so that they are not compared. */
	notCompared: number;
	/** Where the input is declared to be the whole list: how many of the hub's entries it names. */
	namedShare?: Reading['namedShare'];
	/** Whether the input is declared to name only what changed. */
	onlyChanges?: boolean;
}

/** A guard that holds the whole run. */
export interface RunGuard extends GuardBase {
	/** Tells, as the reason of a hold, that the run is beyond the limit. */
	inRun: (run: RunPreview, limit: number) => string | undefined;
	/** Whether a run of fewer than ten rows is asked about, too. */
	inShortRuns?: true;
	/** A lower limit counts as this one. */
	leastLimit?: number;
	/** How it asks a list that names only what changed, where that differs; false: not at all. */
	ofChanges?: Pick<RunGuard, 'inRun' | 'holdsAll' | 'leastLimit'> | false;
	/** Whether it holds also what a list of changes may do: lower stock. */
	holdsAll?: true;
}

export type Guard = EntryGuard | RunGuard;

/** The guards that are on, each with its limit, in the order in which they are asked. */
export interface Limits {
	ofEntries: ReadonlyMap<EntryGuard, number>;
	ofRun: ReadonlyMap<RunGuard, number>;
}
