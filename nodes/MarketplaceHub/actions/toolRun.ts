import { isToolType, type INode, type NodeApiError, type NodeOperationError } from 'n8n-workflow';
import { isBlank } from '../api/values/blanks';
import { withoutStop } from '../api/values/text';
import { asText } from '../shared/nodeErrors';

/** Whether an agent runs the node: n8n then gives it the type of its tool form. */
export const isToolRun = ({ type }: INode): boolean => isToolType(type);

/** A tool gives at most this many records, or results of a write. */
export const mostForAgent = 50;

/**
 * The choice that adds the notes on each item of an order: its size, but at some shops also an engraving that
 * the buyer wants.
 */
export const itemDetails = 'itens.detalhes';

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
