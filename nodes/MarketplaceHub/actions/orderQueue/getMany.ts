import type { IDataObject } from 'n8n-workflow';
import { HubError, catchHubError } from '../../api/errors';
import { pageSize } from '../../api/pagination';
import { drainQueue, readQueue, type DrainEnd } from '../../api/orderQueue';
import { order } from '../../api/schemas/records';
import { statusesIn, statusFilter, statusQuery } from '../../shared/orderStatus';
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
		node.addExecutionHints({
			type: 'warning',
			location: 'outputPane',
			message: `${message}. Reading stopped there.`,
		});
	const draining = drainQueue(hub, {
		next: () => limit - drained.length,
		status,
		inOrder: true,
		take: async (orders) => {
			drained.push(...orders);
			return orders;
		},
	});
	const unread = await catchHubError(
		draining.then((end) => {
			const message = reasonOf(end);
			if (message !== undefined) warn(message);
		}),
	);
	if (unread === undefined) return drained;
	// stopping at a later item would drop what was acknowledged for the items before it
	if (drained.length === 0 && (itemIndex === 0 || node.continueOnFail())) throw unread;
	warn(`The rest of the queue could not be read: ${unread.message}`);
	return drained;
}

function reasonOf(end: DrainEnd): string | undefined {
	switch (end.reason) {
		case 'done':
			return undefined;
		case 'shownAgain':
			return `Order ${end.idPedido} stays in the queue although the hub confirmed its acknowledgement`;
		case 'kept': {
			const [first] = end.kept;
			return `Order ${first?.idPedido} was read but stays in the queue: ${first?.failure.message}`;
		}
	}
}
