import compact from 'lodash/compact';
import countBy from 'lodash/countBy';
import isUndefined from 'lodash/isUndefined';
import omitBy from 'lodash/omitBy';
import pick from 'lodash/pick';
import {
	ApplicationError,
	BaseError,
	ExecutionBaseError,
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
} from 'n8n-workflow';
import type { EntryResult } from '../api/entries';
import { findHubError, HubError, listed, shortDetails } from '../api/errors';
import { isBlank } from '../api/values/checks';
import { printable, shorten, withoutStop } from '../api/values/text';

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

/** The HubError in or behind the error of a check before the sending, else one for it. */
export const toInvalid = (error: unknown): HubError =>
	findHubError(error) ?? new HubError('invalid', messageOf(error), detailsOf(error));

/**
 * The HubError in or behind an error, else one that leaves the outcome of a write open:
 * it may have been thrown after something was sent.
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
const withItem = (message: string, itemIndex: number | undefined) =>
	itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;

/** Text as n8n's editor shows it where it renders HTML: a SKU may hold a tag. */
export const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The text of a description that `toNodeError` gave: only with a tag in it, it is HTML. */
export const asText = (shown: string) =>
	shown.includes('&lt;') ? shown.replaceAll('&lt;', '<').replaceAll('&amp;', '&') : shown;

/**
 * The same error for n8n's editor, which renders descriptions as HTML, and a message in one place as HTML,
 * in another one as text.
 */
function withoutTags<Shown extends NodeApiError | NodeOperationError>(error: Shown): Shown {
	error.message = error.message.replaceAll('<', '‹');
	if (typeof error.description === 'string' && error.description.includes('<'))
		error.description = asHtml(error.description);
	return error;
}

/**
 * n8n's form of whatever was thrown: a NodeApiError when the hub answered or could not be reached,
 * else a NodeOperationError. It carries nothing of the request, so no secret.
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
	const fromHub = ['refused', 'unreachable', 'outcomeUnknown'].includes(known.kind);
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

/** The fields in which an item says why it failed, beside its `error`. */
export const failureFields = [
	'outcome',
	'description',
	'seen',
	'httpStatus',
	'requestId',
	'details',
] as const satisfies ReadonlyArray<keyof HubError>;

/** JSON of a failed item when the workflow goes on: the outcome first, then the reason. */
export function failureJson(failure: HubError): IDataObject {
	const { outcome, ...others } = pick(failure, failureFields);
	return omitBy({ outcome, error: failure.message, ...others }, isUndefined) as IDataObject;
}

/** The name of a row for a person: its SKU, else its number in the list. */
export function rowName({ json: { sku, skuProduto = sku }, itemIndexes }: EntryResult): string {
	if (!isBlank(skuProduto)) return printable(String(skuProduto));
	return itemIndexes.length === 0 ? '' : rowsInWords(itemIndexes);
}

/** Input items as a person counts rows, e.g. `rows 1, 3 and 8 more`. */
export function rowsInWords(itemIndexes: readonly number[], most?: number): string {
	const numbers = itemIndexes.map((index) => index + 1);
	return `${numbers.length === 1 ? 'row' : 'rows'} ${listed(numbers, most)}`;
}

/** Most failures that one message names, and the longest part about one, in characters. */
const [mostListed, longestLine] = [20, 200];

type Failed = EntryResult & { failure: HubError };

function countsOf(failures: Failed[]): string {
	const counts = countBy(failures, ({ failure }) => failure.outcome ?? 'refused');
	const words = { refused: 'refused', unknown: 'of unknown outcome', notSent: 'not sent' };
	const known = Object.entries(words).filter(([outcome]) => counts[outcome] !== undefined);
	return known.map(([outcome, word]) => `${counts[outcome]} ${word}`).join(', ');
}

/** The message after the SKU that it is about, where it does not hold it. */
function messageWithSku({ json: { sku, skuProduto = sku }, failure: { message } }: Failed) {
	const about = skuProduto === undefined ? '' : printable(String(skuProduto));
	return message.includes(about) ? message : `${about}: ${message}`;
}

/** One error for all failed parts of a run, with the message of the first one. */
export function toRunError(node: INode, results: EntryResult[]): NodeApiError | NodeOperationError {
	const failures = results.filter((result): result is Failed => result.failure !== undefined);
	const [first] = failures;
	if (first === undefined) throw new RangeError('no part failed');
	const { itemIndexes, failure } = first;
	const [itemIndex] = itemIndexes;
	const total = results.length;
	const succeeded = total - failures.length;
	const isOne = failures.length === 1;
	const error = isOne
		? toNodeError(node, failure, itemIndex)
		: new NodeOperationError(node, 'Several items', { itemIndex });
	const counts = isOne ? ';' : ` (${countsOf(failures)}); first:`;
	const outcome = total === 1 ? '' : `${succeeded} of ${total} succeeded${counts} `;
	error.message = outcome + withItem(messageWithSku(first), itemIndex);
	const parts = [isOne ? error.description : linesOf(failures)];
	if (!isOne && failures.some((failed) => failed.failure.outcome === 'unknown'))
		parts.push('Before you run it again, check in the hub those whose outcome is unknown.');
	if (succeeded > 0)
		parts.push('The other items were sent. To go on with them, set On Error to continue.');
	else if (total > 1) parts.push('To deal with them in the workflow, set On Error to continue.');
	error.description = compact([...parts, ...batchesIn(results)]).join(' ');
	return withoutTags(error);
}

/** Where the parts went that the hub took. */
export function batchesIn(results: readonly EntryResult[]): string[] {
	const found = results.filter(
		({ failure }) => failure?.kind !== 'refused' || failure.httpStatus !== 404,
	);
	const batchIds = new Set(found.flatMap(({ json }) => json.batchId ?? []));
	return batchIds.size === 0 ? [] : [`Batches in the hub: ${listed(batchIds)}.`];
}

function linesOf(failures: Failed[]): string {
	const lineOf = (failed: Failed) =>
		shorten(`${rowName(failed)}: ${withoutStop(failed.failure.message)}`, longestLine);
	return `${shortDetails(failures, lineOf, mostListed).join('; ')}.`;
}
