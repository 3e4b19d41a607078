import sortBy from 'lodash/sortBy';
import {
	ManualExecutionCancelledError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { mapConcurrently } from '../api/async';
import { cancelSignal } from '../api/context';
import { endpoints } from '../api/endpoints';
import type { HubError } from '../api/errors';
import { readsAtOnce } from '../api/http/runLimit';
import { rowsInWords } from './rowNames';
import { toHubError, toNodeError } from '../shared/nodeErrors';
import { toRunError } from './runErrors';
import { accountRuns } from './accounts';
import { tellEmptyList, tellEntries, tellRest } from './executionHints';
import {
	type ItemOperation,
	type Operation,
	type OperationContext,
	Output,
	type RunOperation,
} from './operation';
import { toItem } from './outputItem';
import { chosenFields } from './outputChoice';
import { Parameters } from './parameters';
import { assertSetByHand } from './personsChoices';
import { chosenOperation } from './resources';
import { contextOf } from './runContext';
import { closeToolRun, isToolRun, withAdvice } from './toolRun';

/**
 * Runs the chosen operation over all input items: every output item is paired with the items it
 * came from, and whatever fails follows the node's On Error setting.
 */
export async function runOperation(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const itemIndexes = [...node.getInputData().keys()];
	let operation: Operation | undefined;
	try {
		const parameters = new Parameters(node);
		operation = chosenOperation(node.getNode().typeVersion, parameters);
		assertSetByHand(node.getNode(), operation.properties);
		return [await runAccounts(operation, node, parameters, itemIndexes)];
	} catch (error) {
		const failure = operationFailure(operation, error);
		// n8n would pass the input on as if it had succeeded
		if (continues(node))
			return [
				itemIndexes.map((index) => toItem(node, operation, new Output([index], {}, { failure }))),
			];
		// n8n tells a cancelled execution from an unsuccessful one by this class
		throw isCancelled(node)
			? new ManualExecutionCancelledError(node.getExecutionId())
			: withAdvice(node.getNode(), toNodeError(node.getNode(), failure));
	}
}

/** So many rows of an account are named. */
const mostNamed = 5;

/** Runs items whose credential resolves to different accounts account by account. */
async function runAccounts(
	operation: Operation,
	node: IExecuteFunctions,
	parameters: Parameters,
	itemIndexes: number[],
): Promise<INodeExecutionData[]> {
	const { runs, unresolved } = await accountRuns(node, itemIndexes);
	let outputs = unresolved.map(({ itemIndex, error }) => {
		const failure = operationFailure(operation, error);
		if (!continues(node)) throw toNodeError(node.getNode(), failure, itemIndex);
		return new Output([itemIndex], {}, { failure });
	});
	const hasUnresolved = unresolved.length > 0;
	const isOneOfSeveral = runs.length > 1 || hasUnresolved;
	const accounts = runs.map(({ account, itemIndexes: items }) => ({
		context: {
			...contextOf(node, parameters, account),
			ofAccount: isOneOfSeveral ? `Account of ${rowsInWords(items, mostNamed)}: ` : undefined,
			hasUnresolved,
		},
		itemIndexes: items,
	}));
	if (!continues(node)) for (const account of accounts) checkItems(operation, account);
	let before: number[] = [];
	for (const account of accounts) {
		outputs = outputs.concat(await runAccount(operation, account, before));
		before = before.concat(account.itemIndexes);
	}
	if (isOneOfSeveral) outputs = sortBy(outputs, (output) => output.itemIndexes[0] ?? Infinity);
	const items = outputs.map((output) => toItem(node, operation, output));
	if (!isToolRun(node.getNode())) return items;
	const told = accounts.flatMap(({ context }) => context.hints.forAgent);
	const isSelected = parameters.value('output', 0, '') === 'selected';
	return closeToolRun(node.getNode(), items, told, isSelected);
}

/** The items of one account, with all that the operation needs for them. */
interface AccountItems {
	context: OperationContext;
	itemIndexes: number[];
}

/** Checks all items, also of other accounts, before the first one is sent. */
function checkItems(operation: Operation, { context, itemIndexes }: AccountItems): void {
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

/** @param before the items of accounts that were run before: the message names them where this stops the run */
async function runAccount(
	operation: Operation,
	{ context, itemIndexes }: AccountItems,
	before: readonly number[],
): Promise<Output[]> {
	const { node, hints } = context;
	try {
		const outputs =
			'perRun' in operation
				? await runTogether(operation, context, itemIndexes)
				: await runItems(operation, context, itemIndexes);
		hints.show(context);
		return outputs;
	} catch (error) {
		// n8n's form of it is escaped for the editor, a failed item is not
		if (continues(node)) throw operationFailure(operation, error);
		const failure = toNodeError(node.getNode(), operationFailure(operation, error));
		if (before.length > 0)
			failure.description = `${failure.description ?? ''} Carried out before, with other accounts: ${rowsInWords(before, mostNamed)}.`;
		throw failure;
	}
}

/** Item by item; those that only read side by side. */
async function runItems(
	operation: ItemOperation,
	context: OperationContext,
	itemIndexes: number[],
): Promise<Output[]> {
	const { node } = context;
	const shared = operation.share?.();
	const ofItems = await mapConcurrently(
		itemIndexes,
		onlyReads(operation) ? readsAtOnce : 1,
		async (itemIndex): Promise<Output[]> => {
			try {
				const outputs = await runItem(operation, context, itemIndex, shared);
				const [failure] = outputs.flatMap((output) => output.failure ?? []);
				if (failure !== undefined && !continues(node)) throw failure;
				return outputs;
			} catch (error) {
				const failure = operationFailure(operation, error);
				if (!continues(node)) throw toNodeError(node.getNode(), failure, itemIndex);
				return [new Output([itemIndex], {}, { failure })];
			}
		},
	);
	const all = ofItems.flat();
	const outputs = operation.combine ? await operation.combine(context, all) : all;
	if (outputs.length === 0 && itemIndexes.length > 0) tellEmptyList(context, operation);
	else tellRest(context, operation, outputs.length);
	return outputs;
}

async function runItem(
	operation: ItemOperation,
	context: OperationContext,
	itemIndex: number,
	shared: unknown,
): Promise<Output[]> {
	const simplify = chosenFields(context.parameters, operation.simplify, itemIndex);
	const given = await operation.perItem(context, itemIndex, simplify, shared);
	const itemIndexes = [itemIndex];
	return [given]
		.flat()
		.map((record) =>
			record instanceof Output ? record : new Output(itemIndexes, simplify(record)),
		);
}

async function runTogether(
	operation: RunOperation,
	context: OperationContext,
	itemIndexes: number[],
): Promise<Output[]> {
	const { node } = context;
	if (itemIndexes.length === 0) return [];
	const results = await operation.perRun(context, itemIndexes).catch((error: unknown) => {
		if (!continues(node)) throw error;
		const failure = operationFailure(operation, error);
		return itemIndexes.map((itemIndex) => ({ itemIndexes: [itemIndex], json: {}, failure }));
	});
	if (!node.continueOnFail() && results.some(({ failure }) => failure !== undefined))
		throw operation.summarize?.(results) ?? toRunError(node.getNode(), results);
	tellEntries(context, results);
	return results;
}

/** The error as a failure of the operation; undefined stands for one that could not be chosen. */
const operationFailure = (operation: Operation | undefined, error: unknown): HubError =>
	toHubError(error, operation === undefined || onlyReads(operation));

const onlyReads = ({ endpoints: names }: Operation) =>
	names.every((name) => endpoints[name].retry === 'read');

const isCancelled = (node: IExecuteFunctions) => cancelSignal(node)?.aborted === true;

/** Whether a failure becomes an item, as On Error says. */
const continues = (node: IExecuteFunctions) => node.continueOnFail() && !isCancelled(node);
