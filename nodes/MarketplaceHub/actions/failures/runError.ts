import compact from 'lodash/compact';
import countBy from 'lodash/countBy';
import sumBy from 'lodash/sumBy';
import { type INode, type NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { HubError } from '../../api/errors';
import { type EntryResult, skuOf } from '../../api/rows/row';
import { listed, printable, shortDetails, shorten, withoutStop } from '../../api/values/text';
import { toNodeError, withItem, withoutTags } from '../../shared/nodeErrors';
import { faultOfList } from './listFault';
import { entriesIn, rowName } from '../rowsInWords';

/** The result of an entry that failed. */
export type Failed = EntryResult & { failure: HubError };

export const hasFailed = (result: EntryResult): result is Failed => result.failure !== undefined;

/** Most failures that one message names. */
const mostListed = 20;

/**
 * The error that stops a run in which entries failed, with the message of the first one and a line for each. A sync
 * has its own: actions/sync/report/errorOfRun.ts.
 */
export function toRunError(
	node: INode,
	results: EntryResult[],
	onlyReads: boolean,
): NodeApiError | NodeOperationError {
	const failures = results.filter(hasFailed);
	const [first] = failures;
	if (first === undefined) throw new RangeError('no part failed');
	const { itemIndexes, failure } = first;
	const [itemIndex] = itemIndexes;
	const ofList = faultOfList(results);
	if (ofList !== undefined) return toNodeError(node, ofList);
	const total = sumBy(results, entriesIn);
	const succeeded = total - sumBy(failures, entriesIn);
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
		parts.push(
			`The other items were ${onlyReads ? 'read' : 'sent'}. To go on with them, set On Error to continue.`,
		);
	else if (total > 1) parts.push('To deal with them in the workflow, set On Error to continue.');
	error.description = compact([...parts, ...batchesIn(results)]).join(' ');
	return withoutTags(error);
}

function countsOf(failures: Failed[]): string {
	const counts = countBy(failures, ({ failure }) => failure.outcome ?? 'refused');
	const words = { refused: 'refused', unknown: 'of unknown outcome', notSent: 'not sent' };
	const known = Object.entries(words).filter(([outcome]) => counts[outcome] !== undefined);
	return known.map(([outcome, word]) => `${counts[outcome]} ${word}`).join(', ');
}

/** The message after the SKU that it is about, where it does not hold it. */
function messageWithSku({ json, failure: { message } }: Failed) {
	const about = printable(skuOf(json));
	return message.includes(about) ? message : `${about}: ${message}`;
}

const linesOf = (failures: Failed[]): string =>
	`${shortDetails(failures, lineOf, mostListed).join('; ')}.`;

/** Longest line about a failure, in characters. */
const longestLine = 200;

/** A failure in a line, e.g. `S0: The hub has no such SKU`. */
export const lineOf = (failed: Failed): string =>
	shorten(`${rowName(failed)}: ${withoutStop(failed.failure.message)}`, longestLine);

/** Where the parts went that the hub took. */
export function batchesIn(results: readonly EntryResult[]): string[] {
	const found = results.filter(
		({ failure }) => failure?.kind !== 'refused' || failure.httpStatus !== 404,
	);
	const batchIds = new Set(found.flatMap(({ json }) => json.batchId ?? []));
	return batchIds.size === 0 ? [] : [`Batches in the hub: ${listed(batchIds)}.`];
}
