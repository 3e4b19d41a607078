import {
	isToolType,
	type INode,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';
import { isBlank } from '../api/values/checks';
import { withoutStop } from '../api/values/text';
import { asText } from '../shared/nodeErrors';

/** Whether an agent runs the node: n8n then gives it the type of its tool form. */
export const isToolRun = ({ type }: INode): boolean => isToolType(type);

/** Whether an agent runs a node of version 1.1 or later, in which some choices are a person's. */
export const isSafeToolRun = (node: INode): boolean => isToolRun(node) && node.typeVersion > 1;

/**
 * The output of a tool run: n8n gives an agent the JSON of its items and nothing else, so the first item
 * carries what a person reads in hints; where there is none, an item of its own.
 */
export function withNotes(
	items: INodeExecutionData[],
	told: readonly string[],
): INodeExecutionData[] {
	const [first = { json: {} }, ...others] = items;
	const notes = items.length === 0 && told.length === 0 ? ['No results.'] : [...told];
	if (notes.length === 0) return items;
	return [{ ...first, json: { notes, ...first.json } }, ...others];
}

/** The same error; in a tool run its message holds the advice: n8n's newer agents read only that. */
export function withAdvice<Shown extends NodeApiError | NodeOperationError>(
	node: INode,
	error: Shown,
): Shown {
	const { message, description } = error;
	if (!isToolRun(node) || typeof description !== 'string' || isBlank(description)) return error;
	// n8n's older agents append a description that the message does not hold
	error.description = asText(description).replaceAll('<', '‹');
	error.message = `${withoutStop(message)}. ${error.description}`;
	return error;
}
