import countBy from 'lodash/countBy';
import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
} from 'n8n-workflow';
import { toNodeError } from '../../shared/nodeErrors';
import { deadlineIn, orAborted } from '../../api/async';
import { pageSize, type ReadPage } from '../../api/pagination';
import { leftOut } from '../../api/schemas/orderAnswers';
import {
	acknowledgeableStatus,
	QueueDrain,
	readQueue,
	type AcknowledgeStatus,
} from '../../api/orderQueue';
import { connectHub, type Hub } from '../../api/hub';
import { nodeKeyOf } from '../../api/state';
import { timing } from '../../api/timing';
import { hasStatus } from '../../api/filters';
import { printable, inWords } from '../../api/values/text';
import { pauseAfter, QueueOrders, type Emission } from './orders';
import { readQueueSettings, type QueueSettings } from './properties';

const testOrders = 5;

/** One poll of the queue (reference: Orders): emits new and changed orders, and those that have failed. */
export async function pollQueue(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readQueueSettings(context);
		const unreadable = new Set<string>();
		const hub = connectHub(context, {
			longestWait: { ms: timing.pollBudget },
			deadline: timing.pollDeadline,
			unreadable: (_list, records) => records.forEach(({ name }) => unreadable.add(name)),
		});
		if (context.getMode() === 'manual') return await fetchTestEvent(context, hub, settings);
		const state = (await hub.account()).state.queueTrigger(nodeKeyOf(context));
		// n8n starts a poll although the node's one before still runs: then this one does nothing
		if (state.polling) return null;
		state.polling = true;
		try {
			const data = context.getWorkflowStaticData('node');
			const queueOrders = new QueueOrders(state, data, settings.repeatAfter);
			const endedEarly = await emitQueue(context, hub, queueOrders, settings);
			if (unreadable.size > 0) warn(context, `${leftOut(unreadable)} They stay in the hub's queue`);
			if (endedEarly !== undefined) warn(context, endedEarly);
			queueOrders.save();
		} finally {
			state.polling = false;
		}
		return null;
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** A few orders as they are, without acknowledging or remembering them. */
async function fetchTestEvent(
	context: IPollFunctions,
	hub: Hub,
	{ status }: QueueSettings,
): Promise<INodeExecutionData[][]> {
	const { rows: waiting, count } = await readQueue(hub, testOrders, status);
	if (waiting.length > 0) return [waiting.map((json) => ({ json }))];
	if (count > 0)
		throw new NodeOperationError(
			context.getNode(),
			"n8n cannot work on the first orders of the hub's queue",
			{ description: 'They are no records, or nested too deep.' },
		);
	throw new NodeOperationError(context.getNode(), 'No order is waiting in the queue', {
		description: 'Make one with Sandbox Order: Create, or remove the filters of this node.',
	});
}

/**
 * Emits waiting orders, acknowledges those that have succeeded (unless that is the workflow's part), and goes on
 * as long as that brings other orders to the first hundred. What still runs when the poll's time is up
 * is seen by a later poll.
 * @returns why the queue was left early, if it was
 */
async function emitQueue(
	context: IPollFunctions,
	hub: Hub,
	queueOrders: QueueOrders,
	settings: QueueSettings,
): Promise<string | undefined> {
	const { acknowledges, statuses, status, fallbackStatus } = settings;
	const isWanted = (order: IDataObject) => hasStatus(statuses, order.status);
	const isDone = (order: IDataObject) =>
		queueOrders.phaseOf(order) === 'done' ||
		(!isWanted(order) && queueOrders.phaseOf(order) !== 'running');
	const signal = deadlineIn(timing.pollBudget);
	const queue = new QueueDrain(hub, { status: acknowledges ? undefined : status, fallbackStatus });
	while (!signal.aborted) {
		const read = await queue.read(pageSize);
		if (read === undefined) break;
		const { orders, page } = read;
		const emissions = queueOrders.emissions(orders.filter(isWanted));
		const emitted = await emit(context, queueOrders, emissions, settings, signal);
		const done = acknowledges ? orders.filter(isDone) : [];
		const unchanged =
			emitted && done.length > 0 ? (await lookAgain(hub, done)).filter(isDone) : done;
		const isFull = page.count === pageSize;
		const hasMoved = emitted || unchanged.length > 0;
		if (isFull && !hasMoved) sayBlocked(context, queueOrders, page);
		sayStaying(context, unchanged, fallbackStatus);
		const isAcknowledged = await queue.acknowledge(unchanged);
		if (!isAcknowledged || !isFull || !hasMoved) break;
	}
	return queue.endedEarly;
}

/**
 * Starts executions one after another, until the signal; one in any case, so that a slow hub's orders come, too.
 * @returns whether one was started
 */
async function emit(
	context: IPollFunctions,
	queueOrders: QueueOrders,
	emissions: readonly Emission[],
	settings: QueueSettings,
	signal: AbortSignal,
): Promise<boolean> {
	let emitted = false;
	for (const emission of emissions) {
		if (emission.failed > 0 && queueOrders.retriesRest) break;
		emitted = true;
		const ended = execute(context, queueOrders, emission, settings);
		await orAborted(ended, signal).catch(() => undefined);
		if (signal.aborted) break;
	}
	return emitted;
}

/** The orders as they are now: the update of one that changed meanwhile would leave the queue with it. */
async function lookAgain(hub: Hub, orders: readonly IDataObject[]): Promise<IDataObject[]> {
	const ids = new Set(orders.map(({ idPedido }) => idPedido));
	const { rows: latest } = await readQueue(hub);
	return latest.filter(({ idPedido }) => ids.has(idPedido));
}

/** Says in n8n's log which orders the workflow has handled and the queue keeps. */
function sayStaying(
	context: IPollFunctions,
	orders: readonly IDataObject[],
	fallbackStatus: AcknowledgeStatus | undefined,
): void {
	const staying = orders.filter(({ status }) => !(acknowledgeableStatus(status) ?? fallbackStatus));
	if (staying.length === 0) return;
	const ids = staying.slice(0, 20).map(({ idPedido }) => String(idPedido));
	warn(
		context,
		`The hub takes no acknowledgement with the status of these orders, so each stays in the hub's queue: ${ids.join(', ')}. Set a Fallback Status, or acknowledge them with Order Queue: Acknowledge`,
	);
}

/**
 * Says that nothing of the first hundred moves: in n8n's log, and as a failed execution if one failed
 * since. (A poll that throws would keep n8n from publishing the workflow.)
 */
function sayBlocked(
	context: IPollFunctions,
	queueOrders: QueueOrders,
	{ rows, unreadable }: ReadPage<IDataObject>,
): void {
	const { running = 0, done = 0 } = countBy(rows, (order) => queueOrders.phaseOf(order));
	const resting = rows.length - running - done;
	const message = `The first ${pageSize} orders of the hub's queue stay in it for now, and later orders cannot be seen`;
	const description = `${resting} come again because their execution failed, the executions of ${running} still run, ${done} wait for your workflow's acknowledgement, and ${unreadable} cannot be worked on. Order Queue: Acknowledge removes an order that your workflow can never store.`;
	warn(context, `${message}: ${description}`);
	if (resting > 0 && queueOrders.takeFailure())
		context.__emitError(new NodeOperationError(context.getNode(), message, { description }));
}

/** Starts the workflow with the orders, in one execution. Resolves when it has ended. */
async function execute(
	context: IPollFunctions,
	queueOrders: QueueOrders,
	emission: Emission,
	{ repeatsFailed }: QueueSettings,
): Promise<void> {
	const { orders, failed } = emission;
	const ended = queueOrders.begin(emission);
	const count = failed === 0 ? {} : { failedExecutions: failed };
	const items = orders.map((order) => ({ json: { ...order, ...count } }));
	const run = await runOf(context, items);
	const succeeded = repeatsFailed ? isSuccess(run) : isCarriedOut(run, context.getNode().name);
	ended(succeeded);
	if (succeeded) return;
	const times = failed === 0 ? 'once' : `${failed + 1} times`;
	const pause = inWords(pauseAfter(failed + 1));
	const ids = orders.map(({ idPedido }) => String(idPedido)).join(', ');
	warn(context, `Orders whose execution has failed ${times} come again in ${pause}: ${ids}`);
}

function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(printable(message), {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
}

/** How the execution ended; undefined when n8n refused it, or it was cancelled. */
async function runOf(
	context: IPollFunctions,
	items: INodeExecutionData[],
): Promise<IRun | undefined> {
	const done = context.helpers.createDeferredPromise<IRun>();
	try {
		context.__emit([items], undefined, done);
		return await done.promise;
	} catch {
		return undefined;
	}
}

/** An execution that waits (for a time, a person) goes on by itself, and n8n does not tell how. */
const isSuccess = (run: IRun | undefined): boolean =>
	run?.status === 'success' || run?.status === 'waiting';

/**
 * Whether n8n carried out a run, successfully or not. It also ends an emission with runs that it never
 * carried out (a killed worker, a deleted execution, a workflow that cannot start): those have status
 * `error`, no last node and no data. Of a run on a worker only status and last node come back, so one
 * without data counts by its last node, one with data by the trigger's items.
 */
function isCarriedOut(run: IRun | undefined, trigger: string): boolean {
	if (isSuccess(run)) return true;
	if (run === undefined || ['new', 'running', 'crashed'].includes(run.status)) return false;
	const { runData = {}, lastNodeExecuted } = run.data?.resultData ?? {};
	if (Object.keys(runData).length === 0) return lastNodeExecuted !== undefined;
	const [first] = runData[trigger] ?? [];
	return (first?.data?.main?.[0] ?? []).length > 0;
}
