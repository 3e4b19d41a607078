import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { valueAsText } from '../../api/http/answer';
import { statusFilterQuery } from '../../shared/filters';
import { stayingOrders } from '../../api/queue/acknowledge';
import { QueueDrain, type Setback } from '../../api/queue/drain';
import { withoutStop, listed } from '../../api/values/text';
import { toHubError } from '../../shared/nodeErrors';
import {
	chosenFallback,
	collection,
	fallbackStatus,
	shownFor,
	statusFilter,
} from '../../shared/properties';
import { limitProperty, returnAllProperty } from '../form/listProperties';
import { defineOperation, type NodeContext, type OperationContext } from '../operation';
import type { Parameters } from '../form/parameters';
import { queuedOrders } from './queuedOrders';

/** Orders read at a time: an update between an order's read and its acknowledgement leaves the queue. */
const drainedAtOnce = 10;

const acknowledgementOptions: INodeProperties = {
	...collection('Acknowledgement Options', 'settings', 'Add Option', [fallbackStatus]),
	description:
		'The node reads ten orders at a time: an update that comes between reading and removing leaves the queue unseen',
};

/** GET /v1/orders/queue and, for each order, its removal (reference: Orders). */
export const getAndAcknowledge = defineOperation({
	...queuedOrders,
	option: {
		name: 'Get and Acknowledge',
		value: 'getAndAcknowledge',
		action: 'Get and acknowledge orders in queue',
		toolDescription:
			'Take waiting orders out of the queue and return them. They do not come again, so use it only where the answer is stored. To look at them, use Get many orders in queue. Writes; a request for each page of 10 and one for each order.',
		description:
			'Read the orders that wait, in full, and remove each from the queue right after reading it',
	},
	properties: [
		returnAllProperty,
		shownFor({ returnAll: [false] }, limitProperty),
		statusFilter,
		acknowledgementOptions,
	],
	endpoints: ['queueList', 'acknowledge'],
	check: ({ parameters }, itemIndex) => void drainChoice(parameters, itemIndex),
	perItem: async (context, itemIndex) =>
		await takeOrders(context, itemIndex, !context.node.continueOnFail() && itemIndex > 0),
});

/** Which orders to take out of the queue. */
function drainChoice(parameters: Parameters, itemIndex: number) {
	return {
		limit: parameters.limit(itemIndex) ?? Infinity,
		/** Only orders in these statuses, as a query value. */
		status: statusFilterQuery(parameters.filters(statusFilter, itemIndex)),
		/** Status that an acknowledgement gives instead of a status that the hub does not take there. */
		fallbackStatus: chosenFallback(parameters.object('settings', itemIndex).fallbackStatus),
	};
}

/**
 * Takes orders out of the queue; where the rest of it cannot be read, a hint says so.
 * @param keepsEarlier whether stopping here would drop orders that were acknowledged for earlier items
 * @throws HubError when nothing was taken, neither here nor for items before
 */
async function takeOrders(
	context: OperationContext<'queueList' | 'acknowledge'>,
	itemIndex: number,
	keepsEarlier: boolean,
): Promise<IDataObject[]> {
	const { limit, ...options } = drainChoice(context.parameters, itemIndex);
	const queue = new QueueDrain(context.hub, { ...options, inOrder: true });
	const taken: IDataObject[] = [];
	while (taken.length < limit) {
		const count = Math.min(limit - taken.length, drainedAtOnce);
		const read = await queue.read(count).catch((error: unknown) => toHubError(error, true));
		if (read instanceof HubError) {
			if (taken.length === 0 && !keepsEarlier) throw read;
			addUnreadHint(context, read);
			break;
		}
		const { orders } = read;
		for (const { order } of orders) taken.push(order);
		const setback = read.setback ?? (await queue.acknowledge(orders).catch(unfinished));
		if (setback !== undefined) addSetbackHint(context, setback);
		if (orders.length === 0 || setback?.isOver) break;
	}
	addStayingHint(context, stayingOrders(taken, options.fallbackStatus));
	return taken;
}

/** Acknowledgements that ended with an error of any kind: the orders that were read must come out. */
function unfinished(error: unknown): Setback {
	const { message } = toHubError(error, false);
	return {
		why: `Not all of these orders may have left the hub's queue: ${message}`,
		isOver: true,
	};
}

const stopped = 'Reading stopped there.';

function addSetbackHint(context: NodeContext, { why, isOver }: Setback): void {
	context.hints.add('warning', `${withoutStop(why)}. ${isOver ? stopped : ''}`.trim());
}

/** Says that the rest of the queue was not read, where stopping would drop orders that are in no queue any more. */
function addUnreadHint(context: NodeContext, { message }: HubError): void {
	context.hints.isCutShort = true;
	addSetbackHint(context, {
		why: `The rest of the queue could not be read: ${message}`,
		isOver: true,
	});
}

/** Says in a hint which orders stay in the queue, because the hub takes no acknowledgement with their status. */
function addStayingHint(context: NodeContext, staying: readonly IDataObject[]): void {
	if (staying.length === 0) return;
	const ids = listed(staying.map(({ idPedido }) => idPedido));
	const statuses = listed(new Set(staying.map(({ status }) => `'${valueAsText(status ?? '')}'`)));
	context.hints.add(
		'warning',
		`Orders that stay in the queue, because the hub takes no acknowledgement with their status (${statuses}): ${ids}. Choose a Fallback Status under Acknowledgement Options, or remove them with Order Queue > Acknowledge.`,
	);
}
