import type { INodeProperties } from 'n8n-workflow';
import type { EndpointName } from '../../../api/endpoints';
import type { SyncFields } from '../../../api/comparable';
import type { Read } from '../../../api/reading/reading';
import type { RecordSchema } from '../../../api/schemas/recordSchema';
import type { NodeContext } from '../../operation';
import type { EntryKind } from '../checkRows';
import type { OfChannels, Send } from '../defineWrite';
import type { Requests } from './estimate';
import type { GuardedList } from './guards';
import type { SyncRow, WayName } from './syncRow';

/** What the rows of a sync are: all that its stages between reading and sending ask. */
export interface SyncKind extends EntryKind {
	/** Which guards hold for it. */
	listKind: GuardedList;
	/** Fields that are compared, and may change: those of `shape` without `identity`. */
	comparedFields: SyncFields;
	/** Whether entries that the hub does not have yet can be written. */
	createsMissing: boolean;
	/** What is written of an entry that the hub has: all its values, or those that differ. */
	writes: 'whole' | 'differences';
	/** The ways in which its rows are sent; without `create` an `update` sets what is new, too. */
	ways: Readonly<Partial<Record<WayName, Requests>>>;
	/**
	 * Makes the body of a row. Left out: its identity, whose names then have to be those of fields, and the values that are written.
	 * @throws HubError where that breaks a rule
	 */
	bodyOf?: (row: SyncRow, context: NodeContext) => Record<string, unknown>;
}

/** A sync as an operation's file gives it. */
export interface Sync<Name extends EndpointName> extends SyncKind, OfChannels<Name> {
	action: string;
	toolDescription: string;
	description: string;
	/** The parameters that give the list, and those of sending it. */
	properties: INodeProperties[];
	sendingProperties?: INodeProperties[];
	endpoints: readonly Name[];
	/** The values of a result, where not all are numbers. */
	values?: RecordSchema;
	/** Fields of a result beside status and values. */
	output?: Readonly<Record<string, RecordSchema>>;
	read: Read<Name>;
	ways: { update: Way<Name>; create?: Way<Name>; remove?: Way<Name> };
}

/** How rows are sent, and by which requests, for the estimate of a dry run. */
interface Way<Name extends EndpointName> extends Requests {
	send: Send<Name, SyncRow>;
}
