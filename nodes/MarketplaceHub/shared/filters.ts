import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { joinFilter } from '../api/pagination';
import { orderStatuses } from '../api/schemas/records';
import { assertAllExact } from '../api/values/checks';

/** The values of one filter: a list as it is, text split at commas; without blank ones. */
export function filterValues(value: unknown): string[] {
	const values = Array.isArray(value)
		? value.map(String)
		: String(value ?? '')
				.split(',')
				.map((entry) => entry.trim());
	return values.filter((entry) => entry.trim() !== '');
}

/**
 * The query value of one filter of a collection, joined by vertical bars; undefined for none.
 * @throws HubError of kind `invalid` for a value that holds a vertical bar, or has lost digits
 */
export function filterQuery(name: string, filters: IDataObject): string | undefined {
	assertAllExact(name, filters[name]);
	return joinFilter(name, filterValues(filters[name]));
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

/**
 * The `status` query value for these statuses; undefined for no filter.
 * @throws HubError of kind `invalid` for a status that holds a vertical bar
 */
export const statusQuery = (statuses: ReadonlySet<string>): string | undefined =>
	joinFilter('status', [...statuses]);
