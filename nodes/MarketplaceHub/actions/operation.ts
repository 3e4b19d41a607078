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
import type { List } from '../api/pagination';
import type { RecordSchema } from '../api/schemas/answers';
import type { ExecutionHints } from './executionHints';
import { outputChoice, type Parameters } from './parameters';

/** What an operation knows of its node. */
export interface NodeContext {
	/** n8n's own context, for binary data and hints; parameters come from `parameters`. */
	node: IExecuteFunctions;
	parameters: Parameters;
	/** What the user is told of the run besides its items. */
	hints: ExecutionHints;
}

/** What an operation works with: its `hub` takes requests to the endpoints that it lists. */
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

interface OperationBase<Name extends EndpointName> {
	/** How the editor lists it: name in Title Case, `action` in sentence case without articles. */
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Its parameters; the registry adds when they show. */
	properties: INodeProperties[];
	/** Every endpoint it may call, rows of `endpoints.ts`. */
	endpoints: readonly Name[];
	/** What an output item looks like: n8n previews it before the first run. */
	output: Readonly<Record<string, RecordSchema>>;
	/**
	 * Paths of at most ten fields, most used first: the operation has the parameter Simplify, and with
	 * it only these come out, where they are in the full record.
	 */
	simplify?: readonly string[];
	/** Of a list: why it may have no records, without a dot at the end. */
	emptyBecause?: string;
}

/** An operation that works item by item; those that only read run concurrently. */
export interface ItemOperation<Name extends EndpointName = EndpointName>
	extends OperationBase<Name> {
	/**
	 * Reads an item's parameters without sending anything. An operation that takes from the hub what only
	 * its output then holds has this: where a failed item stops the run, all items are checked before the
	 * first one is run, since n8n drops what came out before.
	 */
	check?(context: NodeContext, itemIndex: number): void;
	/** Runs one input item. */
	perItem(
		context: OperationContext<Name>,
		itemIndex: number,
	): Promise<IDataObject | Array<IDataObject | RecordWithFiles | FailedRecord>>;
}

/** An operation that reads a list; of each record only what Simplify leaves is kept in memory. */
export interface ListOperation<Name extends EndpointName = EndpointName>
	extends OperationBase<Name> {
	/** What is read for one input item; the parameters of `paging` say how much of it. */
	list(context: NodeContext, itemIndex: number): List<IDataObject, Name>;
}

/** An operation whose endpoint takes many entries in one request. */
export interface RunOperation<Name extends EndpointName = EndpointName>
	extends OperationBase<Name> {
	/**
	 * Runs all input items together; every entry that fails is a result with a `failure`.
	 * @throws HubError only for what concerns all of them
	 */
	perRun(context: OperationContext<Name>, itemIndexes: number[]): Promise<EntryResult[]>;
	/** What stops the run when some failed; left out: a list of what each of them says. */
	summarize?(results: readonly EntryResult[]): HubError;
}

/** One operation of the node, in one file. */
export type Operation<Name extends EndpointName = EndpointName> =
	| ItemOperation<Name>
	| ListOperation<Name>
	| RunOperation<Name>;

/** A resource and its operations, in the order the editor shows them. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
}

/**
 * An operation as the registry takes it. `endpoints` says what its `hub` may call. With `simplify`
 * it gets the parameter for that, and its output is what comes with the parameter's default.
 */
export function defineOperation<Name extends EndpointName>(
	operation: Operation<Name>,
): Operation<Name> {
	const { simplify, properties, output } = operation;
	if (simplify === undefined) return operation;
	return {
		...operation,
		properties: [...properties, ...outputChoice],
		output: pick(output, simplify) as Record<string, RecordSchema>,
	};
}
