import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { joinFilter } from '../api/http/url';
import { acknowledgeableStatus, type AcknowledgeStatus } from '../api/orderQueue';
import { orderStatuses } from '../api/schemas/records';
import { filterValues } from './filters';

/** The six statuses as options. */
export const statusOptions = orderStatuses.map((value) => ({
	name: value.charAt(0).toUpperCase() + value.slice(1),
	value,
}));

/** Filters by status: the known ones as options, others as text. */
export const statusFilter: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
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
			description: 'Further status hashes of your hub, separated by commas',
		},
	],
};

/** The statuses chosen in the collection of `statusFilter`, each once: picked and typed ones. */
export function statusesIn(filters: unknown): ReadonlySet<string> {
	const { status, otherStatus }: IDataObject =
		typeof filters === 'object' && filters !== null ? (filters as IDataObject) : {};
	return new Set([status, otherStatus].flatMap(filterValues).map((value) => value.trim()));
}

/**
 * The `status` query value for these statuses; undefined for no filter.
 * @throws HubError of kind `invalid` for a status that holds a vertical bar
 */
export const statusQuery = (statuses: ReadonlySet<string>): string | undefined =>
	joinFilter('status', [...statuses]);

/** What the hub is told of an order whose own status it does not take in an acknowledgement. */
export const fallbackStatus: INodeProperties = {
	displayName: 'Fallback Status',
	name: 'fallbackStatus',
	type: 'options',
	options: statusOptions,
	default: 'novo',
	description:
		'What the hub is told of an order whose own status is none of these. Not set: such orders stay in the queue.',
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
