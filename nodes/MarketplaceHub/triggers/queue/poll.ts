import partition from 'lodash/partition';
import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { toNodeError } from '../../shared/nodeErrors';
import { deadlineIn } from '../../api/async';
import { pageSize } from '../../api/pagination';
import { leftOut } from '../../api/schemas/orderAnswers';
import { readQueue } from '../../api/orderQueue';
import { QueueDrain } from '../../api/queueDrain';
import { connectHub, type Hub } from '../../api/hub';
import { nodeKeyOf } from '../../api/state';
import { timing } from '../../api/timing';
import { hasStatus } from '../../shared/filters';
import { emit, type Poll } from './executions';
import { QueueOrders } from './orders';
import { readQueueSettings, type QueueSettings } from './properties';
import { sayBlocked, sayStaying, warn } from './warnings';

const testOrders = 5;

/** One poll of the queue (reference: Orders): emits new and changed orders, and those that have failed. */
export async function pollQueue(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readQueueSettings(context);
		const unreadable = new Set<string>();
		const hub = connectHub(context, {
			longestWait: { ms: timing.pollBudget },
			deadline: timing.pollDeadline,
			onUnreadable: (_list, records) => records.forEach(({ name }) => unreadable.add(name)),
		});
		if (context.getMode() === 'manual') return await fetchTestEvent(context, hub, settings);
		const state = (await hub.account()).state.queueTrigger(nodeKeyOf(context));
		// n8n starts a poll although the node's one before still runs: then this one does nothing
		if (state.polling) return null;
		state.polling = true;
		try {
			const data = context.getWorkflowStaticData('node');
			const queueOrders = new QueueOrders(state, data, settings.repeatAfter);
			const signal = deadlineIn(timing.pollBudget);
			const endedEarly = await emitQueue({ context, hub, queueOrders, settings, signal });
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
async function emitQueue(poll: Poll): Promise<string | undefined> {
	const { context, hub, queueOrders, settings, signal } = poll;
	const { acknowledges, statuses, status, fallbackStatus } = settings;
	const queue = new QueueDrain(hub, { status: acknowledges ? undefined : status, fallbackStatus });
	do {
		const read = await queue.read(pageSize);
		if (read.orders === undefined) return read.endedEarly;
		const { orders, page } = read;
		const [wanted, unwanted] = partition(orders, (order) => hasStatus(statuses, order.status));
		queueOrders.forgetOthers(unwanted);
		const emitted = await emit(poll, queueOrders.emissions(wanted));
		const done = acknowledges ? await doneOf(poll, orders, emitted) : [];
		const isFull = page.count === pageSize;
		const hasMoved = emitted || done.length > 0;
		if (isFull && !hasMoved) sayBlocked(context, queueOrders, page);
		sayStaying(context, done, fallbackStatus);
		const failed = await queue.acknowledge(done);
		if (failed !== undefined) return failed;
		if (!isFull || !hasMoved) break;
	} while (!signal.aborted);
	return undefined;
}

/**
 * The orders that may leave the queue: their execution has succeeded, or their status is not wanted.
 * @param mayHaveChanged whether time has passed since the orders were read: the update of one that has changed
 * meanwhile would leave the queue with it
 */
async function doneOf(
	{ hub, queueOrders, settings: { statuses } }: Poll,
	orders: readonly IDataObject[],
	mayHaveChanged: boolean,
): Promise<IDataObject[]> {
	const isDone = (order: IDataObject) => {
		const phase = queueOrders.phaseOf(order);
		return phase === 'done' || (phase !== 'running' && !hasStatus(statuses, order.status));
	};
	const done = orders.filter(isDone);
	if (!mayHaveChanged || done.length === 0) return done;
	const ids = new Set(done.map(({ idPedido }) => idPedido));
	const { rows: latest } = await readQueue(hub);
	return latest.filter((order) => ids.has(order.idPedido) && isDone(order));
}
