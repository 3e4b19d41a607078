import type { IDataObject } from 'n8n-workflow';
import { joinFilter } from '../api/http/url';
import { assertAllExact } from '../api/values/exact';

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
