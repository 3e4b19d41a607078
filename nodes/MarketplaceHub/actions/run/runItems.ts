import { mapConcurrently } from '../../api/async';
import { readsAtOnce } from '../../api/http/runLimit';
import type { OnError } from '../failures/onError';
import { addListHints } from './resultHints';
import { type ItemOperation, onlyReads, type OperationContext, Output } from '../operation';
import { chosenFields } from '../form/outputChoice';
import { progressOf } from '../write/progress';

/** Runs an operation item by item; items of an operation that only reads run side by side. */
export async function runItems(
	operation: ItemOperation,
	context: OperationContext,
	itemIndexes: number[],
	onError: OnError,
): Promise<Output[]> {
	const shared = operation.share?.(context);
	const isReading = onlyReads(operation);
	const progress = isReading ? undefined : progressOf(context.node, itemIndexes.length);
	const ofItems = await mapConcurrently(
		itemIndexes,
		isReading ? readsAtOnce : 1,
		async (itemIndex) => {
			try {
				const outputs = await runItem(operation, context, itemIndex, shared);
				const [failure] = outputs.flatMap((output) => output.failure ?? []);
				if (failure !== undefined && !onError.continues) throw failure;
				return outputs;
			} catch (error) {
				return onError.settle(error, [itemIndex], itemIndex);
			} finally {
				progress?.sent(1);
			}
		},
	);
	const all = ofItems.flat();
	const outputs = operation.combine ? await operation.combine(context, all) : all;
	const unfound = itemIndexes.filter((_itemIndex, place) => ofItems[place]?.length === 0);
	addListHints(context, operation, outputs.length, unfound);
	return outputs;
}

async function runItem(
	operation: ItemOperation,
	context: OperationContext,
	itemIndex: number,
	shared: unknown,
): Promise<Output[]> {
	const simplify = chosenFields(context.parameters, operation.simplified, itemIndex);
	const given = await operation.perItem(context, itemIndex, { simplify, shared });
	return [given]
		.flat()
		.map((record) =>
			record instanceof Output ? record : new Output([itemIndex], simplify(record)),
		);
}
