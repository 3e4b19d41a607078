import { joinFilter } from '../../api/http/url';
import type { Parameters } from '../parameters';

/** The values of one filter: a list as it is, text split at commas. */
export function filterValues(value: unknown): string[] {
	const values: unknown[] = Array.isArray(value)
		? value
		: value === undefined || value === null
			? []
			: String(value)
					.split(',')
					.map((entry) => entry.trim());
	return values.map((entry) => String(entry)).filter((entry) => entry.trim() !== '');
}

/** The query value of one filter, several values separated by a vertical bar; undefined for none. */
export function filterQuery(
	parameters: Parameters,
	itemIndex: number,
	name: string,
): string | undefined {
	return joinFilter(name, filterValues(parameters.object('filters', itemIndex)[name]));
}
