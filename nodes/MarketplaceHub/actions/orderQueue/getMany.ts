import type { IDataObject } from 'n8n-workflow';
import { refusalOf } from '../../api/errors';
import { pageSize } from '../../api/pages';
import { acknowledgeableStatus, acknowledgeOrder, readQueue } from '../../api/queue';
import { order } from '../../api/schemas/records';
import { simplify } from '../common/properties';
import { simplified, simplifiedShape } from '../common/simplified';
import type { ItemOperation, OperationContext } from '../operation';
import { orderSimplification, statusFilter, statusQuery } from '../order/properties';

/**
 * GET /v1/orders/queue (reference: Orders). The queue has no offset: what comes after the first
 * hundred only shows once those are acknowledged.
 */
export const getMany: ItemOperation = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many orders in queue',
		description: 'Read the new and changed orders that wait, full records, and if wanted acknowledge them',
	},
	properties: [
		{
			displayName: 'Acknowledge',
			name: 'acknowledge',
			type: 'boolean',
			default: false,
			description: 'Whether to remove each order from the queue right after reading it. Leave off to acknowledge later, once your workflow has stored the order.',
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
		simplify,
	],
	endpoints: ['queueList', 'acknowledge'],
	output: simplifiedShape(order, orderSimplification),
	async perItem(context, itemIndex) {
		const { hub, parameters } = context;
		const status = statusQuery(parameters, itemIndex);
		const draining = parameters.flag('acknowledge', itemIndex);
		const limit = draining ? parameters.limit(itemIndex) : parameters.number('limit', itemIndex);
		const orders = draining ? await drain(context, limit ?? Infinity, status) : await readQueue(hub, limit ?? pageSize, status);
		return parameters.flag('simplify', itemIndex) ? orders.map((record) => simplified(record, orderSimplification)) : orders;
	},
};

/** Reads and acknowledges until the queue is empty or the limit reached; what was read is never dropped. */
async function drain({ node, hub }: OperationContext, limit: number, status: string | undefined): Promise<IDataObject[]> {
	const drained: IDataObject[] = [];
	while (drained.length < limit) {
		const waiting = await readQueue(hub, limit - drained.length, status);
		if (waiting.length === 0) break;
		drained.push(...waiting);
		for (const record of waiting) {
			const idPedido = String(record.idPedido);
			const read = { idInterno: idPedido, status: acknowledgeableStatus(record.status) };
			const refusal = await refusalOf(acknowledgeOrder(hub, idPedido, read));
			if (refusal === undefined) continue;
			node.addExecutionHints({
				type: 'warning',
				location: 'outputPane',
				message: `Order ${idPedido} was read but stays in the queue: ${refusal.message}. Reading stopped there.`,
			});
			return drained;
		}
	}
	return drained;
}
