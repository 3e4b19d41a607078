import mapValues from 'lodash/mapValues';
import memoize from 'lodash/memoize';
import pick from 'lodash/pick';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { HubError } from '../../api/errors';
import { toNodeError } from '../../shared/nodeErrors';
import type { Operation, Output } from '../operation';
import { failureFields, failureJson, saidOnce } from '../failures/failedItem';
import { isToolRun } from '../toolRun';

/**
 * Outputs as n8n's items, paired with the input items that they came from; a failed output says why. Outputs of the
 * same input items share these pairs: a batch may give many notes about many rows.
 */
export function toItems(
	node: IExecuteFunctions,
	operation: Operation | undefined,
	outputs: readonly Output[],
): INodeExecutionData[] {
	const paired = memoize(pairedWith);
	return outputs.map((output) => toItem(node, operation, output, paired(output.itemIndexes)));
}

function toItem(
	node: IExecuteFunctions,
	operation: Operation | undefined,
	{ itemIndexes, json, binary, failure }: Output,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	if (failure === undefined) return { json, ...(binary && { binary }), pairedItem };
	const told = failureJson(failure);
	// keys keep their first place and take their last value: the outcome leads, and the result's own words win
	const comesFirst = Object.hasOwn(operation?.output ?? {}, 'outcome') && pick(told, 'outcome');
	const whole = { ...comesFirst, ...json, ...told, ...json };
	const item = { json: saidOnce(whole, failure), pairedItem };
	// an agent reads the first output alone
	const { onError } = node.getNode();
	return onError === 'continueErrorOutput' && !isToolRun(node.getNode())
		? toErrorOutput(node, operation, item, failure, itemIndexes)
		: item;
}

function pairedWith(itemIndexes: readonly number[]): INodeExecutionData['pairedItem'] {
	const paired = itemIndexes.map((item) => ({ item }));
	return paired.length === 1 ? paired[0] : paired;
}

/** Fields in which an operation tells the result of an entry. */
const reportFields = ['batchId', 'sucesso', 'info', 'data', 'before', 'after'];

/**
 * A failed item as n8n moves it to the error output. n8n moves items with an `error` there and puts
 * the fields of the first input item that they are paired with under theirs; afterwards it replaces
 * the JSON of every item that still has one by the message alone. So the `error` is not enumerable: n8n's
 * copy of the item is without it and keeps SKU, batch and details. An item that is paired with none is
 * not copied: its JSON cannot be replaced.
 */
function toErrorOutput(
	node: IExecuteFunctions,
	operation: Operation | undefined,
	item: INodeExecutionData,
	failure: HubError,
	itemIndexes: readonly number[],
): INodeExecutionData {
	const json = { ...hiddenFields(node, operation, itemIndexes), ...item.json };
	return Object.defineProperties(item, {
		error: { value: toNodeError(node.getNode(), failure, itemIndexes[0]), configurable: true },
		json: { get: () => json, set: () => {} },
	});
}

/**
 * Fields of the input item, as undefined, that say nothing about the failure: words about an earlier failure,
 * and the fields of one item among several that share the failure.
 */
function hiddenFields(
	node: IExecuteFunctions,
	operation: Operation | undefined,
	[first = -1, ...others]: readonly number[],
): IDataObject {
	const input = node.getInputData()[first]?.json ?? {};
	if (others.length > 0) return mapValues(input, () => undefined);
	const reported =
		operation !== undefined && 'perRun' in operation
			? pick({ batchId: true, ...operation.output }, reportFields)
			: {};
	const names = [...failureFields, ...Object.keys(reported)];
	return mapValues(pick(input, names), () => undefined);
}
