import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { joinFilter } from '../api/pagination';
import { orderStatuses } from '../api/schemas/records';
import { assertAllExact, isBlank, readNumericId } from '../api/values/checks';

/** The values of one filter: a list as it is, text split at commas; without blank ones. */
export function filterValues(value: unknown): string[] {
	const values: unknown[] = Array.isArray(value)
		? value
		: String(value ?? '')
				.split(',')
				.map((entry) => entry.trim());
	return values.filter((entry) => !isBlank(entry)).map(String);
}

function assertFilter(name: string, value: unknown): void {
	assertAllExact(name, value);
	const object = [value].flat().find((entry) => typeof entry === 'object' && entry !== null);
	if (object === undefined) return;
	throw new HubError('invalid', `\`${name}\` must be text, got ${JSON.stringify(object)}`, {
		description: 'Enter several values as a list of texts or separated by commas.',
	});
}

/** The query value of one filter of a collection, joined by vertical bars; undefined for none. */
export function filterQuery(name: string, filters: IDataObject): string | undefined {
	assertFilter(name, filters[name]);
	const values = filterValues(filters[name]);
	const isChannel = name === 'idCanalIntegracao';
	return joinFilter(name, isChannel ? values.map((id) => readNumericId(name, id)) : values);
}

/** The six statuses as options. */
export const statusOptions = orderStatuses.map((value) => ({
	name: value.charAt(0).toUpperCase() + value.slice(1),
	value,
}));

/** What a list may be filtered by, each only when it is added. */
export const filtersBy = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options,
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
		description: 'Further status hashes of your hub, separated by commas',
	},
);

/** The statuses chosen in the collection of `statusFilter`, each once: picked and typed ones. */
export function statusesIn(filters: unknown): ReadonlySet<string> {
	const { status, otherStatus }: IDataObject =
		typeof filters === 'object' && filters !== null ? (filters as IDataObject) : {};
	return new Set([status, otherStatus].flatMap(filterValues).map((value) => value.trim()));
}

/** The `status` query value for these statuses; undefined for no filter. */
export const statusQuery = (statuses: ReadonlySet<string>): string | undefined =>
	joinFilter('status', [...statuses]);

/** `statusQuery` of the collection of `statusFilter`. */
export function statusFilterQuery(filters: IDataObject): string | undefined {
	for (const name of ['status', 'otherStatus']) assertFilter(name, filters[name]);
	return statusQuery(statusesIn(filters));
}

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
