import type { HubError } from '../../../api/errors';
import type { Comparable, Reading } from '../../../api/sync/reading';
import type { NumberKind } from '../../../api/values/checks';

/** What a run would make of an entry; `before` is undefined where the hub holds nothing of it. */
export interface Change {
	key: string;
	before?: Comparable;
	/** What a new price is compared with: the product's own. */
	normal?: Comparable;
	after: Comparable;
	/** What the list's owner wants of what it does not name; `after` is empty unless that is zero. */
	missing?: MissingInList;
}

/** What to do with what only the hub holds. */
export type MissingInList = 'ignore' | 'report' | 'zero' | 'delete';

export interface Decision extends Change {
	status: 'unchanged' | 'notInHub' | 'onlyInHub' | 'change' | 'held' | 'refused';
	failure?: HubError;
	/** What is sent, where that is more than identity and values. */
	body?: Record<string, unknown>;
}

export interface RunPreview {
	/** Entries that the hub holds too or that are new to it. */
	compared: readonly Decision[];
	/** How many entries are refused before they can be compared. */
	refused: number;
	/** Where the input is declared to be the whole list: how much it names of what the hub holds. */
	whole?: Reading['whole'];
}

export type ListKind = 'stock' | 'prices' | 'channelPrices' | 'products';

/** A limit beyond which an entry, or the whole run, is not sent. */
export interface Guard {
	name: string;
	displayName: string;
	description: string;
	/** The limit unless one is set; 0: off. */
	default: number;
	/** What the limit counts, where that is no share. */
	counts?: NumberKind;
	/** The lists that it is for; all when left out. */
	only?: readonly ListKind[];
	/** Whether it holds what is below the limit. */
	isLowest?: true;
	/** What is beyond the limit in an entry, or in the whole run. */
	inEntry?: (change: Change, limit: number) => string | undefined;
	inRun?: (run: RunPreview, limit: number) => string | undefined;
}

/** Limits by the guard's name; a guard without one is off. */
export type Limits = ReadonlyMap<string, number>;
