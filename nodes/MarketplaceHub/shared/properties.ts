import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { joinFilter } from '../api/pagination';
import { orderStatuses } from '../api/schemas/records';
import { assertAllExact, isBlank, isRecord, readNumericId } from '../api/values/checks';

/** The values of one filter: a list as it is, text split at commas; without blank ones. */
export function filterValues(value: unknown): string[] {
	const values: unknown[] = Array.isArray(value)
		? value
		: String(value ?? '')
				.trim()
				.split(/\s*,\s*/);
	return values.filter((entry) => !isBlank(entry)).map(String);
}

export function assertFilter(name: string, value: unknown): void {
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
		description: 'Further status hashes of your hub, separated by commas',
	},
);

/** The statuses chosen in the collection of `statusFilter`, each once: picked and typed ones. */
export function statusesIn(filters: unknown): ReadonlySet<string> {
	const { status, otherStatus } = isRecord(filters) ? filters : {};
	return new Set([status, otherStatus].flatMap(filterValues).map((value) => value.trim()));
}

/** The `status` query value of the collection of `statusFilter`; undefined for no filter. */
export function statusFilterQuery(filters: IDataObject): string | undefined {
	for (const name of ['status', 'otherStatus']) assertFilter(name, filters[name]);
	return joinFilter('status', [...statusesIn(filters)]);
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

/** What a trigger starts on: n8n's node list takes the name of the trigger's entry (`action`) from it. */
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
