import map from 'lodash/map';
import partition from 'lodash/partition';
import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import { deadlineIn } from '../../api/async';
import { hasStatus } from '../../shared/filters';
import { connectHub, type Hub } from '../../api/hub';
import { type QueuedOrder, readQueuedOrders, readQueue } from '../../api/queue/readQueue';
import { pageSize } from '../../api/pagination';
import { type DrainedPage, QueueDrain, type Setback } from '../../api/queue/drain';
import { leftOut } from '../../api/schemas/reads/orderAnswers';
import { nodeKeyOf } from '../../api/state/accountState';
import { timing } from '../../api/timing';
import { toNodeError } from '../../shared/nodeErrors';
import { emit, type Poll } from './executions';
import { QueueOrders } from './orders';
import { readQueueSettings, type QueueSettings } from './properties';
import { logUntakenStatuses, warn, warnOfBlockedQueue } from './warnings';

/** Orders that the editor gets to try the workflow with. */
const testOrders = 5;

/**
 * One poll of the queue (reference: Orders): emits new and changed orders, and orders whose execution has
 * failed.
 * @returns orders for the editor, null otherwise: then they are emitted meanwhile
 */
export async function pollQueue(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readQueueSettings(context);
		const hub = connectHub(context, {
			longestWait: { ms: timing.pollBudget },
			deadline: timing.pollDeadline,
		});
		if (context.getMode() === 'manual') return await fetchTestEvent(context, hub, settings);
		await pollAlone(context, hub, settings);
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

/** Polls unless this node's poll before still runs: n8n starts one all the same. */
async function pollAlone(
	context: IPollFunctions,
	hub: Hub,
	settings: QueueSettings,
): Promise<void> {
	const state = (await hub.account()).state.queueTrigger(nodeKeyOf(context));
	if (state.polling) return;
	state.polling = true;
	try {
		const data = context.getWorkflowStaticData('node');
		const queueOrders = new QueueOrders(state, data, settings.repeatAfter);
		const signal = deadlineIn(timing.pollBudget);
		const setback = await emitQueue({ context, hub, queueOrders, settings, signal });
		const unreadable = hub.report.unreadable.get('queueList');
		if (unreadable !== undefined)
			warn(context, `${leftOut(unreadable)} They stay in the hub's queue`);
		if (setback !== undefined) warn(context, setback.why);
		queueOrders.save();
	} finally {
		state.polling = false;
	}
}

/**
 * Emits waiting orders, acknowledges orders whose execution has succeeded (unless that is the workflow's part),
 * and goes on as long as that brings other orders to the first hundred. A later poll sees executions that still
 * run when the poll's time is up.
 * @returns why the queue was left early, if it was
 */
async function emitQueue(poll: Poll): Promise<Setback | undefined> {
	const { context, hub, queueOrders, settings, signal } = poll;
	const { acknowledges, status, fallbackStatus } = settings;
	// orders whose status is not wanted are acknowledged, too
	const queue = new QueueDrain(hub, { status: acknowledges ? undefined : status, fallbackStatus });
	do {
		const read = await queue.read(pageSize);
		if (read.orders.length === 0) return read.setback;
		const { done, hasMoved } = await emitPage(poll, read);
		const isFull = read.page.count === pageSize;
		if (isFull && !hasMoved) warnOfBlockedQueue(context, queueOrders, read);
		logUntakenStatuses(context, map(done, 'order'), fallbackStatus);
		const failed = await queue.acknowledge(done);
		if (failed !== undefined) return failed;
		if (!isFull || !hasMoved) return undefined;
	} while (!signal.aborted);
	return undefined;
}

/**
 * Emits the wanted orders of a page.
 * @returns its orders that the trigger is to acknowledge, and whether it emitted or found any
 */
async function emitPage(
	poll: Poll,
	{ orders }: DrainedPage,
): Promise<{ done: QueuedOrder[]; hasMoved: boolean }> {
	const { queueOrders, settings } = poll;
	const { acknowledges, statuses } = settings;
	const [wanted, unwanted] = partition(orders, ({ order }) => hasStatus(statuses, order.status));
	queueOrders.forgetOthers(unwanted);
	const emitted = await emit(poll, queueOrders.emissions(wanted));
	const done = acknowledges ? await doneOf(poll, orders, emitted) : [];
	return { done, hasMoved: emitted || done.length > 0 };
}

/**
 * The orders that may leave the queue: their execution has succeeded, or their status is not wanted.
 * @param mayHaveChanged whether time has passed since the orders were read: an order that has changed meanwhile
 * would take its update out of the queue, too
 */
async function doneOf(
	{ hub, queueOrders, settings: { statuses } }: Poll,
	orders: readonly QueuedOrder[],
	mayHaveChanged: boolean,
): Promise<QueuedOrder[]> {
	const isDone = (queued: QueuedOrder) => {
		const phase = queueOrders.phaseOf(queued);
		return phase === 'done' || (phase !== 'running' && !hasStatus(statuses, queued.order.status));
	};
	const done = orders.filter(isDone);
	if (!mayHaveChanged || done.length === 0) return done;
	const ids = new Set(done.map(({ idPedido }) => idPedido));
	const { rows: latest } = await readQueuedOrders(hub);
	return latest.filter((queued) => ids.has(queued.idPedido) && isDone(queued));
}
