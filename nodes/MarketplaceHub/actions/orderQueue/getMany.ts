import type { INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { readQueue } from '../../api/queue/readQueue';
import { pageSize } from '../../api/pagination';
import { statusFilterQuery } from '../../shared/filters';
import { labelled } from '../../shared/parameterLabels';
import { statusFilter } from '../../shared/properties';
import { limitProperty } from '../form/listProperties';
import { defineOperation } from '../operation';
import type { Parameters } from '../form/parameters';
import { mostForAgent } from '../toolRun';
import { queuedOrders } from './queuedOrders';

/**
 * A switch of workflows written for a Get Many that takes orders out of the queue; n8n drops values that no
 * parameter describes.
 */
const acknowledgeSwitch: INodeProperties = {
	displayName: 'Acknowledge',
	name: 'acknowledge',
	type: 'hidden',
	default: false,
};

/** GET /v1/orders/queue (reference: Orders), which shows no more than the first hundred. */
export const getQueue = defineOperation({
	...queuedOrders,
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many orders in queue',
		toolDescription:
			'Look at the new and changed orders that wait, and leave them in the queue. Use it to see what is new. Not for older orders: that is Get many orders. Reads only; one request.',
		description: 'Read the first new and changed orders that wait, in full',
	},
	properties: [
		{ ...limitProperty, typeOptions: { minValue: 1, maxValue: pageSize } },
		statusFilter,
		acknowledgeSwitch,
	],
	endpoints: ['queueList'],
	async perItem({ hub, parameters }, itemIndex) {
		assertOnlyReads(parameters, itemIndex);
		const limit = firstLimit(parameters, itemIndex);
		const status = statusFilterQuery(parameters.filters(statusFilter, itemIndex));
		const { rows } = await readQueue(hub, limit, status);
		return rows;
	},
});

/** @throws HubError of kind `invalid` where the workflow relies on orders leaving the queue */
function assertOnlyReads(parameters: Parameters, itemIndex: number): void {
	if (!parameters.flag('acknowledge', itemIndex, false)) return;
	throw new HubError(
		'invalid',
		`${labelled('acknowledge')} is on, but Get Many only reads. Get and Acknowledge takes orders out of the queue`,
		{
			description:
				'No order has left the queue. Choose the operation Order Queue > Get and Acknowledge. To only look at orders, add the node anew.',
		},
	);
}

/** As many as the hub gives without acknowledging, and no more than an agent gets. */
function firstLimit(parameters: Parameters, itemIndex: number): number {
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
	return Math.min(limit, parameters.isToolRun ? mostForAgent : pageSize);
}
