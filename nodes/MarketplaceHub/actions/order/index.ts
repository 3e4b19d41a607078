import type { Resource } from '../operation';
import { get } from './get';
import { getMany } from './getMany';
import { setAsDelivered, setAsInvoiced, setAsSent } from './setStatus';

export const order: Resource = {
	option: {
		name: 'Order',
		value: 'order',
		description: 'Orders that the marketplaces sent to the hub',
	},
	operations: [get, getMany, setAsDelivered, setAsInvoiced, setAsSent],
};
