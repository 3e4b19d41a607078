import type { Row } from '../../api/entries';
import type { Comparable, Reading } from '../../api/sync/reading';
import type { NumberKind } from '../../api/values/checks';

/** A row of a list that is compared with the hub. */
export interface ListRow extends Row {
	/** What it is found by in the hub. */
	key: string;
	/** read: what the hub holds of it; undefined where that is nothing. */
	before?: Comparable;
	/** read: what a new price is compared with, the product's own. */
	normal?: Comparable;
	/** check: the values that are wanted; compare: of a record, those that differ. */
	after: Comparable;
	/** What the list's owner wants of what it does not name; `after` is empty unless that is zero. */
	missing?: MissingInList;
	status?: RowStatus;
	/** An earlier row that wants the same of the same, and is sent for both. */
	sameAs?: ListRow;
}

/** What a stage has found out about a row; `change` until it is sent. */
export type RowStatus = 'unchanged' | 'notInHub' | 'onlyInHub' | 'change' | 'held' | 'refused';

/** What to do with what only the hub holds. */
export type MissingInList = 'ignore' | 'report' | 'zero' | 'delete';

export interface RunPreview {
	/** Rows that the hub holds too or that are new to it. */
	compared: readonly ListRow[];
	/** How many rows are refused before they can be compared. */
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
	inEntry?: (row: ListRow, limit: number) => string | undefined;
	inRun?: (run: RunPreview, limit: number) => string | undefined;
}

/** The guards that a kind of list has and that are on, each with its limit, in the order in which they are asked. */
export type Limits = ReadonlyMap<Guard, number>;
