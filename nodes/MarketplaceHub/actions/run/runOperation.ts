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
import { toNodeError } from '../../shared/nodeErrors';
import { logAndShow } from '../write/progress';
import { OnError } from '../failures/onError';
import { ExecutionHints } from '../hints';
import { longestWaitOf } from '../form/longestWait';
import { rowsInWords } from '../rowsInWords';
import type { Operation, OperationContext, Output } from '../operation';
import { chosenFields, selectedFields } from '../form/outputChoice';
import { Parameters } from '../form/parameters';
import { assertSetByHand } from '../form/humanOnlyParameters';
import { parametersOf } from '../properties';
import { chosenOperation } from '../resources';
import { isToolRun, withAdvice } from '../toolRun';
import { groupByAccount } from './accounts';
import { closeToolRun } from './agentOutput';
import { toItems } from './outputItem';
import { runEntries } from './runEntries';
import { runItems } from './runItems';
import { assertAccountSetByHand } from './toolAccount';

/**
 * Runs the chosen operation over all input items: every output item is paired with the items it came from, and
 * every failure follows the node's On Error setting.
 */
export async function runOperation(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const itemIndexes = range(node.getInputData().length);
	let onError = new OnError(node);
	try {
		const parameters = new Parameters(node);
		const operation = chosenOperation(parameters);
		onError = new OnError(node, operation);
		assertSetByHand(node.getNode(), parametersOf(operation));
		await assertAccountSetByHand(node, itemIndexes);
		return [await runByAccount({ operation, node, parameters, onError }, itemIndexes)];
	} catch (error) {
		if (onError.continues) {
			// n8n would pass the input on as if it had succeeded
			const outputs = onError.settle(error, itemIndexes);
			return [toItems(node, onError.operation, outputs)];
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

/** The items of one account, with all that the operation needs for them. */
interface ConnectedGroup {
	context: OperationContext;
	itemIndexes: number[];
}

/** At most this many rows of an account are named. */
const mostNamed = 5;

/** Runs the items account by account, since each may have a credential of its own. */
async function runByAccount(run: Run, itemIndexes: number[]): Promise<INodeExecutionData[]> {
	const { operation, node, parameters, onError } = run;
	const { groups, unresolved } = await groupByAccount(node, itemIndexes);
	const hasUnresolved = unresolved.length > 0;
	const hasSeveral = groups.length > 1 || hasUnresolved;
	let outputs = unresolved.flatMap(({ itemIndex, error }) =>
		onError.settle(error, [itemIndex], itemIndex),
	);
	const longestWait = longestWaitOf(parameters, node.getMode() === 'manual');
	const connected = groups.map(
		(group): ConnectedGroup => ({
			context: {
				node,
				parameters,
				hub: connectHub(node, {
					account: group.account,
					longestWait,
					logAndShow: (message) => logAndShow(node, message),
				}),
				hints: new ExecutionHints(
					node,
					hasSeveral ? `Account of ${rowsInWords(group.itemIndexes, mostNamed)}: ` : '',
				),
				hasUnresolved,
			},
			itemIndexes: group.itemIndexes,
		}),
	);
	if (!onError.continues) for (const group of connected) checkItems(operation, group);
	let before: number[] = [];
	for (const group of connected) {
		const ofGroup = await runGroup(run, group).catch((error: unknown) => {
			throw before.length === 0 || onError.continues
				? error
				: withCarriedOut(onError.toNodeError(error), before);
		});
		outputs = outputs.concat(ofGroup);
		before = before.concat(group.itemIndexes);
	}
	if (hasSeveral) outputs = sortBy(outputs, (output) => output.itemIndexes[0] ?? Infinity);
	const items = toItems(node, operation, outputs);
	return isToolRun(node.getNode()) ? forAgent(run, items, connected) : items;
}

/** Checks all items, also of other accounts, before the first one is sent. */
function checkItems(operation: Operation, { context, itemIndexes }: ConnectedGroup): void {
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

async function runGroup(
	{ operation, onError }: Run,
	{ context, itemIndexes }: ConnectedGroup,
): Promise<Output[]> {
	const outputs =
		'perRun' in operation
			? await runEntries(operation, context, itemIndexes, onError)
			: await runItems(operation, context, itemIndexes, onError);
	context.hints.addAtEnd(context.hub.report);
	return outputs;
}

/** The error that stops the run at an account, with the work that other accounts have carried out. */
function withCarriedOut(
	error: NodeApiError | NodeOperationError,
	before: readonly number[],
): NodeApiError | NodeOperationError {
	error.description = `${error.description ?? ''} Carried out before, with other accounts: ${rowsInWords(before, mostNamed)}.`;
	return error;
}

/** The output of a tool run, with the hints that a person would read. */
function forAgent(
	{ operation, parameters }: Run,
	items: INodeExecutionData[],
	groups: readonly ConnectedGroup[],
): INodeExecutionData[] {
	const told = groups.flatMap(({ context }) => context.hints.forAgent);
	const isSelected = parameters.valueOr('output', 0, '') === 'selected';
	const selected = isSelected ? selectedFields(parameters, 0) : undefined;
	return closeToolRun(items, operation, told, selected);
}
