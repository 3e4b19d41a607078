import type { INodeProperties } from 'n8n-workflow';
import { acknowledgeableStatus, type AcknowledgeStatus } from '../api/orderQueue';
import { statusOptions } from './filters';

/** What the hub is told of an order whose own status it does not take in an acknowledgement. */
export const fallbackStatus: INodeProperties = {
	displayName: 'Fallback Status',
	name: 'fallbackStatus',
	type: 'options',
	options: statusOptions,
	default: 'novo',
};

/** The same as a choice that starts with none of them. */
export const fallbackOrNone: INodeProperties = {
	...fallbackStatus,
	options: [
		{ name: 'None', value: '', description: 'Such orders stay in the queue' },
		...statusOptions,
	],
	default: '',
	description: 'What the hub is told of an order whose own status is none of these',
};

/** The same for triggers: the hub switches a webhook off that does not tell it a status. */
export const triggerFallbackStatus: INodeProperties = {
	...fallbackStatus,
	description:
		'What the hub is told of an order whose status is none of these, or that could not be read. Not set: Novo.',
};

/** The chosen Fallback Status of a trigger. */
export const triggerFallback = (chosen: unknown): AcknowledgeStatus =>
	acknowledgeableStatus(chosen) ?? 'novo';
