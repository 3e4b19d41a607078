import type { IDataObject } from 'n8n-workflow';
import { HubError, catchHubError } from '../../api/errors';
import { pageSize } from '../../api/pagination';
import { acknowledgeableStatus, acknowledgeOrder, readQueue } from '../../api/orderQueue';
import { order } from '../../api/schemas/records';
import { statusFilter } from '../../shared/orderStatus';
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
	async perItem(context, itemIndex) {
		const { hub, parameters } = context;
		const status = parameters.statusFilter(itemIndex);
		const draining = parameters.flag('acknowledge', itemIndex);
		return draining
			? await drain(context, itemIndex, parameters.limit(itemIndex) ?? Infinity, status)
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
	{ node, hub }: OperationContext<'queueList' | 'acknowledge'>,
	itemIndex: number,
	limit: number,
	status: string | undefined,
): Promise<IDataObject[]> {
	const drained: IDataObject[] = [];
	const seen = new Set<string>();
	const stop = (message: string) => {
		node.addExecutionHints({
			type: 'warning',
			location: 'outputPane',
			message: `${message}. Reading stopped there.`,
		});
		return drained;
	};
	while (drained.length < limit) {
		let waiting: IDataObject[] = [];
		const unread = await catchHubError(
			readQueue(hub, limit - drained.length, status).then((orders) => {
				waiting = orders;
			}),
		);
		// stopping at a later item would drop what was acknowledged for the items before it
		const nothingToLose = drained.length === 0 && (itemIndex === 0 || node.continueOnFail());
		if (unread !== undefined && nothingToLose) throw unread;
		if (unread !== undefined)
			return stop(`The rest of the queue could not be read: ${unread.message}`);
		if (waiting.length === 0) break;
		// a changed order may come again, the same record only when its acknowledgement had no effect
		const fresh = waiting.filter((record) => !seen.has(JSON.stringify(record)));
		fresh.forEach((record) => seen.add(JSON.stringify(record)));
		if (fresh.length === 0)
			return stop(
				`Order ${String(waiting[0]?.idPedido)} stays in the queue although the hub confirmed its acknowledgement`,
			);
		drained.push(...fresh);
		for (const record of fresh) {
			const idPedido = String(record.idPedido);
			const read = { idInterno: idPedido, status: acknowledgeableStatus(record.status) };
			const refusal = await catchHubError(acknowledgeOrder(hub, idPedido, read));
			// 404: another reader, or the hub itself, acknowledged it meanwhile
			if (refusal !== undefined && refusal.httpStatus !== 404)
				return stop(`Order ${idPedido} was read but stays in the queue: ${refusal.message}`);
		}
	}
	return drained;
}
