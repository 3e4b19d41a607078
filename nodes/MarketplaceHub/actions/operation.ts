import pick from 'lodash/pick';
import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { EndpointName } from '../api/endpoints';
import type { EntryResult } from '../api/entries';
import type { HubError } from '../api/errors';
import type { Hub } from '../api/hub';
import type { OrderList } from '../api/orderList';
import type { RecordSchema } from '../api/schemas/answers';
import type { ExecutionHints } from './executionHints';
import { outputChoice } from './outputChoice';
import type { Parameters } from './parameters';

/** The node as an operation sees it. */
export interface NodeContext {
	node: IExecuteFunctions;
	parameters: Parameters;
	hints: ExecutionHints;
	/** Names the account in hints, where items of several are run. */
	ofAccount?: string;
	/** Whether an item of the run may belong to this account, since its credential cannot be resolved. */
	hasUnresolved?: boolean;
	/** ms that the run may still pause between looks at records, see write/writeOnce.ts. */
	looking: { left: number };
	/** Order lists of this run, by the settings that they are read with. */
	orderLists: Map<string, OrderList>;
}

/** Everything that an operation works with. Its `hub` takes requests to the endpoints that it lists. */
export interface OperationContext<Name extends EndpointName = EndpointName> extends NodeContext {
	hub: Hub<Name>;
}

/** A record with files; by this class `run.ts` tells it from a plain record. */
export class RecordWithFiles {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** A record that failed, while others of the same input item did. */
export class FailedRecord {
	constructor(
		readonly json: IDataObject,
		readonly failure: HubError,
	) {}
}

/** A record whose file becomes a part of the one file that `combine` makes. */
export class RecordWithPart {
	constructor(
		readonly itemIndex: number,
		readonly json: IDataObject,
		readonly content: Buffer,
	) {}
}

interface OperationBase<Name extends EndpointName> {
	/** How the editor lists it: name in Title Case, `action` in sentence case without articles. */
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Its parameters; the registry adds when they show. */
	properties: INodeProperties[];
	/** Every endpoint it may call, rows of `endpoints.ts`. */
	endpoints: readonly Name[];
	/** Shape of an output item; n8n previews it before the first run. */
	output: Readonly<Record<string, RecordSchema>>;
	/**
	 * Paths of at most ten fields, most used first: the operation has the parameter Simplify, and with
	 * it only these come out, where they are in the full record.
	 */
	simplify?: readonly string[];
	/** Of a list: why it may have no records, without a dot at the end; false where it tells that by itself. */
	emptyBecause?: string | false;
	/** The operation as version 1 of the node has it, where that differs. */
	version1?: Operation;
}

/** An operation that works item by item; those that only read run concurrently. */
export interface ItemOperation<Name extends EndpointName = EndpointName>
	extends OperationBase<Name> {
	/**
	 * Reads an item's parameters without sending anything. An operation whose output alone holds what it
	 * takes from the hub has this: all items are checked before the first one is run, since n8n drops what
	 * came out before an item that stops the run.
	 */
	check?(context: NodeContext, itemIndex: number): void;
	/** @param keeps what is left of a record by the item's choice; what comes out is also cut by it */
	perItem(
		context: OperationContext<Name>,
		itemIndex: number,
		keeps: (record: IDataObject) => IDataObject,
	): Promise<IDataObject | Array<IDataObject | RecordWithFiles | RecordWithPart | FailedRecord>>;
	/** Makes one record with one file of the parts of all items, in the order of the items. */
	combine?(context: NodeContext, parts: RecordWithPart[]): Promise<RecordWithFiles>;
}

/** An operation whose endpoint takes many entries in one request. */
export interface RunOperation<Name extends EndpointName = EndpointName>
	extends OperationBase<Name> {
	/**
	 * Runs all input items together; every entry that fails is a result with a `failure`.
	 * @throws HubError only for a failure of all of them
	 */
	perRun(context: OperationContext<Name>, itemIndexes: number[]): Promise<EntryResult[]>;
	/** The error that stops a run in which some failed; left out: a list of their messages. */
	summarize?(results: readonly EntryResult[]): HubError;
}

/** One operation of the node, in one file. */
export type Operation<Name extends EndpointName = EndpointName> =
	| ItemOperation<Name>
	| RunOperation<Name>;

/** A resource and its operations, in the order the editor shows them. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
}

/**
 * An operation as the registry takes it. With `simplify` it gets the parameter for that, and its output
 * is what comes with the parameter's default.
 */
export function defineOperation<Name extends EndpointName>(
	operation: Operation<Name>,
): Operation<Name> {
	const { simplify, properties, output } = operation;
	if (simplify === undefined) return operation;
	return {
		...operation,
		properties: [...properties, ...outputChoice(output)],
		output: pick(output, simplify) as Record<string, RecordSchema>,
	};
}
