import type { INodeProperties } from 'n8n-workflow';
import type { EndpointName } from '../../api/endpoints';
import type { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import type { FurtherResult, Row } from '../../api/rows/row';
import type { RecordSchema } from '../../api/schemas/reads/recordSchema';
import type { Ask } from '../../api/snapshot/ask';
import type { Comparable, SyncFields } from '../../api/comparison/comparable';
import type { ListRow, Snapshot } from '../../api/snapshot/snapshot';
import type { ListHint } from '../hints';
import type { OperationContext } from '../operation';
import type { EntryKind } from '../write/checkRows';
import type { OfChannels } from '../write/defineWrite';
import type { Change, Compared, Follows, WayName, Write } from './change';
import type { Requests } from './report/estimate';
import type { GuardedList } from './guards/guard';

/** The snapshot's values for a row. */
export interface Found {
	/** The hub's values; undefined where it has no such entry, `untold` where it does not tell them. */
	before?: Comparable;
	/** Whether nothing is to be sent although values differ: variations have them, or rows of their own. */
	isSettled?: boolean;
	/** The row whose value holds for this entry, too. */
	follows?: Follows;
	/** Why the row must not be sent if it would change something. */
	obstacle?: HubError;
	/** The SKU's own prices, with which guards compare a new price of a channel. */
	ownPrices?: Comparable;
	note?: string;
}

type Finder = (row: ListRow) => Found;

/** A change on its way to the hub: sending notes the outcome on it. */
export interface Sending<Of extends Change = Write> extends Row {
	readonly change: Of;
	/** A note for a person about the outcome. */
	note?: string;
}

/** A kind of sync: the answers to all that its stages between reading and sending ask. */
export interface SyncKind extends EntryKind {
	/** Which guards hold for it. */
	listKind: GuardedList;
	/** Fields that are compared, and may change: the fields of `shape` without `identity`. */
	comparedFields: SyncFields;
	/** Fields without a column of their own that are kept of the hub's values where the list has a column. */
	keptWith?: Readonly<Record<string, readonly string[]>>;
	/** Whether entries that the hub does not have yet can be written. */
	createsNew: boolean;
	/** Which values are written of an entry that the hub has: all, or only values that differ. */
	writes: 'all' | 'differences';
	/** The ways in which rows are sent; without `create` an `update` sets new entries, too. */
	ways: Readonly<Partial<Record<WayName, Requests>>>;
	/**
	 * Makes the function that finds the hub's values for each row, also under relatives for which a value
	 * holds; pure.
	 */
	finderOf: (rows: ReadonlyMap<string, ListRow>, snapshot: Snapshot) => Finder | Promise<Finder>;
	/**
	 * Makes the body of a change; pure. Left out: the body is the identity, whose names then have to be names
	 * of fields, and the values that are written.
	 * @param row the row of the list that the change is about, if any
	 * @throws HubError where that breaks a rule
	 */
	bodyOf?: (change: Compared, row?: ListRow) => Record<string, unknown>;
	/** The hint that names a change which is to be sent, if any; pure. */
	hintOf?: (write: Write) => ListHint | undefined;
}

/** A sync as an operation's file gives it. */
export interface Sync<Name extends EndpointName> extends SyncKind, OfChannels<Name> {
	action: string;
	toolDescription: string;
	description: string;
	/** The parameters that give the list. */
	properties: INodeProperties[];
	/** Options of sending it. */
	sendingOptions?: INodeProperties[];
	endpoints: readonly Name[];
	/** The values of a result, where not all are numbers. */
	values?: RecordSchema;
	/** Fields of a result beside status and values. */
	output?: Readonly<Record<string, RecordSchema>>;
	/** Reads the hub's values: all requests before the first write. */
	read: (hub: Hub<Name>, ask: Ask) => Promise<Snapshot>;
	ways: { update: Way<Name>; create?: Way<Name>; remove?: Way<Name> };
}

/** How changes are sent, and by which requests, for the estimate of a dry run. */
interface Way<Name extends EndpointName> extends Requests {
	/**
	 * Sends changes and notes on each its result.
	 * @param all changes of the run that would write something, also changes that are not sent
	 */
	send: (
		context: OperationContext<Name>,
		sent: Sending[],
		all: ReadonlyArray<Sending<Change>>,
	) => Promise<FurtherResult[] | void>;
}
