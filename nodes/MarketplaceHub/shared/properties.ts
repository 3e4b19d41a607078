import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { type AcknowledgeStatus, acknowledgeableStatus } from '../api/queue/acknowledge';
import { orderStatuses } from '../api/schemas/reads/records';
import { isBlank } from '../api/values/blanks';
import { offeredValue } from './typedValues';

export const statusOptions = orderStatuses.map((value) => ({
	name: value.charAt(0).toUpperCase() + value.slice(1),
	value,
}));

/** Parameters of which each shows only when it is added. */
export const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options,
});

export const filtersBy = (...options: INodeProperties[]): INodeProperties =>
	collection('Filters', 'filters', 'Add Filter', options);

/** A parameter that shows only where others have one of these values. */
export const shownFor = (
	values: NonNullable<IDisplayOptions['show']>,
	property: INodeProperties,
): INodeProperties => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: { ...values, ...property.displayOptions?.show },
	},
});

/** A text between parameters. */
export const notice = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});

/** Filters by status: the known ones as options, others as text. */
export const statusFilter = filtersBy(
	{
		displayName: 'Statuses',
		name: 'status',
		type: 'multiOptions',
		options: statusOptions,
		default: [],
		description: 'Only orders in one of these statuses',
	},
	{
		displayName: 'Other Statuses',
		name: 'otherStatus',
		type: 'string',
		default: '',
		placeholder: 'e.g. em-separacao, devolvido',
		description:
			'Further statuses, separated by commas, as the field status of an order shows them',
	},
);

/** Status in the acknowledgement of an order whose own one the hub does not take there. */
export const fallbackStatus: INodeProperties = {
	displayName: 'Fallback Status',
	name: 'fallbackStatus',
	type: 'options',
	options: statusOptions,
	default: 'novo',
	description:
		'What the hub is told of an order whose own status is none of these. Not set: such orders stay in the queue.',
};

/** The status that is chosen as Fallback Status; undefined where none is. */
export const chosenFallback = (given: unknown): AcknowledgeStatus | undefined =>
	isBlank(given) ? undefined : acknowledgeableStatus(offeredValue(fallbackStatus, given));

/** Event that a trigger starts on. n8n's node list takes the name of the trigger's entry (`action`) from it. */
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
