import { joinFilter } from '../../api/request';
import type { Parameters } from '../parameters';

/** The values of one filter of the collection `filters`: a list as it is, text split at commas. */
export function filterValues(parameters: Parameters, itemIndex: number, name: string): string[] {
	const value = parameters.object('filters', itemIndex)[name];
	const values: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : String(value).split(',').map((entry) => entry.trim());
	return values.map((entry) => String(entry)).filter((entry) => entry.trim() !== '');
}

/** The query value of one filter, several values separated by a vertical bar; undefined for none. */
export function filterQuery(parameters: Parameters, itemIndex: number, name: string): string | undefined {
	return joinFilter(name, filterValues(parameters, itemIndex, name));
}
