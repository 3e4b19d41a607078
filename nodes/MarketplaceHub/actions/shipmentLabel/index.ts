import type { Resource } from '../operation';
import { get } from './get';

export const shipmentLabel: Resource = {
	option: {
		name: 'Shipment Label',
		value: 'shipmentLabel',
		description: 'Labels that a marketplace gave for an order',
	},
	operations: [get],
};
