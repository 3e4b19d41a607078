import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { EndpointName } from '../api/endpoints';
import type { HubError } from '../api/errors';
import type { Hub } from '../api/request';
import type { Shape } from '../api/schemas/shape';
import type { Parameters } from './parameters';

/** What an operation works with. */
export interface OperationContext {
	/** n8n's own context, for binary data and hints; parameters come from `parameters`. */
	node: IExecuteFunctions;
	hub: Hub;
	parameters: Parameters;
}

/** An output item before pairing: one record, or a record with files. */
export interface OutputItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** Why this part did not succeed, while others of the same input item did. */
	failure?: HubError;
}

/** One result of a run over several items. */
export interface RunResult {
	/** The input items it came from. */
	itemIndexes: number[];
	/** Where its entry stood among all entries of the run. */
	position?: number;
	json: IDataObject;
	/** Why this part did not succeed; follows the node's On Error setting. */
	failure?: HubError;
}

interface OperationBase {
	/** How the editor lists it: name in Title Case, `action` in sentence case without articles. */
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Its parameters; the registry adds when they show. */
	properties: INodeProperties[];
	/** Every endpoint it may call, rows of `endpoints.ts`. */
	endpoints: EndpointName[];
	/** What an output item looks like: n8n previews it before the first run. */
	output: Shape;
}

/** An operation that works item by item; those that only read run concurrently. */
export interface ItemOperation extends OperationBase {
	/**
	 * Runs one input item.
	 * @throws HubError for whatever does not succeed; `run.ts` deals with it
	 */
	perItem(
		context: OperationContext,
		itemIndex: number,
	): Promise<IDataObject | IDataObject[] | OutputItem[]>;
}

/** An operation whose endpoint takes many entries in one request. */
export interface RunOperation extends OperationBase {
	/**
	 * Runs all input items together; every part that does not succeed is a result with a `failure`.
	 * @throws HubError only for what concerns all of them
	 */
	perRun(context: OperationContext, itemIndexes: number[]): Promise<RunResult[]>;
}

/** One operation of the node, in one file. */
export type Operation = ItemOperation | RunOperation;

/** A resource and its operations, in the order the editor shows them. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
}
