import partition from 'lodash/partition';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import {
	ManualExecutionCancelledError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { mapConcurrently } from '../api/async';
import { endpoints } from '../api/endpoints';
import type { EntryResult } from '../api/entries';
import { HubError } from '../api/errors';
import { connectHub } from '../api/hub';
import { readsAtOnce } from '../api/http/runLimit';
import { cancelSignal } from '../api/context';
import {
	failureJson,
	rowsInWords,
	toHubError,
	toNodeError,
	toRunError,
} from '../shared/nodeErrors';
import { accountRuns, type AccountRun } from './accounts';
import { toErrorOutput } from './errorOutput';
import {
	FailedRecord,
	type ItemOperation,
	type Operation,
	type OperationContext,
	RecordWithFiles,
	RecordWithPart,
	type RunOperation,
} from './operation';
import { chosenFields } from './outputChoice';
import { longestWaitOf, Parameters } from './parameters';
import { assertSetByHand } from './personsChoices';
import { inVersion, resources } from './resources';
import { closeToolRun, isToolRun, withAdvice } from './toolRun';
import { ExecutionHints, tellEmptyList, tellEntries, tellRest } from './executionHints';

/** Result of an input item: an output item, or a part of one file of all items. */
type Output = INodeExecutionData | RecordWithPart;

/**
 * Runs the chosen operation over all input items: every output item is paired with the items it
 * came from, and whatever fails follows the node's On Error setting. Items whose credential resolves to
 * different accounts are run account by account.
 */
export async function runOperation(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const parameters = new Parameters(node);
	const itemIndexes = [...node.getInputData().keys()];
	let operation: Operation | undefined;
	try {
		operation = chosenOperation(node, parameters);
		assertSetByHand(node.getNode(), operation.properties);
		const { runs, unresolved } = await accountRuns(node, itemIndexes);
		const [first] = unresolved;
		if (first !== undefined && !continues(node))
			throw toNodeError(node.getNode(), toFailure(operation, first.error), first.itemIndex);
		const contexts = runs.map((run) =>
			contextOf(node, parameters, run, runs.length > 1 || unresolved.length > 0),
		);
		for (const [index, context] of contexts.entries())
			if (!continues(node)) checkItems(operation, context, runs[index]?.itemIndexes ?? []);
		const outputs = [
			unresolved.map(({ itemIndex, error }) => failedItem(node, operation, error, [itemIndex])),
		];
		for (const [index, context] of contexts.entries()) {
			context.hasUnresolved = unresolved.length > 0;
			outputs.push(await runAccount(operation, context, runs, index));
		}
		const output = outputs.flat();
		const inOrder = runs.length > 1 || unresolved.length > 0 ? sortBy(output, firstItem) : output;
		if (!isToolRun(node.getNode())) return [inOrder];
		const told = contexts.flatMap(({ hints }) => hints.forAgent);
		const isSelected = parameters.value('output', 0, '') === 'selected';
		return [closeToolRun(node.getNode(), inOrder, told, isSelected)];
	} catch (error) {
		// n8n would pass the input on as if it had succeeded
		if (continues(node))
			return [itemIndexes.map((itemIndex) => failedItem(node, operation, error, [itemIndex]))];
		// n8n tells a cancelled execution from an unsuccessful one by this class
		throw isCancelled(node)
			? new ManualExecutionCancelledError(node.getExecutionId())
			: withAdvice(node.getNode(), toNodeError(node.getNode(), toFailure(operation, error)));
	}
}

/** The first input item that an output item came from. */
function firstItem({ pairedItem }: INodeExecutionData): number {
	const [paired] = [pairedItem].flat();
	return typeof paired === 'object' ? paired.item : (paired ?? Infinity);
}

function contextOf(
	node: IExecuteFunctions,
	parameters: Parameters,
	{ account, itemIndexes }: AccountRun,
	isOneOfSeveral: boolean,
): OperationContext {
	const hints = new ExecutionHints();
	const longestWait = longestWaitOf(parameters, node.getMode() === 'manual');
	return {
		node,
		parameters,
		hints,
		hub: connectHub(node, {
			account,
			longestWait,
			unsettled: hints.addUnsettled,
			unreadable: hints.addUnreadable,
			total: hints.addTotal,
		}),
		ofAccount: isOneOfSeveral ? `Account of ${rowsInWords(itemIndexes, mostNamed)}: ` : undefined,
		looking: { left: longestWait.ms },
		orderLists: new Map(),
	};
}

/** So many rows of an account are named. */
const mostNamed = 5;

/** Runs the items of one account; where that stops the run, the message names those that were run before. */
async function runAccount(
	operation: Operation,
	context: OperationContext,
	runs: readonly AccountRun[],
	index: number,
): Promise<INodeExecutionData[]> {
	const { itemIndexes = [] } = runs[index] ?? {};
	const before = runs.slice(0, index).flatMap((run) => run.itemIndexes);
	try {
		const output =
			'perRun' in operation
				? await runTogether(operation, context, itemIndexes)
				: await runItems(operation, context, itemIndexes);
		context.hints.show(context);
		return output;
	} catch (error) {
		// n8n's form of it is escaped for the editor, a failed item is not
		if (continues(context.node)) throw toFailure(operation, error);
		const failure = toNodeError(context.node.getNode(), toFailure(operation, error));
		if (before.length > 0)
			failure.description = `${failure.description ?? ''} Carried out before, with other accounts: ${rowsInWords(before, mostNamed)}.`;
		throw failure;
	}
}

/** The error as a failure of the operation; undefined stands for one that could not be chosen. */
const toFailure = (operation: Operation | undefined, error: unknown): HubError =>
	toHubError(error, operation === undefined || onlyReads(operation));

function chosenOperation(node: IExecuteFunctions, parameters: Parameters): Operation {
	const resourceValue = parameters.value('resource', 0);
	const value = parameters.value('operation', 0);
	const resource = resources.find(({ option }) => option.value === resourceValue);
	const operation = resource?.operations.find(({ option }) => option.value === value);
	if (operation !== undefined) return inVersion(node.getNode().typeVersion, operation);
	throw new HubError(
		'invalid',
		`There is no operation '${String(value)}' of the resource '${String(resourceValue)}'`,
		{ description: 'Choose Resource and Operation from their lists.' },
	);
}

async function runItems(
	operation: ItemOperation,
	context: OperationContext,
	itemIndexes: number[],
): Promise<INodeExecutionData[]> {
	const { node } = context;
	const outputs = await mapConcurrently(
		itemIndexes,
		onlyReads(operation) ? readsAtOnce : 1,
		async (itemIndex): Promise<Output[]> => {
			try {
				return await runItem(operation, context, itemIndex);
			} catch (error) {
				if (!continues(node))
					throw toNodeError(node.getNode(), toFailure(operation, error), itemIndex);
				return [failedItem(node, operation, error, [itemIndex])];
			}
		},
	);
	const items = await withCombined(operation, context, outputs.flat());
	if (items.length === 0 && itemIndexes.length > 0) tellEmptyList(context, operation);
	else tellRest(context, operation, items.length);
	return items;
}

/** The record that the operation makes of the parts comes first, paired with all their items. */
async function withCombined(
	operation: ItemOperation,
	context: OperationContext,
	outputs: Output[],
): Promise<INodeExecutionData[]> {
	const [parts, items] = partition(outputs, (output) => output instanceof RecordWithPart);
	if (parts.length === 0) return items;
	const record = await operation.combine?.(context, parts);
	const itemIndexes = new Set(parts.map(({ itemIndex }) => itemIndex));
	return [{ json: {}, ...record, pairedItem: pairedWith([...itemIndexes]) }, ...items];
}

/** Checks all items, also of other accounts, before the first one is sent. */
function checkItems(
	operation: Operation,
	context: OperationContext,
	itemIndexes: readonly number[],
): void {
	if ('perRun' in operation || operation.check === undefined) return;
	for (const itemIndex of itemIndexes) {
		try {
			chosenFields(context.parameters, operation.simplify, itemIndex);
			operation.check(context, itemIndex);
		} catch (error) {
			throw toNodeError(context.node.getNode(), error, itemIndex);
		}
	}
}

async function runItem(
	operation: ItemOperation,
	context: OperationContext,
	itemIndex: number,
): Promise<Output[]> {
	const { node, parameters } = context;
	const simplify = chosenFields(parameters, operation.simplify, itemIndex);
	const result = await operation.perItem(context, itemIndex, simplify);
	return (Array.isArray(result) ? result : [result]).map((record): Output => {
		if (record instanceof RecordWithPart) return record;
		if (record instanceof FailedRecord) {
			if (!continues(node)) throw record.failure;
			return failedItem(node, operation, record.failure, [itemIndex], record.json);
		}
		const output = record instanceof RecordWithFiles ? record : { json: simplify(record) };
		return { ...output, pairedItem: { item: itemIndex } };
	});
}

async function runTogether(
	operation: RunOperation,
	context: OperationContext,
	itemIndexes: number[],
): Promise<INodeExecutionData[]> {
	const { node } = context;
	if (itemIndexes.length === 0) return [];
	const results = await operation
		.perRun(context, itemIndexes)
		.catch((error: unknown): EntryResult[] => {
			if (!continues(node)) throw error;
			const failure = toFailure(operation, error);
			return itemIndexes.map((itemIndex) => ({ itemIndexes: [itemIndex], json: {}, failure }));
		});
	if (!node.continueOnFail() && results.some(({ failure }) => failure !== undefined))
		throw operation.summarize?.(results) ?? toRunError(node.getNode(), results);
	tellEntries(context, results);
	return results.map(({ itemIndexes: items, json, failure }) => {
		if (failure === undefined) return { json, pairedItem: pairedWith(items) };
		return failedItem(node, operation, failure, items, json);
	});
}

function failedItem(
	node: IExecuteFunctions,
	operation: Operation | undefined,
	error: unknown,
	itemIndexes: number[],
	result: IDataObject = {},
): INodeExecutionData {
	const failure = toFailure(operation, error);
	const told = failureJson(failure);
	const comesFirst = Object.hasOwn(operation?.output ?? {}, 'outcome') && pick(told, 'outcome');
	const item = {
		json: { ...comesFirst, ...result, ...told, ...result },
		pairedItem: pairedWith(itemIndexes),
	};
	// an agent reads the first output alone
	const { onError } = node.getNode();
	return onError === 'continueErrorOutput' && !isToolRun(node.getNode())
		? toErrorOutput(node, operation, item, failure, itemIndexes)
		: item;
}

function pairedWith(itemIndexes: number[]): INodeExecutionData['pairedItem'] {
	const paired = itemIndexes.map((item) => ({ item }));
	return paired.length === 1 ? paired[0] : paired;
}

const isCancelled = (node: IExecuteFunctions) => cancelSignal(node)?.aborted === true;

/** Whether a failure becomes an item, as On Error says. */
const continues = (node: IExecuteFunctions) => node.continueOnFail() && !isCancelled(node);

const onlyReads = ({ endpoints: names }: Operation) =>
	names.every((name) => endpoints[name].retry === 'read');
