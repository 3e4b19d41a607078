import mapValues from 'lodash/mapValues';
import type { HubError } from '../../api/errors';
import type { Entry, Row } from '../../api/rows/row';
import { areEqual, type Comparable, noValues } from '../../api/comparison/comparable';
import { differences } from '../../api/comparison/differences';

/**
 * The plan for one entry: for a row of the list, or for an entry that only the hub has. A change is a value: a
 * stage that finds something out makes a new change of it.
 */
export type Change = NotCompared | NotInHub | OnlyInHub | Compared;

/** An entry with its place beside the hub: guards count such entries. */
export type Compared = Unchanged | Write;

/**
 * What a row follows: the row of its product, by key. Where no record tells the product, any row of the channel may
 * be that; none of them is held for such a follower, as most are of other products.
 */
export type Follows = { row: string } | { anyOfChannel: string };

/** The row or the entry that a change is about. */
interface Subject extends Readonly<Entry>, Readonly<Pick<Row, 'position'>> {
	/** The input items that gave the row; none for an entry that only the hub has. */
	readonly itemIndexes: readonly number[];
	/** A note for a person about the change. */
	readonly note?: string;
	/** Why the change is not sent; a hold (`held.ts`) where a guard, or a damaged row of the list, keeps it back. */
	readonly failure?: HubError;
	/** The hub's values; undefined where it has no such entry, or it was not compared. */
	readonly before?: Comparable;
	/** The values with which guards compare new ones, where the hub has none: of a channel's price the SKU's own. */
	readonly ownPrices?: Comparable;
	/** The row whose value holds for this entry, too, if it is sent. */
	readonly follows?: Follows;
}

/** A row that breaks a rule or contradicts another row, or for which the hub cannot be read. */
export interface NotCompared extends Subject {
	readonly does: 'notCompared';
	readonly failure: HubError;
}

/** The hub has no such entry, and none can be created. */
export interface NotInHub extends Subject {
	readonly does: 'notInHub';
	readonly before?: undefined;
}

/** The list does not name it, and it is left as it is; with a failure where it would be removed and is held. */
export interface OnlyInHub extends Subject {
	readonly does: 'onlyInHub';
	readonly before: Comparable;
}

/** The hub has these values. */
export interface Unchanged extends Subject {
	readonly does: 'unchanged';
	readonly before: Comparable;
	readonly after: Comparable;
	/** Of a follower: it is sent all the same after a row whose value would hold for it. */
	readonly body?: Body;
}

/** The body of a request, or an entry's part of one; a change has it once no guard holds the entry. */
type Body = Readonly<Record<string, unknown>>;

/** A change to be sent, unless it has a failure. */
export interface Write extends Subject {
	readonly does: WayName;
	/**
	 * The values that are written; of a product that the hub has, the values that differ. None where the entry
	 * is removed.
	 */
	readonly after: Comparable;
	readonly body?: Body;
}

/** Ways in which entries are sent, in the order of a run. */
export const wayNames = ['create', 'update', 'remove'] as const;
export type WayName = (typeof wayNames)[number];

export const isWrite = (change: Change): change is Write =>
	change.does === 'update' || change.does === 'create' || change.does === 'remove';

/** Whether a change is to be sent. */
export const isToSend = (change: Change): change is Write =>
	isWrite(change) && change.failure === undefined;

export const isCompared = (change: Change): change is Compared =>
	change.does === 'unchanged' || isWrite(change);

/** Whether only the hub has it: no row of the list names it. */
export const isOnlyInHub = ({ itemIndexes }: Pick<Change, 'itemIndexes'>): boolean =>
	itemIndexes.length === 0;

/** The stock, or security stock, among values. */
export const piecesIn = (values: Comparable | undefined): number =>
	Number(values?.estoque ?? values?.estoqueSeguranca ?? 0);

/** Whether less could be sold afterwards; never true of security stock, where less sells more. */
export const lowersStock = ({ before, after }: Compared): boolean =>
	Number(after.estoque) < Number(before?.estoque);

/** A field whose value changes, before and after; undefined where there is none. */
export type FieldChange = readonly [name: string, before: unknown, after: unknown];

/** The fields that a change gives another value, as they are compared; all fields where the entry is removed. */
export function fieldChanges({
	does,
	before = noValues,
	after,
}: Pick<Compared, 'before' | 'after'> & Partial<Pick<Compared, 'does'>>): FieldChange[] {
	const values =
		does === 'remove' ? mapValues(before, () => undefined) : differences(before, after);
	const changes = Object.entries(values).map(([name, is]): FieldChange => [name, before[name], is]);
	// a price for media may go with the usual one although it stays
	return changes.filter(([, was, is]) => !areEqual(was, is));
}
