import range from 'lodash/range';
import type { IDataObject } from 'n8n-workflow';
import { HubError, catchHubError, listed } from '../../api/errors';
import { pageSize } from '../../api/pagination';
import { statusFilterQuery } from '../../api/statusFilter';
import { acknowledgeableStatus, drainQueue, readQueue } from '../../api/orderQueue';
import { order } from '../../api/schemas/records';
import { collection, fallbackStatus, shownFor, statusFilter } from '../../shared/properties';
import { limitProperty, returnAllProperty } from '../common/properties';
import { defineOperation, type NodeContext, type OperationContext } from '../operation';
import { orderSimplification } from '../order/properties';
import type { Parameters } from '../parameters';
import { telling } from '../executionHints';

/** GET /v1/orders/queue (reference: Orders), which shows no more than the first hundred. */
export const getMany = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many orders in queue',
		description:
			'Read the new and changed orders that wait, in full, and acknowledge them if you like',
	},
	properties: [
		{
			displayName: 'Acknowledge',
			name: 'acknowledge',
			type: 'boolean',
			default: false,
			description:
				'Whether to remove each order from the queue right after reading it. Leave off to acknowledge later, once your workflow has stored the order. The node then reads ten orders at a time: an update that comes between reading and removing leaves the queue unseen.',
		},
		shownFor({ acknowledge: [true] }, returnAllProperty),
		shownFor({ acknowledge: [true], returnAll: [false] }, limitProperty),
		shownFor(
			{ acknowledge: [false] },
			// the hub gives no more without acknowledging
			{ ...limitProperty, typeOptions: { minValue: 1, maxValue: pageSize } },
		),
		statusFilter,
		shownFor(
			{ acknowledge: [true] },
			collection('Acknowledgement Options', 'settings', 'Add Option', [fallbackStatus]),
		),
	],
	endpoints: ['queueList', 'acknowledge'],
	output: order,
	simplify: orderSimplification,
	emptyBecause: 'Every new or changed order was acknowledged',
	check: ({ parameters }, itemIndex) => void readChoice(parameters, itemIndex),
	async perItem(context, itemIndex) {
		const { hub, node, parameters } = context;
		const choice = readChoice(parameters, itemIndex);
		const orders: IDataObject[] = [];
		const unread = await catchHubError(
			choice.acknowledges
				? drain(context, choice, orders)
				: readQueue(hub, choice.limit, choice.status).then(({ rows }) => void orders.push(...rows)),
		);
		if (unread === undefined) return orders;
		// stopping here would drop what was acknowledged for this item and those before it
		const stops =
			!node.continueOnFail() &&
			range(itemIndex).some((earlier) => parameters.flag('acknowledge', earlier));
		if (orders.length === 0 && !stops) throw unread;
		warn(context, `The rest of the queue could not be read: ${unread.message}. ${stopped}`);
		return orders;
	},
});

/** Orders read at a time: an update between an order's read and its acknowledgement leaves the queue. */
const drainedAtOnce = 10;

type Choice = ReturnType<typeof readChoice>;

function readChoice(parameters: Parameters, itemIndex: number) {
	const acknowledges = parameters.flag('acknowledge', itemIndex);
	return {
		acknowledges,
		limit: acknowledges
			? (parameters.limit(itemIndex) ?? Infinity)
			: firstOnly(parameters, itemIndex),
		/** Only orders in these statuses, as a query value. */
		status: statusFilterQuery(parameters.object('filters', itemIndex)),
		/** What an acknowledgement says instead of a status that the hub does not take there. */
		fallback: acknowledges
			? acknowledgeableStatus(parameters.object('settings', itemIndex).fallbackStatus)
			: undefined,
	};
}

function firstOnly(parameters: Parameters, itemIndex: number): number {
	const limit = parameters.number('limit', itemIndex);
	if (Number.isInteger(limit) && limit >= 1 && limit <= pageSize) return limit;
	throw new HubError(
		'invalid',
		`\`limit\` must be a whole number from 1 to ${pageSize} without acknowledging, got ${limit}`,
		{
			description:
				'The queue shows further orders only once the first ones are acknowledged. Switch on Acknowledge to read more.',
		},
	);
}

/**
 * Reads and acknowledges until the queue is empty or the limit reached, and puts what it read into
 * `drained`. An order that cannot be acknowledged ends it with a hint.
 * @throws HubError when the queue cannot be read; what was read before is in `drained`
 */
async function drain(
	context: OperationContext<'queueList' | 'acknowledge'>,
	{ limit, status, fallback }: Choice,
	drained: IDataObject[],
): Promise<void> {
	try {
		const reason = await drainQueue(context.hub, {
			next: () => Math.min(limit - drained.length, drainedAtOnce),
			status,
			inOrder: true,
			fallbackStatus: fallback,
			take: async (orders) => {
				drained.push(...orders);
				return orders;
			},
		});
		if (reason !== undefined) warn(context, `${reason}. ${stopped}`);
	} finally {
		if (fallback === undefined) warnOfStaying(context, drained);
	}
}

const stopped = 'Reading stopped there.';

const warn = (context: NodeContext, message: string) => telling(context)('warning', message);

function warnOfStaying(context: NodeContext, orders: IDataObject[]): void {
	const staying = orders.filter(({ status }) => acknowledgeableStatus(status) === undefined);
	if (staying.length === 0) return;
	const ids = listed(staying.map(({ idPedido }) => idPedido));
	const statuses = listed(new Set(staying.map(({ status }) => `'${String(status ?? '')}'`)));
	warn(
		context,
		`Orders that stay in the queue, because the hub takes no acknowledgement with their status (${statuses}): ${ids}. Choose a Fallback Status under Acknowledgement Options, or remove them with Order Queue > Acknowledge.`,
	);
}
