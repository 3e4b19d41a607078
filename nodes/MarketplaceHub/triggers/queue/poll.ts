import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { toNodeError } from '../../shared/nodeErrors';
import { statusQuery } from '../../shared/filters';
import { deadlineIn } from '../../api/async/wait';
import { printable } from '../../api/errors';
import { pageSize } from '../../api/pagination';
import { drainQueue, readQueue } from '../../api/orderQueue';
import { connectHub, type Hub } from '../../api/hub';
import { stateOf } from '../../api/auth/account';
import type { AccountState } from '../../api/state';
import { nodeKeyOf } from '../nodeKey';
import { pollTimes } from './budget';
import { emitOrders, settled, takeEnded } from './emissions';
import { QueueMemory } from './memory';
import { readQueueSettings, type QueueSettings } from './settings';

/** Orders that 'Fetch Test Event' shows. */
const testOrders = 5;

/**
 * One poll of the order update queue (reference: Orders): emits each new or changed order once.
 * @throws NodeApiError, NodeOperationError; then everything that was emitted is in the memory
 */
export async function pollQueue(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readQueueSettings(context);
		const times = pollTimes(context);
		const hub = connectHub(context, {
			longestWait: { ms: times.emitting },
			deadline: times.waiting,
		});
		if (context.getMode() === 'manual') return await fetchTestEvent(context, hub, settings);
		return await pollAlone(context, hub, settings);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** n8n starts a poll although the node's one before still runs: then this one does nothing. */
async function pollAlone(
	context: IPollFunctions,
	hub: Hub,
	settings: QueueSettings,
): Promise<INodeExecutionData[][] | null> {
	const state = stateOf(await hub.account());
	const node = nodeKeyOf(context);
	if (state.polling.has(node)) return null;
	state.polling.add(node);
	try {
		return settings.acknowledges
			? await emitAndAcknowledge(context, hub, state, settings)
			: await emitWaiting(context, hub, settings);
	} finally {
		state.polling.delete(node);
	}
}

/** A few orders as they are, without acknowledging or remembering them. */
async function fetchTestEvent(
	context: IPollFunctions,
	hub: Hub,
	{ statuses }: QueueSettings,
): Promise<INodeExecutionData[][]> {
	const waiting = await readQueue(hub, testOrders, statusQuery(statuses));
	if (waiting.length > 0) return asItems(waiting);
	throw new NodeOperationError(context.getNode(), 'No order is waiting in the queue', {
		description:
			'With Sandbox Order: Create you can make one. Filters of this node apply here, too.',
	});
}

/** Acknowledgement in the workflow: what was not emitted before, of the first hundred. */
async function emitWaiting(
	context: IPollFunctions,
	hub: Hub,
	{ statuses, repeatAfter }: QueueSettings,
): Promise<INodeExecutionData[][] | null> {
	const memory = new QueueMemory(context.getWorkflowStaticData('node'));
	const waiting = await readQueue(hub, pageSize, statusQuery(statuses));
	const fresh = waiting.filter((order) => !memory.knows(order, repeatAfter));
	if (fresh.length === 0) {
		if (waiting.length === pageSize)
			warn(
				context,
				`The first ${pageSize} orders of the hub's queue all wait for your workflow's acknowledgement; later ones cannot be seen`,
			);
		return null;
	}
	memory.add(fresh);
	return asItems(fresh);
}

/**
 * Acknowledgement after emitting: emits, waits until n8n has stored and run the execution, only then
 * remembers, and acknowledges what has not changed meanwhile; goes on until the queue is empty. Orders
 * whose execution takes longer are acknowledged by a later poll.
 */
async function emitAndAcknowledge(
	context: IPollFunctions,
	hub: Hub,
	state: AccountState,
	settings: QueueSettings,
): Promise<null> {
	const signal = deadlineIn(pollTimes(context).emitting);
	const memory = new QueueMemory(context.getWorkflowStaticData('node'));
	let more = true;
	const end = await drainQueue(hub, {
		next: () => (more && !signal.aborted ? pageSize : 0),
		fallbackStatus: settings.fallbackStatus,
		take: async (orders, page) => {
			const running = rememberEnded(context, state, memory);
			const idle = orders.filter(({ idPedido }) => !running.has(String(idPedido)));
			if (idle.length === 0 && page.length === pageSize)
				warn(
					context,
					`The executions of the first ${pageSize} orders of the hub's queue still run; later orders cannot be seen`,
				);
			const fresh = idle.filter((order) => isWanted(order, settings) && !memory.knows(order));
			if (fresh.length > 0) await settled(emitOrders(context, state, fresh), signal);

			const unfinished = rememberEnded(context, state, memory);
			const isDone = (order: IDataObject) =>
				!unfinished.has(String(order.idPedido)) &&
				(!isWanted(order, settings) || memory.knows(order));
			const done = idle.filter(isDone);
			const unchanged =
				fresh.length > 0 && done.length > 0 ? (await lookAgain(hub, done)).filter(isDone) : done;
			more = page.length === pageSize && unchanged.length > 0;
			return unchanged;
		},
	});
	if (end.reason === 'kept') {
		const message = end.kept[0]?.failure.message;
		warn(
			context,
			`${end.kept.length} orders stay in the hub's queue until the next poll: ${message}`,
		);
	}
	if (end.reason === 'shownAgain')
		warn(
			context,
			"Acknowledged orders are still in the hub's queue. If the hub's route for acknowledging differs, set it under Customize Routes in the credential.",
		);
	return null;
}

/**
 * The orders as they are now. One that changed while the execution ran must not be acknowledged: its
 * update would leave the queue with it. (The hub has no acknowledgement of a given content, so what
 * changes between this look and its acknowledgement is not noticed.)
 */
async function lookAgain(hub: Hub, orders: readonly IDataObject[]): Promise<IDataObject[]> {
	const ids = new Set(orders.map(({ idPedido }) => idPedido));
	const latest = await readQueue(hub, pageSize);
	return latest.filter(({ idPedido }) => ids.has(idPedido));
}

/** Remembers what n8n has stored since the last look; returns the orders whose execution still runs. */
function rememberEnded(
	context: IPollFunctions,
	state: AccountState,
	memory: QueueMemory,
): ReadonlySet<string> {
	const { running, stored } = takeEnded(context, state);
	stored.forEach(({ orders }) => memory.add(orders));
	return new Set(running.flatMap(({ orders }) => orders.map(({ idPedido }) => String(idPedido))));
}

const isWanted = (order: IDataObject, { statuses }: QueueSettings) =>
	statuses.size === 0 || statuses.has(String(order.status));
const asItems = (orders: readonly IDataObject[]): INodeExecutionData[][] => [
	orders.map((json) => ({ json })),
];

/** Writes to n8n's log. */
function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(printable(message), {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
}
