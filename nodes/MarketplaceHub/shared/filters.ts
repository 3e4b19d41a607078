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

/** @throws HubError of kind `invalid` for a filter that holds an object, or a number without its digits */
function assertFilter(name: string, value: unknown): void {
	assertAllExact(name, value);
	const object = [value].flat().find((entry) => typeof entry === 'object' && entry !== null);
	if (object === undefined) return;
	throw new HubError('invalid', `\`${name}\` must be text, got ${JSON.stringify(object)}`, {
		description: 'Enter several values as a list of texts or separated by commas.',
	});
}

/**
 * The query value of one filter of a collection, joined by vertical bars; undefined for none.
 * @throws HubError of kind `invalid` for a value that holds a vertical bar, has lost digits or is an
 * object, and for a channel that is no whole number from 1
 */
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

/**
 * The `status` query value for these statuses; undefined for no filter.
 * @throws HubError of kind `invalid` for a status that holds a vertical bar
 */
export const statusQuery = (statuses: ReadonlySet<string>): string | undefined =>
	joinFilter('status', [...statuses]);

/**
 * `statusQuery` of the collection of `statusFilter`.
 * @throws HubError of kind `invalid` for an object, too
 */
export function statusFilterQuery(filters: IDataObject): string | undefined {
	for (const name of ['status', 'otherStatus']) assertFilter(name, filters[name]);
	return statusQuery(statusesIn(filters));
}
