import range from 'lodash/range';
import sortBy from 'lodash/sortBy';
import {
	ManualExecutionCancelledError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';
import { cancelSignal } from '../../api/context';
import { connectHub } from '../../api/hub';
import type { EntryResult } from '../../api/rows/row';
import { toNodeError } from '../../shared/nodeErrors';
import {
	onlyReads,
	type Operation,
	type OperationContext,
	type Output,
	type RunOperation,
} from '../operation';
import { chosenFields } from '../outputChoice';
import { Parameters } from '../parameters';
import { assertSetByHand } from '../personsChoices';
import { chosenOperation } from '../resources';
import { accountRuns, type AccountRuns } from './accounts';
import { longestWaitOf } from '../common/longestWait';
import { ExecutionHints } from '../common/hints/executionHints';
import { tellEntries } from '../common/hints/resultHints';
import { OnError } from '../common/failures/onError';
import { toItem } from './outputItem';
import { rowsInWords } from '../common/rowNames';
import { toRunError } from '../common/failures/runError';
import { runItems } from './runItems';
import { closeToolRun, isToolRun, withAdvice } from '../toolRun';

/**
 * Runs the chosen operation over all input items: every output item is paired with the items it
 * came from, and whatever fails follows the node's On Error setting.
 */
export async function runOperation(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const itemIndexes = range(node.getInputData().length);
	let onError = new OnError(node);
	try {
		const parameters = new Parameters(node);
		const operation = chosenOperation(node.getNode().typeVersion, parameters);
		onError = new OnError(node, operation);
		assertSetByHand(node.getNode(), operation.properties);
		return [await runAccounts({ operation, node, parameters, onError }, itemIndexes)];
	} catch (error) {
		if (onError.continues) {
			// n8n would pass the input on as if it had succeeded
			const outputs = onError.settle(error, itemIndexes);
			return [outputs.map((output) => toItem(node, onError.operation, output))];
		}
		// n8n tells a cancelled execution from an unsuccessful one by this class
		throw cancelSignal(node)?.aborted === true
			? new ManualExecutionCancelledError(node.getExecutionId())
			: withAdvice(node.getNode(), onError.toNodeError(error));
	}
}

/** An execution of the node. */
interface Run {
	operation: Operation;
	node: IExecuteFunctions;
	parameters: Parameters;
	onError: OnError;
}

/** Runs items whose credential resolves to different accounts account by account. */
async function runAccounts(run: Run, itemIndexes: number[]): Promise<INodeExecutionData[]> {
	const { operation, node, onError } = run;
	const found = await accountRuns(node, itemIndexes);
	let outputs = found.unresolved.flatMap(({ itemIndex, error }) =>
		onError.settle(error, [itemIndex], itemIndex),
	);
	const accounts = connectAccounts(run, found);
	if (!onError.continues) for (const account of accounts) checkItems(operation, account);
	let before: number[] = [];
	for (const account of accounts) {
		const ofAccount = await runAccount(run, account).catch((error: unknown) => {
			throw before.length === 0 || onError.continues
				? error
				: withCarriedOut(onError.toNodeError(error), before);
		});
		outputs = outputs.concat(ofAccount);
		before = before.concat(account.itemIndexes);
	}
	if (hasSeveral(found)) outputs = sortBy(outputs, (output) => output.itemIndexes[0] ?? Infinity);
	const items = outputs.map((output) => toItem(node, operation, output));
	return isToolRun(node.getNode()) ? forAgent(run, items, accounts) : items;
}

const hasSeveral = ({ runs, unresolved }: AccountRuns) => runs.length > 1 || unresolved.length > 0;

/** Gives each account its hub and its hints, which name it where it is one of several. */
function connectAccounts({ node, parameters }: Run, found: AccountRuns): AccountItems[] {
	const longestWait = longestWaitOf(parameters, node.getMode() === 'manual');
	return found.runs.map(({ account, itemIndexes }) => ({
		context: {
			node,
			parameters,
			hub: connectHub(node, { account, longestWait }),
			hints: new ExecutionHints(),
			ofAccount: hasSeveral(found)
				? `Account of ${rowsInWords(itemIndexes, mostNamed)}: `
				: undefined,
			hasUnresolved: found.unresolved.length > 0,
		},
		itemIndexes,
	}));
}

/** The output of a tool run, with what a person reads in hints. */
function forAgent(
	{ node, parameters }: Run,
	items: INodeExecutionData[],
	accounts: readonly AccountItems[],
): INodeExecutionData[] {
	const told = accounts.flatMap(({ context }) => context.hints.forAgent);
	const isSelected = parameters.valueOr('output', 0, '') === 'selected';
	return closeToolRun(node.getNode(), items, told, isSelected);
}

/** At most this many rows of an account are named. */
const mostNamed = 5;

/** The error that stops the run at an account, with what other accounts have carried out. */
function withCarriedOut(
	error: NodeApiError | NodeOperationError,
	before: readonly number[],
): NodeApiError | NodeOperationError {
	error.description = `${error.description ?? ''} Carried out before, with other accounts: ${rowsInWords(before, mostNamed)}.`;
	return error;
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
			chosenFields(context.parameters, operation.simplified, itemIndex);
			operation.check(context, itemIndex);
		} catch (error) {
			throw toNodeError(context.node.getNode(), error, itemIndex);
		}
	}
}

async function runAccount(
	{ operation, onError }: Run,
	{ context, itemIndexes }: AccountItems,
): Promise<Output[]> {
	const outputs =
		'perRun' in operation
			? await runTogether(operation, context, itemIndexes, onError)
			: await runItems(operation, context, itemIndexes, onError);
	context.hints.show(context);
	return outputs;
}

async function runTogether(
	operation: RunOperation,
	context: OperationContext,
	itemIndexes: number[],
	onError: OnError,
): Promise<Output[]> {
	if (itemIndexes.length === 0) return [];
	const results: EntryResult[] = await operation
		.perRun(context, itemIndexes)
		.catch((error: unknown) => onError.settle(error, itemIndexes));
	if (!onError.continues && results.some(({ failure }) => failure !== undefined))
		throw (
			operation.summarize?.(results) ??
			toRunError(context.node.getNode(), results, onlyReads(operation))
		);
	tellEntries(context, results);
	return results;
}
