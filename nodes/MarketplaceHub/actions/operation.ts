import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { type EndpointName, endpoints } from '../api/endpoints';
import type { HubError } from '../api/errors';
import type { Hub } from '../api/hub';
import type { EntryResult } from '../api/rows/row';
import type { RecordSchema } from '../api/schemas/reads/recordSchema';
import { outputChoice, type Simplified, simplifiedRecord } from './form/outputChoice';
import type { Parameters } from './form/parameters';
import type { ExecutionHints } from './hints';

/** The node as an operation sees it. */
export interface NodeContext {
	node: IExecuteFunctions;
	parameters: Parameters;
	hints: ExecutionHints;
	/** Whether an item of the run may belong to this account, since its credential cannot be resolved. */
	hasUnresolved?: boolean;
}

/** Everything that an operation works with. Its `hub` takes requests to the endpoints that it lists. */
export interface OperationContext<Name extends EndpointName = EndpointName> extends NodeContext {
	hub: Hub<Name>;
}

/**
 * The output for input items: a record, its files, or its failure. An operation gives an `Output` where a plain
 * record says too little; by this class `runItems.ts` tells the two apart.
 */
export class Output {
	readonly binary?: IBinaryKeyData;
	/** Content of a file that `combine` puts together with others. */
	readonly content?: Buffer;
	readonly failure?: HubError;

	constructor(
		readonly itemIndexes: readonly number[],
		readonly json: IDataObject,
		{ binary, content, failure }: Pick<Output, 'binary' | 'content' | 'failure'> = {},
	) {
		this.binary = binary;
		this.content = content;
		this.failure = failure;
	}
}

interface OperationOption extends INodePropertyOptions {
	value: string;
	action: string;
	description: string;
	/** For models, as the description of a tool: when to call it, when not, and the costs of a call. */
	toolDescription: string;
}

interface OperationBase<Name extends EndpointName> {
	/** How the editor lists it: name in Title Case, `action` in sentence case without articles. */
	option: OperationOption;
	/** The operation's parameters; the registry adds when they show. */
	properties: INodeProperties[];
	/** Parameters that few people ever set: they show under Options once they are added. */
	options?: INodeProperties[];
	/** Every endpoint it may call, rows of `endpoints.ts`. */
	endpoints: readonly Name[];
	/**
	 * Whether the operation sends each request once, whatever the answer; left out where the rows' retry
	 * classes hold.
	 */
	sendsOnce?: true;
	/** Shape of an output item; n8n previews it before the first run. */
	output: Readonly<Record<string, RecordSchema>>;
	/** Of an operation with `simplified`: shape of the whole record; `defineOperation` sets it. */
	record?: Readonly<Record<string, RecordSchema>>;
	/**
	 * The fields most used, in order: the operation has the parameter Simplify, and with it only these come
	 * out.
	 */
	simplified?: Simplified;
	/**
	 * Of an operation that lists records: the endpoint that gives them. It has the parameter Limit, and its
	 * filters, if any, in the collection `filters`. A hint says that no records came; an agent is told of the
	 * records that did not come out.
	 */
	list?: Name;
	/** Why a list may have no records, without a dot at the end; false where the operation tells that by itself. */
	emptyBecause?: string | false;
}

/** The arguments of an item's run beside its context. */
interface ItemRun<Shared> {
	/**
	 * Cuts a record to the fields that the item chooses; the output is cut anyway, so call this early to save
	 * memory.
	 */
	simplify: (record: IDataObject) => IDataObject;
	/** The result of `share` for the items of the account. */
	shared: Shared;
}

/** An operation that works item by item; items of an operation that only reads run concurrently. */
export interface ItemOperation<Name extends EndpointName = EndpointName, Shared = unknown>
	extends OperationBase<Name> {
	/**
	 * Reads an item's parameters without sending anything. An operation has this where its output alone holds
	 * the orders that it takes from the hub: all items are checked before the first one is run, since n8n drops
	 * the output before an item that stops the run.
	 */
	check?(context: NodeContext, itemIndex: number): void;
	/** Begins the work that the items of one account share, e.g. lists that one item reads for all. */
	share?(context: OperationContext<Name>): Shared;
	perItem(
		context: OperationContext<Name>,
		itemIndex: number,
		run: ItemRun<Shared>,
	): Promise<IDataObject | Output | Array<IDataObject | Output>>;
	/** Combines the outputs of all items; left out: they come out as they are. */
	combine?(context: NodeContext, outputs: Output[]): Promise<Output[]>;
}

/** An operation that works on the entries of all items together: its endpoint takes many in one request. */
export interface EntryOperation<Name extends EndpointName = EndpointName>
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
export type Operation<Name extends EndpointName = EndpointName, Shared = unknown> =
	| ItemOperation<Name, Shared>
	| EntryOperation<Name>;

/** Whether an operation changes nothing in the hub. */
export const onlyReads = ({ endpoints: names }: Operation): boolean =>
	names.every((name) => endpoints[name].retry === 'read');

/** A resource and its operations, in the order the editor shows them. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
	/** The one that the form shows first: it changes nothing at the hub, where the resource has such a one. */
	byDefault: Operation;
}

/**
 * An operation as the registry takes it. With `simplified` the operation gets the parameter Simplify, and
 * `output` describes the parameter's default.
 */
export function defineOperation<Name extends EndpointName, Shared = unknown>(
	operation: Operation<Name, Shared>,
): Operation<Name> {
	const { simplified, properties, output } = operation;
	if (simplified === undefined) return operation;
	return {
		...operation,
		properties: [...properties, ...outputChoice(output)],
		output: simplifiedRecord(output, simplified),
		record: output,
	};
}
