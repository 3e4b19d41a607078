import type { EntryResult } from '../../api/rows/row';
import type { OnError } from '../failures/onError';
import { hasFailed, toRunError } from '../failures/runError';
import { addEntryHints } from './resultHints';
import { type EntryOperation, onlyReads, type OperationContext, type Output } from '../operation';

/** Runs an operation over the entries of all items together. */
export async function runEntries(
	operation: EntryOperation,
	context: OperationContext,
	itemIndexes: number[],
	onError: OnError,
): Promise<Output[]> {
	if (itemIndexes.length === 0) return [];
	const results: EntryResult[] = await operation
		.perRun(context, itemIndexes)
		.catch((error: unknown) => onError.settle(error, itemIndexes));
	if (!onError.continues && results.some(hasFailed))
		throw (
			operation.summarize?.(results) ??
			toRunError(context.node.getNode(), results, onlyReads(operation))
		);
	addEntryHints(context, results);
	return results;
}
