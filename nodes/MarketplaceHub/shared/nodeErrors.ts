import {
	ApplicationError,
	BaseError,
	ExecutionBaseError,
	NodeApiError,
	NodeOperationError,
	type INode,
} from 'n8n-workflow';
import { findHubError, HubError } from '../api/errors';
import { shorten } from '../api/values/text';

/** Whether n8n has thrown it itself, so that its message is about the workflow. */
const isOfN8n = (error: unknown): error is Error =>
	[ApplicationError, BaseError, ExecutionBaseError].some((type) => error instanceof type);

/** Words as long as keys and tokens; the messages of strangers may hold some. */
const longWords = /[\w+/=.~-]{16,}/g;
const longestForeign = 300;

function messageOf(error: unknown): string {
	if (isOfN8n(error)) return error.message;
	const said = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
	return `Unforeseen: ${shorten(said.replace(longWords, '…'), longestForeign)}`;
}

/** Fields of n8n's own errors besides their message. */
function detailsOf(error: unknown): Pick<HubError, 'cause' | 'description'> {
	if (!isOfN8n(error)) return {};
	const description = 'description' in error ? error.description : undefined;
	return { cause: error, ...(typeof description === 'string' && { description }) };
}

/** The HubError in or behind the error of a check before the sending, else a HubError for that error. */
export const toInvalid = (error: unknown): HubError =>
	findHubError(error) ?? new HubError('invalid', messageOf(error), detailsOf(error));

/**
 * The HubError in or behind an error, else a HubError that leaves the outcome of a write open: the error may
 * have been thrown after something was sent.
 */
export const toHubError = (error: unknown, onlyReads: boolean): HubError =>
	findHubError(error) ??
	new HubError('unforeseen', messageOf(error), {
		...detailsOf(error),
		...(!onlyReads && {
			outcome: 'unknown',
			description: 'Check in the hub what was done before you run it again.',
		}),
	});

/** As n8n's own messages name an item. */
export const withItem = (message: string, itemIndex: number | undefined) =>
	itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;

/** Text as n8n's editor shows it where it renders HTML: a SKU may hold a tag. */
export const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The text of a description that `toNodeError` gave: it is HTML only if it holds an escaped tag. */
export const asText = (shown: string) =>
	shown.includes('&lt;') ? shown.replaceAll('&lt;', '<').replaceAll('&amp;', '&') : shown;

/**
 * The same error for n8n's editor, which renders descriptions as HTML, and a message in one place as HTML,
 * in another one as text.
 */
export function withoutTags<Shown extends NodeApiError | NodeOperationError>(error: Shown): Shown {
	error.message = error.message.replaceAll('<', '‹');
	if (typeof error.description === 'string' && error.description.includes('<'))
		error.description = asHtml(error.description);
	return error;
}

/**
 * n8n's form of any error: a NodeApiError when the hub answered or could not be reached, else a
 * NodeOperationError. Neither carries anything of the request, so neither holds a secret.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const known = toHubError(error, true);
	const { cause } = known;
	if (cause instanceof NodeOperationError || cause instanceof NodeApiError) return cause;
	if (cause !== undefined) return new NodeOperationError(node, cause, { itemIndex });
	const { description } = known;
	const fromHub = ['refused', 'unreachable', 'unconfirmed'].includes(known.kind);
	const nodeError = fromHub
		? new NodeApiError(
				node,
				{},
				{ message: known.message, description, httpCode: known.httpStatus?.toString(), itemIndex },
			)
		: new NodeOperationError(node, known.message, { description, itemIndex });
	// the constructors put n8n's own texts in place of messages that hold a code such as ECONNREFUSED
	nodeError.message = withItem(known.message, itemIndex);
	nodeError.messages = [];
	return withoutTags(nodeError);
}
