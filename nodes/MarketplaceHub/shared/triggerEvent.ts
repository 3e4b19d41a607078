import type { INodeProperties } from 'n8n-workflow';

/**
 * What a trigger starts on: one event. From a parameter called Event n8n's node list takes the name of
 * the trigger's entry, which would be 'On new Marketplace Hub event' otherwise.
 * @param action the entry's name, in sentence case
 */
export const triggerEvent = (action: string): INodeProperties => ({
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Order Created or Changed',
			value: 'orderChanged',
			action,
			description: 'The hub got an order from a marketplace, or one of its orders changed',
		},
	],
	default: 'orderChanged',
	description: 'What starts the workflow. Filters narrow it down to statuses.',
});
