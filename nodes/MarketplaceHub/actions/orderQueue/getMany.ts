import type { IDataObject } from 'n8n-workflow';
import { HubError, catchHubError } from '../../api/errors';
import { pageSize } from '../../api/pagination';
import {
	acknowledgeableStatus,
	drainQueue,
	readQueue,
	type AcknowledgeStatus,
	type DrainEnd,
} from '../../api/orderQueue';
import { order, orderStatuses } from '../../api/schemas/records';
import { statusesIn, statusFilter, statusQuery } from '../../shared/filters';
import { fallbackOrNone } from '../../shared/orderStatus';
import { defineOperation, type OperationContext } from '../operation';
import { orderSimplification } from '../order/properties';
import type { Parameters } from '../parameters';

/**
 * GET /v1/orders/queue (reference: Orders). The queue has no offset: what comes after the first
 * hundred only shows once those are acknowledged.
 */
export const getMany = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many orders in queue',
		description:
			'Read the new and changed orders that wait, full records, and if wanted acknowledge them',
	},
	properties: [
		{
			displayName: 'Acknowledge',
			name: 'acknowledge',
			type: 'boolean',
			default: false,
			description:
				'Whether to remove each order from the queue right after reading it. Leave off to acknowledge later, once your workflow has stored the order.',
		},
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
			displayOptions: { show: { acknowledge: [true] } },
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { acknowledge: [true], returnAll: [false] } },
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			// the hub gives no more without acknowledging
			typeOptions: { minValue: 1, maxValue: pageSize },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { acknowledge: [false] } },
		},
		statusFilter,
		{ ...fallbackOrNone, displayOptions: { show: { acknowledge: [true] } } },
	],
	endpoints: ['queueList', 'acknowledge'],
	output: order,
	simplify: orderSimplification,
	emptyBecause: 'Every new or changed order was acknowledged',
	async perItem(context, itemIndex) {
		const { hub, parameters } = context;
		const status = statusQuery(statusesIn(parameters.object('filters', itemIndex)));
		const draining = parameters.flag('acknowledge', itemIndex);
		return draining
			? await drain(context, itemIndex, status)
			: await readQueue(hub, firstOnly(parameters, itemIndex), status);
	},
});

/** Without acknowledging, the hub shows no more than the first hundred. */
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
 * Reads and acknowledges until the queue is empty or the limit reached. Whatever ends it earlier is a
 * hint, not a failure: orders that were acknowledged are never dropped.
 */
async function drain(
	{ node, hub, parameters }: OperationContext<'queueList' | 'acknowledge'>,
	itemIndex: number,
	status: string | undefined,
): Promise<IDataObject[]> {
	const limit = parameters.limit(itemIndex) ?? Infinity;
	const drained: IDataObject[] = [];
	const warn = (message: string) =>
		node.addExecutionHints({ type: 'warning', location: 'outputPane', message });
	const fallback = fallbackOf(parameters, itemIndex);
	const draining = drainQueue(hub, {
		next: () => limit - drained.length,
		status,
		inOrder: true,
		fallbackStatus: fallback,
		take: async (orders) => {
			drained.push(...orders);
			return orders;
		},
	});
	const unread = await catchHubError(
		draining.then((end) => {
			const message = reasonOf(end);
			if (message !== undefined) warn(`${message}. Reading stopped there.`);
		}),
	);
	const staying = fallback === undefined ? stayingIn(drained) : undefined;
	if (staying !== undefined) warn(staying);
	if (unread === undefined) return drained;
	// stopping at a later item would drop what was acknowledged for the items before it
	if (drained.length === 0 && (itemIndex === 0 || node.continueOnFail())) throw unread;
	warn(`The rest of the queue could not be read: ${unread.message}. Reading stopped there.`);
	return drained;
}

/**
 * The chosen Fallback Status, undefined without a choice.
 * @throws HubError of kind `invalid` when an expression gives something else
 */
function fallbackOf(parameters: Parameters, itemIndex: number): AcknowledgeStatus | undefined {
	const chosen = parameters.value('fallbackStatus', itemIndex);
	const status = acknowledgeableStatus(chosen);
	if (status !== undefined || chosen === '') return status;
	throw new HubError(
		'invalid',
		`\`fallbackStatus\` must be one of ${orderStatuses.join(', ')}, got ${JSON.stringify(chosen)}`,
		{ description: 'Choose one of the list, or None.' },
	);
}

const listed = 20;

/** Which of the orders stay in the queue because of their status, if any. */
function stayingIn(orders: IDataObject[]): string | undefined {
	const staying = orders.filter(({ status }) => acknowledgeableStatus(status) === undefined);
	if (staying.length === 0) return undefined;
	const ids = staying.slice(0, listed).map(({ idPedido }) => String(idPedido));
	if (staying.length > listed) ids.push(`and ${staying.length - listed} more`);
	const statuses = [...new Set(staying.map(({ status }) => `'${String(status ?? '')}'`))];
	return `Orders that stay in the queue, because the hub takes no acknowledgement with their status (${statuses.slice(0, listed).join(', ')}): ${ids.join(', ')}. Choose a Fallback Status, or remove them with Order Queue > Acknowledge.`;
}

function reasonOf(end: DrainEnd): string | undefined {
	switch (end.reason) {
		case 'done':
			return undefined;
		case 'shownAgain':
			return `Order ${end.idPedido} stays in the queue although the hub confirmed its acknowledgement`;
		case 'blocked':
			return 'The hub shows no more than the orders that stay in the queue; later orders come once those are gone';
		case 'kept': {
			const [first] = end.kept;
			const what =
				first?.failure.outcome === 'unknown'
					? 'was read, but whether it left the queue is unknown'
					: 'was read but stays in the queue';
			return `Order ${first?.idPedido} ${what}: ${first?.failure.message}`;
		}
	}
}
