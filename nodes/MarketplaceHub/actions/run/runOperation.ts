import range from 'lodash/range';
import sortBy from 'lodash/sortBy';
import {
	ManualExecutionCancelledError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { cancelSignal } from '../../api/context';
import type { EntryResult } from '../../api/rows/row';
import { toNodeError } from '../../shared/nodeErrors';
import {
	onlyReads,
	type Operation,
	type OperationContext,
	Output,
	type RunOperation,
} from '../operation';
import { chosenFields } from '../outputChoice';
import { Parameters } from '../parameters';
import { assertSetByHand } from '../personsChoices';
import { chosenOperation } from '../resources';
import { accountRuns } from './accounts';
import { tellEntries } from './executionHints';
import { OnError } from '../common/onError';
import { contextOf } from './operationContext';
import { toItem } from './outputItem';
import { rowsInWords } from '../common/rowNames';
import { toRunError } from './runErrors';
import { runItems } from './runItems';
import { closeToolRun, isToolRun, withAdvice } from '../common/toolRun';

/**
 * Runs the chosen operation over all input items: every output item is paired with the items it
 * came from, and whatever fails follows the node's On Error setting.
 */
export async function runOperation(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const itemIndexes = range(node.getInputData().length);
	let operation: Operation | undefined;
	try {
		const parameters = new Parameters(node);
		operation = chosenOperation(node.getNode().typeVersion, parameters);
		assertSetByHand(node.getNode(), operation.properties);
		return [await runAccounts(operation, node, parameters, itemIndexes)];
	} catch (error) {
		const onError = new OnError(node, operation);
		if (onError.continues) {
			// n8n would pass the input on as if it had succeeded
			const outputs = onError.settle(error, itemIndexes);
			return [outputs.map((output) => toItem(node, operation, output))];
		}
		// n8n tells a cancelled execution from an unsuccessful one by this class
		throw cancelSignal(node)?.aborted === true
			? new ManualExecutionCancelledError(node.getExecutionId())
			: withAdvice(node.getNode(), onError.toNodeError(error));
	}
}

/** Runs items whose credential resolves to different accounts account by account. */
async function runAccounts(
	operation: Operation,
	node: IExecuteFunctions,
	parameters: Parameters,
	itemIndexes: number[],
): Promise<INodeExecutionData[]> {
	const { runs, unresolved } = await accountRuns(node, itemIndexes);
	const onError = new OnError(node, operation);
	let outputs = unresolved.flatMap(({ itemIndex, error }) =>
		onError.settle(error, [itemIndex], itemIndex),
	);
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
	if (!onError.continues) for (const account of accounts) checkItems(operation, account);
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

/** At most this many rows of an account are named. */
const mostNamed = 5;

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
			chosenFields(context.parameters, operation.simplified, itemIndex);
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
		const onError = new OnError(node, operation);
		// that of all items; n8n's form of it is escaped for the editor
		if (onError.continues) throw onError.failureOf(error);
		const failure = onError.toNodeError(error);
		if (before.length > 0)
			failure.description = `${failure.description ?? ''} Carried out before, with other accounts: ${rowsInWords(before, mostNamed)}.`;
		throw failure;
	}
}

async function runTogether(
	operation: RunOperation,
	context: OperationContext,
	itemIndexes: number[],
): Promise<Output[]> {
	const { node } = context;
	if (itemIndexes.length === 0) return [];
	const results: EntryResult[] = await operation
		.perRun(context, itemIndexes)
		.catch((error: unknown) => new OnError(node, operation).settle(error, itemIndexes));
	if (!node.continueOnFail() && results.some(({ failure }) => failure !== undefined))
		throw (
			operation.summarize?.(results) ?? toRunError(node.getNode(), results, onlyReads(operation))
		);
	tellEntries(context, results);
	return results.map(({ itemIndexes: from, json, failure }) => new Output(from, json, { failure }));
}
