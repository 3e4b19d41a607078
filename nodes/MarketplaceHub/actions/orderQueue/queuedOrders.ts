import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { statusFilterQuery } from '../../shared/filters';
import type { Hub } from '../../api/hub';
import { readQueue } from '../../api/orderQueue';
import { pageSize } from '../../api/pagination';
import { orderRecord } from '../../api/schemas/records';
import { statusFilter } from '../../shared/properties';
import { limitProperty } from '../common/listProperties';
import { orderSimplification } from '../order/simplification';
import type { Parameters } from '../parameters';
import { mostForAgent } from '../toolRun';

/** How the orders of the queue come out. */
export const queuedOrders = {
	output: orderRecord,
	simplified: orderSimplification,
	list: 'queueList' as const,
	emptyBecause: 'Every new or changed order was acknowledged',
};

/** Name and action of Get Many in every version of the node. */
export const getManyOption = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many orders in queue',
	toolDescription:
		'Look at the new and changed orders that wait, and leave them in the queue. Use it to see what is new. Not for older orders: that is Get many orders. Reads only; one request.',
	description: 'Read the first new and changed orders that wait, in full',
};

/** As many as the hub gives without acknowledging. */
export const firstLimit: INodeProperties = {
	...limitProperty,
	typeOptions: { minValue: 1, maxValue: pageSize },
};

/** Which of the first orders of the queue to read, without taking them out of it. */
export function firstChoice(parameters: Parameters, itemIndex: number) {
	const limit = parameters.number('limit', itemIndex);
	if (!Number.isInteger(limit) || limit < 1 || limit > pageSize)
		throw new HubError(
			'invalid',
			`Limit (\`limit\`) must be a whole number from 1 to ${pageSize} without acknowledging, got ${limit}`,
			{
				description:
					'The queue shows further orders only once the first ones are acknowledged. Order Queue > Get and Acknowledge reads them all, and takes each off the queue.',
			},
		);
	const most = parameters.isLimitedToolRun ? mostForAgent : pageSize;
	return {
		limit: Math.min(limit, most),
		status: statusFilterQuery(parameters.filters(statusFilter, itemIndex)),
	};
}

/** The first orders of the queue, which stay in it. */
export async function readFirst(
	hub: Hub<'queueList'>,
	parameters: Parameters,
	itemIndex: number,
): Promise<IDataObject[]> {
	const { limit, status } = firstChoice(parameters, itemIndex);
	const { rows } = await readQueue(hub, limit, status);
	return rows;
}
