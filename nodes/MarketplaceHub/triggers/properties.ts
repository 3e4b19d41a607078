import type { INodeProperties } from 'n8n-workflow';
import { statusOptions } from '../actions/order/properties';
import { acknowledgeStatuses } from '../api/orderQueue';

/** What both triggers tell the hub of an order whose status it does not take. */
export const fallbackStatus: INodeProperties = {
	displayName: 'Fallback Status',
	name: 'fallbackStatus',
	type: 'options',
	options: statusOptions.filter(({ value }) =>
		acknowledgeStatuses.some((status) => status === value),
	),
	default: 'novo',
	description:
		'What the hub is told of an order whose status is none of these, or that could not be read',
};
